import type { Checkout, Gateway, MerchantApi, ToldShop } from './actors.ts'
import { expectSoon, expectThat, type Step } from './steps.ts'

export interface Scene {
  step: Step
  chapter(title: string): void
  api: MerchantApi
  gateway: Gateway
  shop: ToldShop
}

const APPROVED_CARD = '4111111111111111'
const DECLINED_CARD = '4000000000000002'
const MINUTE_S = 60

/** The main job, step by step; each one is checked where its effect can be seen from outside. */
export const playScenario = async (scene: Scene): Promise<void> => {
  scene.chapter('An order gets paid')
  await paidOrder(scene)
  scene.chapter('A card is declined, and the customer tries again')
  await declinedAndRetried(scene)
  scene.chapter('A payment link expires')
  await expiredOrder(scene)
}

const paidOrder = async ({ step, ...scene }: Scene): Promise<void> => {
  const checkout = await step('order taken: POST /v1/checkouts', () => orderTaken(scene, 'demo-1'))
  await step('payment created: the pay link leads to the checkout', async () => {
    await paymentIs(scene, checkout, 'pending')
    const opened = await fetch(checkout.pay_url, { redirect: 'manual' })
    expectThat(
      opened.headers.get('location') === checkout.payment.checkout_url,
      `the pay link answered ${opened.status} and leads to ${opened.headers.get('location')}`,
    )
  })
  await step('customer pays with an approved card', () =>
    pay(scene, checkout, APPROVED_CARD, 'approved'),
  )
  await step('webhook verified and applied', () =>
    eventApplied(scene, 'demo-1', 'payment.approved'),
  )
  await step('ledger advanced: the order is paid', () => orderIs(scene, 'demo-1', 'paid'))
  await step('shop told: order.paid, signature verified', () =>
    shopTold(scene, 'demo-1', 'order.paid'),
  )
}

const declinedAndRetried = async ({ step, ...scene }: Scene): Promise<void> => {
  const checkout = await step('order taken', () => orderTaken(scene, 'demo-2'))
  await step('customer pays with a declined card', () =>
    pay(scene, checkout, DECLINED_CARD, 'declined'),
  )
  await step('shop told: order.payment_failed', () =>
    shopTold(scene, 'demo-2', 'order.payment_failed'),
  )
  await step('the order can still be paid', () => orderIs(scene, 'demo-2', 'awaiting_payment'))
  await step('customer tries again with an approved card', () =>
    pay(scene, checkout, APPROVED_CARD, 'approved'),
  )
  await step('shop told: order.paid', () => shopTold(scene, 'demo-2', 'order.paid'))
}

const expiredOrder = async ({ step, ...scene }: Scene): Promise<void> => {
  await step('order taken, to be paid within 30 minutes', () =>
    orderTaken(scene, 'demo-3', { expires_in_minutes: 30 }),
  )
  await step("the sandbox's clock moves on by 40 minutes", () =>
    scene.gateway.advanceClock(40 * MINUTE_S),
  )
  await step('webhook verified and applied', () => eventApplied(scene, 'demo-3', 'payment.expired'))
  await step('ledger advanced: the payment is expired', () =>
    orderIs(scene, 'demo-3', 'payment_expired'),
  )
  await step('shop told: order.payment_expired', () =>
    shopTold(scene, 'demo-3', 'order.payment_expired'),
  )
}

type Actors = Omit<Scene, 'step'>

const orderTaken = async (
  { api }: Actors,
  id: string,
  options: Record<string, unknown> = {},
): Promise<Checkout> => {
  const order = { id, amount: '125.50', currency: 'HNL', description: 'Café de Marcala' }
  const checkout = await api.checkout(order, options)
  expectThat(checkout.payment.state === 'pending', `the payment is ${checkout.payment.state}`)
  return checkout
}

const paymentIs = async (
  { gateway }: Actors,
  { payment }: Checkout,
  wanted: string,
): Promise<void> => {
  const { status } = await gateway.payment(String(payment.gateway_payment_id))
  expectThat(status === wanted, `the gateway says that the payment is ${status}`)
}

const pay = async (
  { gateway }: Actors,
  { payment }: Checkout,
  card: string,
  wanted: string,
): Promise<void> => {
  const { status } = await gateway.pay(String(payment.checkout_url), card)
  expectThat(status === wanted, `the charge was ${status}`)
}

const eventApplied = ({ api }: Actors, orderId: string, type: string): Promise<unknown> =>
  expectSoon(
    async () =>
      (await api.timeline(orderId)).find(
        ({ kind, details }) => kind === 'event_applied' && details.type === type,
      ),
    `the timeline of ${orderId} shows no ${type}`,
  )

const orderIs = async ({ api }: Actors, orderId: string, wanted: string): Promise<void> => {
  const { order } = await api.order(orderId)
  expectThat(order.status === wanted, `the order is ${order.status}`)
}

const shopTold = ({ shop }: Actors, orderId: string, type: string): Promise<unknown> =>
  expectSoon(
    () => shop.told.find((message) => message.orderId === orderId && message.type === type),
    `the shop was not told ${type} of ${orderId}`,
  )
