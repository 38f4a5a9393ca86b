import type { Checkout, MerchantApi } from './merchant-api.ts'
import type { NotifiedStore } from './notified-store.ts'
import { CARDS, type DemoCard, type SandboxGateway } from './sandbox-gateway.ts'
import { expectSoon, expectThat, type Step } from './steps.ts'

export interface Scene {
  step: Step
  api: MerchantApi
  gateway: SandboxGateway
  store: NotifiedStore
}

type Actors = Pick<Scene, 'api' | 'gateway' | 'store'>

export interface Chapter {
  title: string
  play(scene: Scene): Promise<void>
}

const ORDER_AMOUNT = '125.50'

export const orderNamed = (id: string) => ({
  id,
  amount: ORDER_AMOUNT,
  currency: 'HNL',
  description: 'Café de Marcala',
})

export const orderCreated = async (
  { api }: Actors,
  id: string,
  options: Record<string, unknown> = {},
): Promise<Checkout> => {
  const checkout = await api.checkout(orderNamed(id), options)
  expectThat(checkout.payment.state === 'pending', `the payment is ${checkout.payment.state}`)
  return checkout
}

/** Pays on the hosted page; returns the transaction id. */
export const pay = async (
  { gateway }: Actors,
  { payment }: Checkout,
  { card, becomes }: { card: DemoCard; becomes: 'approved' | 'declined' | 'pending' },
): Promise<string> => {
  const { status, transaction_id } = await gateway.pay(String(payment.checkout_url), card)
  expectThat(status === becomes, `the charge is ${status}`)
  return transaction_id ?? ''
}

export const orderPaid = async (actors: Actors, id: string): Promise<string> => {
  const checkout = await orderCreated(actors, id)
  const transactionId = await pay(actors, checkout, { card: CARDS.approved, becomes: 'approved' })
  await storeNotified(actors, id, 'order.paid')
  return transactionId
}

export const eventApplied = ({ api }: Actors, orderId: string, type: string): Promise<unknown> =>
  expectSoon(
    async () =>
      (await api.timeline(orderId)).find(
        ({ kind, details }) => kind === 'event_applied' && details.type === type,
      ),
    `the timeline of ${orderId} shows no ${type}`,
  )

export const orderIs = async (
  { api }: Actors,
  orderId: string,
  expected: string,
): Promise<void> => {
  const { order } = await api.order(orderId)
  expectThat(order.status === expected, `the order is ${order.status}`)
}

/** Expects a payment state and refunded amount at the gateway. */
export const gatewayHas = async (
  { gateway }: Actors,
  { gateway_payment_id }: { gateway_payment_id: string | null },
  expected: { status: string; refunded?: number },
): Promise<void> => {
  const { status, refunded_amount } = await gateway.payment(String(gateway_payment_id))
  expectThat(status === expected.status, `the gateway says that the payment is ${status}`)
  const refunded = expected.refunded ?? refunded_amount
  expectThat(refunded === refunded_amount, `the gateway has given ${refunded_amount} back`)
}

/** Waits until the shop gets the notification. */
export const shopNotified = (scene: Scene, about: string, type: string): Promise<unknown> =>
  scene.step(`shop notified: ${type}`, () => storeNotified(scene, about, type))

export const storeNotified = ({ store }: Actors, about: string, type: string): Promise<unknown> =>
  expectSoon(
    () => store.received.find((message) => message.about === about && message.type === type),
    `the shop was not told ${type} of ${about}`,
  )
