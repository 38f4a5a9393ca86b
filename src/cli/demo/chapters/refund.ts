import { type Chapter, gatewayHas, orderIs, orderPaid, shopNotified } from '../scene.ts'
import { expectSoon, expectThat } from '../steps.ts'

export const partialRefund: Chapter = {
  title: 'A part is refunded, and later the rest',
  play: async (scene) => {
    const { step, api, gateway } = scene
    const id = 'demo-part'
    await step('order paid and settled', async () => {
      await orderPaid(scene, id)
      await gateway.settle()
    })
    await step('25.50 refunded: POST /v1/orders/{id}/refunds', async () => {
      const { refund, order } = await api.refund(id, { amount: '25.50' })
      expectThat(refund.state === 'succeeded', `the refund is ${refund.state}`)
      expectThat(order.status === 'partially_refunded', `the order is ${order.status}`)
    })
    await shopNotified(scene, id, 'order.partially_refunded')
    await step('rest refunded', async () => {
      const { refund, order } = await api.refund(id)
      expectThat(refund.amount === '100.00', `the rest was ${refund.amount}`)
      expectThat(order.status === 'refunded', `the order is ${order.status}`)
    })
    await shopNotified(scene, id, 'order.refunded')
    await step('gateway refunded the exact amount', async () => {
      const { payments } = await api.order(id)
      for (const each of payments)
        await gatewayHas(scene, each, { status: 'refunded', refunded: 125.5 })
    })
  },
}

export const fullRefund: Chapter = {
  title: 'All of it is refunded: a void today, a refund tomorrow',
  play: async (scene) => {
    const { step, api, gateway } = scene
    await step('order paid', () => orderPaid(scene, 'demo-void'))
    await step('refunded on the same day: the charge is voided', async () => {
      const { refund } = await api.refund('demo-void')
      expectThat(refund.kind === 'void', `it was a ${refund.kind}`)
      const { payment } = await api.order('demo-void')
      expectThat(payment !== null, 'the order has no payment')
      if (payment) await gatewayHas(scene, payment, { status: 'voided' })
    })
    await shopNotified(scene, 'demo-void', 'order.voided')

    await step('another order paid and settled', async () => {
      await orderPaid(scene, 'demo-refund')
      await gateway.settle()
    })
    await step('refunded: too late for a void', async () => {
      const { refund } = await api.refund('demo-refund')
      expectThat(refund.kind === 'refund', `it was a ${refund.kind}`)
      await orderIs(scene, 'demo-refund', 'refunded')
    })
    await shopNotified(scene, 'demo-refund', 'order.refunded')
  },
}

export const portalRefund: Chapter = {
  title: "The merchant makes a refund in the gateway's portal",
  play: async (scene) => {
    const { step, api, gateway } = scene
    const id = 'demo-portal'
    const transactionId = await step('order paid and settled', async () => {
      const charge = await orderPaid(scene, id)
      await gateway.settle()
      return charge
    })
    await step('20.00 refunded in the portal', () => gateway.refundInPortal(transactionId, '20.00'))
    await shopNotified(scene, id, 'order.partially_refunded')
    await step('order lists the refund with origin portal', async () => {
      const refund = await expectSoon(async () => (await api.order(id)).refunds[0], 'no refund')
      const { origin, amount } = refund
      expectThat(`${origin} ${amount}` === 'portal 20.00', `the refund is ${origin} ${amount}`)
    })
  },
}
