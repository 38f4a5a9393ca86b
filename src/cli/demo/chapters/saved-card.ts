import { CARDS } from '../sandbox-gateway.ts'
import { type Chapter, orderCreated, orderIs, orderNamed, pay, shopNotified } from '../scene.ts'
import { expectSoon, expectThat } from '../steps.ts'

const CUSTOMER = '0801-1990-12345'

export const savedCardChapter: Chapter = {
  title: 'A customer saves a card, and the next order is charged to it',
  play: async (scene) => {
    const { step, api, gateway } = scene
    await step('order created', () => orderCreated(scene, 'demo-save'))
    const token = await step('customer enters a card in the card fields and saves it', () =>
      gateway.typeCard(CARDS.approved, CUSTOMER),
    )
    await step('shop confirms: POST /v1/orders/{id}/confirm', async () => {
      const { order } = await api.confirm('demo-save', token)
      expectThat(order.status === 'paid', `the order is ${order.status}`)
    })
    const card = await step('card listed: GET /v1/saved-cards', () =>
      expectSoon(async () => (await api.savedCards(CUSTOMER))[0], 'the list of cards is empty'),
    )
    await shopNotified(scene, card.id, 'payment_method.saved')
    await step(`next order charged to ···· ${card.last_four}, its customer away`, async () => {
      const options = { payment_method: card.id }
      const { payment } = await api.checkout(orderNamed('demo-saved'), options)
      expectThat(payment.mode === 'saved_card', `the order has a ${payment.mode} payment`)
      await orderIs(scene, 'demo-saved', 'paid')
    })
    await shopNotified(scene, 'demo-saved', 'order.paid')
  },
}

export const declinedSavedCard: Chapter = {
  title: 'A saved card is declined, and a checkout takes its place',
  play: async (scene) => {
    const { step, api, gateway } = scene
    const card = await step('customer pays with another card and saves it', async () => {
      await orderCreated(scene, 'demo-save-2')
      const token = await gateway.typeCard(CARDS.declinedWhenSaved, CUSTOMER)
      await api.confirm('demo-save-2', token)
      const isNew = ({ last_four }: { last_four: string | null }) =>
        CARDS.declinedWhenSaved.endsWith(String(last_four))
      return expectSoon(
        async () => (await api.savedCards(CUSTOMER)).find(isNew),
        'the card is not on the list',
      )
    })
    const checkout = await step(
      'its bank declines it without the customer: a checkout',
      async () => {
        const options = { payment_method: card.id }
        const answer = await api.checkout(orderNamed('demo-fallback'), options)
        expectThat(answer.declined?.code === '05', `the decline is ${answer.declined?.code}`)
        expectThat(answer.payment.mode === 'hosted', `there is a ${answer.payment.mode} payment`)
        return answer
      },
    )
    await step('customer pays there', () =>
      pay(scene, checkout, { card: CARDS.approved, becomes: 'approved' }),
    )
    await shopNotified(scene, 'demo-fallback', 'order.paid')
    await step('customer deletes the saved card: DELETE /v1/saved-cards/{id}', async () => {
      await api.forgetCard(card.id)
      const left = await api.savedCards(CUSTOMER)
      expectThat(!left.some(({ id }) => id === card.id), 'the card is still on the list')
    })
  },
}
