import { beforeAll, expect, it } from 'vitest'
import { useWorld } from '../../support/use-world.ts'
import type { Customer } from './vendure-customer.ts'
import { createMethod, useVendureShop } from './vendure-shop.ts'

const world = useWorld()
const shop = useVendureShop(world)

/** Vendure's own handler, as a bank transfer. */
beforeAll(async () => {
  await createMethod(shop.admin, 'transfer', { automaticSettle: 'true' }, 'dummy-payment-handler')
})

const statusAtPuente = async (code: string): Promise<string> =>
  (await world.api('GET', `/v1/orders/${code}`)).body.order.status

interface Opened {
  customer: Customer
  code: string
}

const payByTransfer = async ({ customer, code }: Opened): Promise<void> => {
  await customer.shop(
    'mutation { addPaymentToOrder(input: { method: "transfer", metadata: {} }) { __typename } }',
  )
  expect((await shop.order(code)).state).toBe('PaymentSettled')
}

/** A customer with an account, whose order has a page and no items any more. */
const emptiedOrder = async (): Promise<Opened & { email: string }> => {
  const email = `ana-${Math.random().toString(36).slice(2)}@example.com`
  const customer = await shop.signedIn(email)
  const code = await customer.fillCart()
  await customer.checkout()
  await customer.moveTo('AddingItems')
  await customer.shop('mutation { removeAllOrderLines { __typename } }')
  return { customer, code, email }
}

/** Signs in with a guest's cart: Vendure deletes the empty order of the account. */
const signInWithCart = async (email: string): Promise<void> => {
  const guest = shop.customer()
  await guest.addItem()
  await guest.signIn(email)
}

const isGone = async (code: string): Promise<boolean> => {
  const { orders } = await shop.admin(
    'query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { totalItems } }',
    { code },
  )
  return orders.totalItems === 0
}

it('the page of an order that its customer pays by bank transfer cannot be paid any more', async () => {
  const opened = await shop.openOrder()

  await payByTransfer(opened)

  await expect.poll(() => statusAtPuente(opened.code)).toBe('cancelled')
})

it('the page of an order that Vendure deletes when its customer signs in cannot be paid any more', async () => {
  const { code, email } = await emptiedOrder()

  await signInWithCart(email)

  expect(await isGone(code)).toBe(true)
  await expect.poll(() => statusAtPuente(code)).toBe('cancelled')
})

const runTask = () =>
  shop.admin('mutation { runScheduledTask(id: "puente-close-checkouts") { success } }')

it.each<{ what: string; end: (opened: Opened) => Promise<void> }>([
  { what: 'cancelled', end: ({ code }) => shop.cancelOrder(code) },
  { what: 'paid by bank transfer', end: payByTransfer },
])(
  'the page of an order that was $what while Puente was away is closed by the scheduled task',
  async ({ end }) => {
    const opened = await shop.openOrder()
    const closing = `POST /v1/orders/${opened.code}/cancel`
    shop.proxy.always({ kind: 'cut' })
    await end(opened)
    await expect.poll(() => shop.proxy.seen.filter((each) => each === closing)).toHaveLength(2)
    shop.proxy.calm()
    expect(await statusAtPuente(opened.code)).toBe('awaiting_payment')

    await runTask()

    await expect.poll(() => statusAtPuente(opened.code)).toBe('cancelled')
  },
)

it('the scheduled task closes open pages, and no paid ones', async () => {
  const { code: paid } = await shop.paidOrder()
  const { code: cancelled } = await shop.openOrder()
  const closing = `POST /v1/orders/${cancelled}/cancel`
  shop.proxy.always({ kind: 'cut' })
  await shop.cancelOrder(cancelled)
  await expect.poll(() => shop.proxy.seen.filter((each) => each === closing)).toHaveLength(2)
  shop.proxy.calm()

  await runTask()

  await expect.poll(() => statusAtPuente(cancelled)).toBe('cancelled')
  expect(shop.proxy.seen).not.toContain(`POST /v1/orders/${paid}/cancel`)
})

it('the page of an order that was deleted while Puente was away is closed by the scheduled task', async () => {
  const { code, email } = await emptiedOrder()
  const closing = `POST /v1/orders/${code}/cancel`
  shop.proxy.always({ kind: 'cut' })
  await signInWithCart(email)
  await expect.poll(() => shop.proxy.seen.filter((each) => each === closing)).toHaveLength(2)
  shop.proxy.calm()
  expect(await statusAtPuente(code)).toBe('awaiting_payment')

  await runTask()

  await expect.poll(() => statusAtPuente(code)).toBe('cancelled')
})

it('a payment after the cancellation of its order is noted for the merchant, and places nothing', async () => {
  const { code, payUrl } = await shop.openOrder()
  const opened = await fetch(payUrl, { redirect: 'manual' })
  await shop.cancelOrder(code)
  await expect
    .poll(async () => (await world.api('GET', `/v1/orders/${code}`)).body.order.status)
    .toBe('cancelled')
  await world.pay(opened.headers.get('location') ?? '')

  await expect.poll(async () => (await shop.order(code)).notes).toHaveLength(1)
  const order = await shop.order(code)
  expect(order).toMatchObject({ state: 'Cancelled', payments: [] })
  expect(order.notes[0]).toMatch(/Puente holds the order.*USD .*pay_/)
})

it('an order that is cancelled while its checkout is created has no page that can be paid', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  let isCancelled = false
  shop.proxy.onPass(async (route, stage) => {
    if (isCancelled || stage !== 'on-its-way' || route !== 'POST /v1/checkouts') return 'pass'
    isCancelled = true
    const closing = `POST /v1/orders/${code}/cancel`
    await shop.cancelOrder(code)
    await expect.poll(() => shop.proxy.seen).toContain(closing)
    return 'pass'
  })

  const opened = await customer.checkout()
  shop.proxy.onPass(undefined)

  expect(isCancelled).toBe(true)
  expect(opened).toMatchObject({ __typename: 'PuenteCheckoutError', retry: false })
  expect((await world.api('GET', `/v1/orders/${code}`)).body.order.status).toBe('cancelled')
})
