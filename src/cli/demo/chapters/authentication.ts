import { CARDS } from '../sandbox-gateway.ts'
import { type Chapter, orderCreated, orderIs, pay, shopNotified } from '../scene.ts'
import { expectThat } from '../steps.ts'

export const authentication: Chapter = {
  title: 'The bank wants to see its customer: 3-D Secure',
  play: async (scene) => {
    const { step, api, gateway } = scene
    const checkout = await step('order created', () => orderCreated(scene, 'demo-3ds'))
    const transactionId = await step(
      'on the hosted page: the charge waits for the bank',
      async () => {
        const waiting = await pay(scene, checkout, { card: CARDS.challenged, becomes: 'pending' })
        await orderIs(scene, 'demo-3ds', 'awaiting_payment')
        return waiting
      },
    )
    await step('customer authenticates', () => gateway.authenticate(transactionId))
    await shopNotified(scene, 'demo-3ds', 'order.paid')

    await step('another order created, card entered in the card fields', async () => {
      await orderCreated(scene, 'demo-3ds-fields')
      const token = await gateway.typeCard(CARDS.challenged)
      const { payment, authentication_url } = await api.confirm('demo-3ds-fields', token)
      expectThat(payment.state === 'authenticating', `the payment is ${payment.state}`)
      const bank = await fetch(String(authentication_url))
      expectThat(bank.ok, `the page of the bank answered ${bank.status}`)
    })
    await step('customer authenticates', async () => {
      const waits = (await api.timeline('demo-3ds-fields')).find(
        ({ kind }) => kind === 'authentication_required',
      )
      await gateway.authenticate(String(waits?.details.transaction))
    })
    await shopNotified(scene, 'demo-3ds-fields', 'order.paid')
  },
}
