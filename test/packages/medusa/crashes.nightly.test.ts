import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { useStarted, useWorld } from '../../support/use-world.ts'
import type { Json } from '../../support/world.ts'
import { usePacked } from '../packed.ts'
import { startMedusaShop } from './medusa-shop.ts'

const POLL_MS = 2

const node = usePacked('node')
const provider = usePacked('medusa')
const world = useWorld()
const shop = useStarted(() =>
  startMedusaShop(world, { node: node.tarball, medusa: provider.tarball }),
)

const count = async (from: string): Promise<number> =>
  Number((await shop.rows(`SELECT count(*) FROM ${from}`))[0].count)

/** Kills Medusa as soon as a row of a statement appears, and starts it again. */
const killAt = async (from: string): Promise<void> => {
  while ((await count(from)) === 0) await sleep(POLL_MS)
  await shop.kill()
  await shop.start()
}

const payable = async (): Promise<{ cartId: string; session: Json; pageUrl: string }> => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)
  const opened = await fetch(session.data.pay_url, { redirect: 'manual' })
  return { cartId: cart.id, session, pageUrl: opened.headers.get('location') ?? '' }
}

const ordersPlaced = () => count(`"order" WHERE deleted_at IS NULL AND status <> 'canceled'`)

const expectOnce = async (cartId: string, sessionId: string, before: number): Promise<void> => {
  await expect
    .poll(async () => (await shop.ordersOfCart(cartId))[0]?.payment_status, { timeout: 180_000 })
    .toBe('captured')
  const [order] = await shop.ordersOfCart(cartId)
  expect(order.summary).toMatchObject({ pending_difference: 0 })
  expect(
    await count(`payment WHERE payment_session_id = '${sessionId}' AND deleted_at IS NULL`),
  ).toBe(1)
  expect(
    await count(`order_transaction WHERE order_id = '${order.id}' AND deleted_at IS NULL`),
  ).toBe(1)
  expect(await ordersPlaced()).toBe(before + 1)
  const { body } = await world.api('GET', `/v1/orders/${sessionId}`)
  expect(body).toMatchObject({ order: { status: 'paid' }, refunds: [] })
}

it('Medusa is killed when the payment arrives: the order is placed after its start', async () => {
  const { cartId, session, pageUrl } = await payable()
  const before = await ordersPlaced()

  await Promise.all([world.pay(pageUrl), shop.kill()])
  await shop.start()

  await expectOnce(cartId, session.id, before)
})

it('Medusa is killed between an order and its payment: the payment is recorded after its start', async () => {
  const { cartId, session, pageUrl } = await payable()
  const before = await ordersPlaced()

  await world.pay(pageUrl)
  await killAt(`order_cart WHERE cart_id = '${cartId}'`)

  await expectOnce(cartId, session.id, before)
})

it('Medusa is killed between an order and its link to the cart: one order stays', async () => {
  const { cartId, session, pageUrl } = await payable()
  const before = await ordersPlaced()

  await world.pay(pageUrl)
  await killAt(
    `"order" WHERE created_at > (SELECT created_at FROM payment_session WHERE id = '${session.id}')`,
  )

  await expectOnce(cartId, session.id, before)
})
