import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { useStarted, useWorld } from '../../support/use-world.ts'
import { usePacked } from '../packed.ts'
import { customersOf } from './customers.ts'
import { startMedusaShop } from './medusa-shop.ts'
import { startPuenteProxy } from './puente-proxy.ts'

const POLL_MS = 2

const node = usePacked('node')
const provider = usePacked('medusa')
const world = useWorld()
const proxy = useStarted(() => startPuenteProxy(world.url))
const shop = useStarted(() =>
  startMedusaShop(
    world,
    { node: node.tarball, medusa: provider.tarball },
    { PUENTE_URL: proxy.url },
  ),
)
const {
  pay,
  placedOrder,
  unheardPayment,
  atPuente,
  transactionsOf,
  allTold,
  deliver,
  sessionBeside,
} = customersOf(world, shop)

afterEach(() => proxy.mend())

const exists = async (from: string): Promise<boolean> =>
  (await shop.rows(`SELECT 1 FROM ${from} LIMIT 1`)).length > 0

it('a customer who returns before their payment arrives keeps order and payment', async () => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)
  const opened = await fetch(session.data.pay_url, { redirect: 'manual' })
  const pageUrl = opened.headers.get('location') ?? ''

  const returning = shop.complete(cart.id)
  // Medusa has linked the order, and the provider waits for the payment.
  while (!(await exists(`order_cart WHERE cart_id = '${cart.id}'`))) await sleep(POLL_MS)
  await world.pay(pageUrl)
  await returning

  const order = await placedOrder(cart.id)
  await allTold(session.id)
  expect(await shop.ordersOfCart(cart.id)).toHaveLength(1)
  expect(await transactionsOf(order.id)).toHaveLength(1)
  expect(await atPuente(session.id)).toMatchObject({ order: { status: 'paid' }, refunds: [] })
  expect(shop.log()).not.toMatch(/payment_session_id_unique|trying to (refund|cancel) payment/)
})

it('two paid sessions of one cart are one order, and the log names the second', async () => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)
  const opened = await fetch(session.data.pay_url, { redirect: 'manual' })
  const { id: second, pageUrl } = await sessionBeside(session)

  await Promise.all([world.pay(opened.headers.get('location') ?? ''), world.pay(pageUrl)])

  const order = await placedOrder(cart.id)
  await allTold(session.id)
  await allTold(second)
  expect(await transactionsOf(order.id)).toHaveLength(1)
  expect(order.payment_collections[0].payments).toHaveLength(1)
  expect(shop.log()).toMatch(/the order was paid by payses_\w+ before. Refund the payment/)
})

/** Completes a cart whose order fails after its payment, so that Medusa refunds the customer. */
const takenBack = async (cartId: string): Promise<void> => {
  await shop.rows(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
     AS $$ BEGIN RAISE EXCEPTION 'an extension of the shop failed'; END $$`,
  )
  await shop.rows(
    'CREATE TRIGGER refuse BEFORE INSERT ON order_transaction FOR EACH ROW EXECUTE FUNCTION refuse()',
  )
  // Medusa keeps the session.
  proxy.loseRequests(/\/cancel$/)
  await shop.complete(cartId)
  proxy.mend()
  await shop.rows('DROP FUNCTION refuse CASCADE')
}

it('a paid cart is placed whenever its notification arrives during a change that Medusa refuses', async () => {
  for (const ms of [0, 50, 100, 150, 200, 300, 400, 600]) {
    const cart = await shop.cart()
    const session = await unheardPayment(cart)
    const paid = await atPuente(session.id)
    const item = { variant_id: shop.seed.variant, quantity: 1 }

    const changing = shop.store('POST', `/carts/${cart.id}/line-items`, item)
    const refused = expect(changing).rejects.toThrow()
    await sleep(ms)
    // Puente repeats a notification that is not applied yet.
    while ((await deliver(paid)) !== 204) await sleep(POLL_MS)
    await refused

    expect(await placedOrder(cart.id)).toMatchObject({ total: 333.4885 })
  }
})

it('a notification places no order for a payment that Medusa refunds', async () => {
  const cart = await shop.cart()
  const session = await unheardPayment(cart)
  const paid = await atPuente(session.id)
  await takenBack(cart.id)
  const { refunds } = await atPuente(session.id)
  expect(refunds).toHaveLength(1)

  expect(await deliver(paid)).toBe(204)

  expect(await shop.ordersOfCart(cart.id)).toEqual([])
  expect(shop.log()).toContain(`Medusa took the order of ${session.id} back`)
})

it('a customer whose refunded payment came to nothing pays the cart again', async () => {
  const cart = await shop.cart()
  const session = await unheardPayment(cart)
  await takenBack(cart.id)
  await allTold(session.id)
  const rows = await shop.rows(
    `UPDATE payment SET canceled_at = NULL WHERE payment_session_id = '${session.id}' RETURNING id`,
  )
  expect(await exists(`refund WHERE payment_id = '${rows[0].id}'`)).toBe(true)

  const next = await shop.paymentSession(cart.id)
  await pay(next)

  await expect.poll(() => shop.ordersOfCart(cart.id)).toHaveLength(1)
  await allTold(next.id)
  expect(await exists(`payment WHERE payment_session_id = '${next.id}'`)).toBe(true)
  expect((await atPuente(next.id)).refunds).toEqual([])
})

it('a browser that names the session of another customer closes none of its pages', async () => {
  const victim = await shop.paymentSession((await shop.cart()).id)
  const cart = await shop.cart()
  proxy.holdAnswers(/^POST \/v1\/checkouts/)
  const creating = shop.paymentSession(cart.id, { id: victim.id }).catch(() => undefined)
  const named = `payment_session WHERE data->>'id' = '${victim.id}' AND id <> '${victim.id}'`
  await expect.poll(() => exists(named)).toBe(true)
  proxy.mend()

  // Medusa deletes the session that is being created.
  await shop.paymentSession(cart.id)
  await creating

  expect(await exists(named)).toBe(false)
  expect((await atPuente(victim.id)).order.status).toBe('awaiting_payment')
})
