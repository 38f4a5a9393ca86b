import pg from 'pg'
import { expect, it } from 'vitest'
import { useStarted, useWorld } from '../../support/use-world.ts'
import type { Json } from '../../support/world.ts'
import { usePacked } from '../packed.ts'
import { startMedusaShop } from './medusa-shop.ts'
import { startPuenteProxy } from './puente-proxy.ts'

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

const count = async (from: string): Promise<number> =>
  Number((await shop.rows(`SELECT count(*) FROM ${from}`))[0].count)

const payable = async (): Promise<{ cartId: string; session: Json; pageUrl: string }> => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)
  const opened = await fetch(session.data.pay_url, { redirect: 'manual' })
  return { cartId: cart.id, session, pageUrl: opened.headers.get('location') ?? '' }
}

const orders = () => count('"order" WHERE deleted_at IS NULL')
const linkedTo = (cartId: string) => count(`order_cart WHERE cart_id = '${cartId}'`)
const paymentsOf = ({ id }: Json) =>
  count(`payment WHERE payment_session_id = '${id}' AND deleted_at IS NULL`)

const expectOnce = async (cartId: string, session: Json): Promise<void> => {
  await expect
    .poll(async () => (await shop.ordersOfCart(cartId))[0]?.payment_status, { timeout: 180_000 })
    .toBe('captured')
  const [order, ...more] = await shop.ordersOfCart(cartId)
  expect(more).toEqual([])
  expect(order.summary).toMatchObject({ pending_difference: 0 })
  expect(await paymentsOf(session)).toBe(1)
  expect(
    await count(`order_transaction WHERE order_id = '${order.id}' AND deleted_at IS NULL`),
  ).toBe(1)
  const { body } = await world.api('GET', `/v1/orders/${session.id}`)
  expect(body).toMatchObject({ order: { status: 'paid' }, refunds: [] })
}

/** Keeps Medusa from inserting into a table. Ending it ends the inserts that wait, too. */
const blockInserts = async (table: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  await client.query('BEGIN')
  await client.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`)
  return async () => {
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    await client.query('ROLLBACK')
    await client.end()
  }
}

it('Medusa is killed when the payment arrives: the order is placed after its start', async () => {
  const { cartId, session, pageUrl } = await payable()
  const before = await orders()

  await shop.kill()
  await world.pay(pageUrl)
  await shop.start()

  await expectOnce(cartId, session)
  expect(await orders()).toBe(before + 1)
})

it('Medusa is killed between an order and its payment: the payment is recorded after its start', async () => {
  const { cartId, session, pageUrl } = await payable()
  const before = await orders()

  proxy.holdAnswers(/^GET /)
  await world.pay(pageUrl)
  await expect.poll(() => linkedTo(cartId), { interval: 20, timeout: 60_000 }).toBe(1)
  await shop.kill()
  proxy.mend()
  expect(await paymentsOf(session)).toBe(0)
  await shop.start()

  await expectOnce(cartId, session)
  expect(await orders()).toBe(before + 1)
})

it('Medusa is killed between an order and its link to the cart: one order of the cart is paid', async () => {
  const { cartId, session, pageUrl } = await payable()
  const before = await orders()

  const unblock = await blockInserts('order_cart')
  await world.pay(pageUrl)
  await expect.poll(orders, { interval: 20, timeout: 60_000 }).toBe(before + 1)
  await shop.kill()
  await unblock()
  expect(await linkedTo(cartId)).toBe(0)
  await shop.start()

  await expectOnce(cartId, session)
  // Medusa knows no cart of the first order, and leaves it unpaid.
  expect(await orders()).toBe(before + 2)
})
