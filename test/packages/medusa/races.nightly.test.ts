import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { useStarted, useWorld } from '../../support/use-world.ts'
import { usePacked } from '../packed.ts'
import { customersOf } from './customers.ts'
import { startMedusaShop } from './medusa-shop.ts'

const POLL_MS = 2

const node = usePacked('node')
const provider = usePacked('medusa')
const world = useWorld()
const shop = useStarted(() =>
  startMedusaShop(world, { node: node.tarball, medusa: provider.tarball }),
)
const { placedOrder, atPuente, transactionsOf, allTold } = customersOf(world, shop)

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
  const rows = await shop.rows(
    `INSERT INTO payment_session (id, currency_code, amount, raw_amount, provider_id, data, status, payment_collection_id)
     SELECT id || '2', currency_code, amount, raw_amount, provider_id,
       jsonb_set(data, '{id}', to_jsonb(id || '2')), status, payment_collection_id
     FROM payment_session WHERE id = '${session.id}' RETURNING id`,
  )
  const second = rows[0].id
  const { amount, currency } = session.data
  const made = await world.api('POST', '/v1/checkouts', { order: { id: second, amount, currency } })

  await Promise.all([
    world.pay(opened.headers.get('location') ?? ''),
    world.pay(made.body.payment.checkout_url),
  ])

  const order = await placedOrder(cart.id)
  await allTold(session.id)
  await allTold(second)
  expect(await transactionsOf(order.id)).toHaveLength(1)
  expect(order.payment_collections[0].payments).toHaveLength(1)
  expect(shop.log()).toMatch(/the order was paid by payses_\w+ before. Refund the payment/)
})
