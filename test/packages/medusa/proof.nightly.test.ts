import { expect, it } from 'vitest'
import { useStarted, useWorld } from '../../support/use-world.ts'
import type { Json } from '../../support/world.ts'
import { usePacked } from '../packed.ts'
import { startMedusaShop } from './medusa-shop.ts'

const ORDERS = Number(process.env.MEDUSA_ORDERS ?? 20)
const AT_ONCE = 3
/** Every so many orders, the customer returns while the notification arrives. */
const RETURNS_EVERY = 2
/** Every so many orders, Medusa is killed once. */
const KILLS_EVERY = Math.ceil(ORDERS / 2)
const WAIT_MS = 600_000

const node = usePacked('node')
const provider = usePacked('medusa')
const world = useWorld()
const shop = useStarted(() =>
  startMedusaShop(world, { node: node.tarball, medusa: provider.tarball }),
)

interface Bought {
  cartId: string
  sessionId: string
}

/** Buys as a customer who closes the window after the payment, or returns at the same time. */
const buy = async (index: number): Promise<Bought> => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)
  const opened = await fetch(session.data.pay_url, { redirect: 'manual' })
  const paying = world.pay(opened.headers.get('location') ?? '')
  if (index % RETURNS_EVERY === 0) await shop.complete(cart.id).catch(() => undefined)
  expect((await paying).status).toBe('approved')
  return { cartId: cart.id, sessionId: session.id }
}

/** Sends what anyone can send: a paid order without the shop's secret. */
const forge = async ({ sessionId }: Bought): Promise<number> => {
  const answer = await fetch(shop.notifyUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-id': `forged-${sessionId}` },
    body: JSON.stringify({ type: 'order.paid', data: { order: { id: sessionId } } }),
  })
  return answer.status
}

const count = async (statement: string): Promise<number> =>
  Number((await shop.rows(`SELECT count(*) FROM ${statement}`))[0].count)

const LIVE = 'deleted_at IS NULL'

const booksOf = async ({ cartId, sessionId }: Bought) => {
  const [orders, payments, { body }] = await Promise.all([
    shop.ordersOfCart(cartId),
    count(
      `payment WHERE payment_session_id = '${sessionId}' AND ${LIVE} AND captured_at IS NOT NULL`,
    ),
    world.api('GET', `/v1/orders/${sessionId}`),
  ])
  const captures = orders.map(({ id }) =>
    count(`order_transaction WHERE order_id = '${id}' AND ${LIVE} AND reference = 'capture'`),
  )
  return {
    orders: orders.length,
    payments,
    captures: (await Promise.all(captures)).reduce((sum, each) => sum + each, 0),
    charges: body.payments.filter(({ paid_at }: Json) => paid_at !== null).length,
    refunds: body.refunds.length,
  }
}

it(`${ORDERS} customers, of whom half never return, have one order each, captured once`, async () => {
  const bought: Bought[] = []
  for (let from = 0; from < ORDERS; from += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, ORDERS - from) }, (_, i) => from + i)
    bought.push(...(await Promise.all(indexes.map(buy))))
    const isTimeToKill = indexes.some((index) => index % KILLS_EVERY === KILLS_EVERY - 1)
    if (isTimeToKill) {
      await shop.kill()
      await shop.start()
    }
  }
  const allPlaced = () =>
    count(`order_cart WHERE ${LIVE} AND cart_id IN (${bought.map(({ cartId }) => `'${cartId}'`)})`)
  await expect.poll(allPlaced, { timeout: WAIT_MS, interval: 1_000 }).toBe(ORDERS)

  const forged = await Promise.all(bought.map(forge))
  const { body } = await world.api('GET', '/v1/notifications?limit=100')
  for (const { id, state } of body.data)
    if (state === 'told') await world.api('POST', `/v1/notifications/${id}/resend`)
  const waiting = async () =>
    (await world.api('GET', '/v1/notifications?state=waiting')).body.data.length
  await expect.poll(waiting, { timeout: WAIT_MS, interval: 1_000 }).toBe(0)

  const once = { orders: 1, payments: 1, captures: 1, charges: 1, refunds: 0 }
  const wrong: object[] = []
  for (const each of bought) {
    const books = await booksOf(each)
    if (JSON.stringify(books) !== JSON.stringify(once)) wrong.push({ ...each, ...books })
  }
  expect(wrong).toEqual([])
  expect(new Set(forged)).toEqual(new Set([400]))
  expect(await count(`"order" WHERE ${LIVE} AND status <> 'canceled'`)).toBe(ORDERS)
}, 3_600_000)
