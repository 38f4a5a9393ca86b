import { CARDS } from '../sandbox-gateway.ts'
import { type Chapter, gatewayHas, orderCreated, pay, shopNotified } from '../scene.ts'
import { expectSoon, expectThat } from '../steps.ts'

export const paidTwice: Chapter = {
  title: 'An order is paid twice, and one charge goes back',
  play: async (scene) => {
    const { step, api, gateway } = scene
    const id = 'demo-twice'
    const problemOf = async () => (await api.openAlerts()).find(({ order_id }) => order_id === id)

    const checkout = await step('order created, checkout open in one tab', () =>
      orderCreated(scene, id),
    )
    await step('customer pays in another tab with the card fields', async () => {
      const { order } = await api.confirm(id, await gateway.typeCard(CARDS.approved))
      expectThat(order.status === 'paid', `the order is ${order.status}`)
    })
    await step('customer pays in the first tab, too', () =>
      pay(scene, checkout, { card: CARDS.approved, becomes: 'approved' }),
    )
    await shopNotified(scene, id, 'order.attention_required')
    const problem = await step('alert opened: GET /v1/alerts', () =>
      expectSoon(problemOf, 'the list of alerts does not have it'),
    )
    const extra = await step('order shows both charges: GET /v1/orders/{id}', async () => {
      expectThat(problem.kind === 'order_paid_twice', `the problem is ${problem.kind}`)
      const { payments, payment } = await api.order(id)
      const charged = payments.filter(({ state }) => state === 'paid')
      expectThat(charged.length === 2, `it shows ${charged.length}`)
      return charged.find((each) => each.id !== payment?.id) ?? checkout.payment
    })
    await step('one call refunds the duplicate charge', async () => {
      const { refund, order } = await api.refund(id, { payment_id: extra.id })
      expectThat(refund.state === 'succeeded', `the refund is ${refund.state}`)
      expectThat(order.status === 'paid', `the order is ${order.status}`)
      expectThat(order.conflict === null, `the order is still in conflict: ${order.conflict}`)
      await gatewayHas(scene, extra, { status: 'voided' })
    })
    await step('alert closed', async () => {
      expectThat((await problemOf()) === undefined, 'it is still on the list')
    })
  },
}
