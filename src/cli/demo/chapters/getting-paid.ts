import { CARDS } from '../sandbox-gateway.ts'
import {
  type Chapter,
  eventApplied,
  gatewayHas,
  orderCreated,
  orderIs,
  pay,
  shopNotified,
  storeNotified,
} from '../scene.ts'
import { expectThat } from '../steps.ts'

const MINUTE_S = 60

export const paidOrder: Chapter = {
  title: 'An order gets paid',
  play: async (scene) => {
    const { step } = scene
    const id = 'demo-paid'
    const checkout = await step('order created: POST /v1/checkouts', () => orderCreated(scene, id))
    await step('payment created: the pay link leads to the checkout', async () => {
      await gatewayHas(scene, checkout.payment, { status: 'pending' })
      const opened = await fetch(checkout.pay_url, { redirect: 'manual' })
      expectThat(
        opened.headers.get('location') === checkout.payment.checkout_url,
        `the pay link answered ${opened.status} and leads to ${opened.headers.get('location')}`,
      )
    })
    await step('customer pays with an approved card', () =>
      pay(scene, checkout, { card: CARDS.approved, becomes: 'approved' }),
    )
    await step('webhook verified and applied', () => eventApplied(scene, id, 'payment.approved'))
    await step('database updated: order is paid', () => orderIs(scene, id, 'paid'))
    await step('shop notified: order.paid, signature verified', () =>
      storeNotified(scene, id, 'order.paid'),
    )
    await step('receipt available as page and PDF', async () => {
      const page = await fetch((await scene.api.receipt(id)).receipt_url)
      expectThat(page.ok, `the page of the receipt answered ${page.status}`)
      const pdf = await scene.api.receiptPdf(id)
      const beginning = (await pdf.text()).slice(0, 5)
      expectThat(beginning === '%PDF-', `the PDF answered ${pdf.status}: ${beginning}…`)
    })
  },
}

export const declinedAndRetried: Chapter = {
  title: 'A card is declined, and the customer tries again',
  play: async (scene) => {
    const { step } = scene
    const id = 'demo-declined'
    const checkout = await step('order created', () => orderCreated(scene, id))
    await step('customer pays with a declined card', () =>
      pay(scene, checkout, { card: CARDS.declined, becomes: 'declined' }),
    )
    await shopNotified(scene, id, 'order.payment_failed')
    await step('order can still be paid', () => orderIs(scene, id, 'awaiting_payment'))
    await step('customer tries again with an approved card', () =>
      pay(scene, checkout, { card: CARDS.approved, becomes: 'approved' }),
    )
    await shopNotified(scene, id, 'order.paid')
  },
}

export const expiredLink: Chapter = {
  title: 'A payment link expires',
  play: async (scene) => {
    const { step } = scene
    const id = 'demo-expired'
    await step('order created, expires in 30 minutes', () =>
      orderCreated(scene, id, { expires_in_minutes: 30 }),
    )
    await step("the sandbox's clock moves on by 40 minutes", () =>
      scene.gateway.advanceClock(40 * MINUTE_S),
    )
    await step('webhook verified and applied', () => eventApplied(scene, id, 'payment.expired'))
    await step('database updated: payment is expired', () => orderIs(scene, id, 'payment_expired'))
    await shopNotified(scene, id, 'order.payment_expired')
  },
}
