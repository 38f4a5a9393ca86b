import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { signedPost, signingKey } from '../../../src/runtime/net/signed-post.ts'
import { settled } from '../../support/settled.ts'
import { type Json, NOTIFY_SECRET, type World } from '../../support/world.ts'
import type { MedusaShop } from './medusa-shop.ts'

/** 199.99 with 15 % tax, and shipping of 90 with tax, which Medusa keeps as 333.4885. */
export const TOTAL = '333.49'

/** Customers of a shop, and what its books and Puente's say of their orders. */
export const customersOf = (world: World, shop: MedusaShop) => {
  /** Pays at the gateway, as a customer who closes the window afterwards. */
  const pay = async ({ data }: Json): Promise<void> => {
    const opened = await fetch(data.pay_url, { redirect: 'manual' })
    const { status } = await world.pay(opened.headers.get('location') ?? '')
    expect(status).toBe('approved')
  }

  const placedOrder = async (cartId: string): Promise<Json> => {
    await expect.poll(() => shop.ordersOfCart(cartId)).toHaveLength(1)
    await expect
      .poll(async () => (await shop.ordersOfCart(cartId))[0].payment_status)
      .toBe('captured')
    return (await shop.ordersOfCart(cartId))[0]
  }

  const paidOrder = async () => {
    const cart = await shop.cart()
    const session = await shop.paymentSession(cart.id)
    await pay(session)
    const order = await placedOrder(cart.id)
    return { cart, session, order, payment: order.payment_collections[0].payments[0] }
  }

  /** Pays while no notification reaches the shop. */
  const payUnheard = async (sessionId: string, paying: () => Promise<unknown>): Promise<void> => {
    await world.api('PATCH', '/v1/store', { notify_url: null })
    await paying()
    await expect.poll(async () => (await atPuente(sessionId)).order.status).toBe('paid')
    await settled(world)
    await world.api('PATCH', '/v1/store', { notify_url: shop.notifyUrl })
  }

  const unheardPayment = async (cart: Json): Promise<Json> => {
    const session = await shop.paymentSession(cart.id)
    await payUnheard(session.id, () => pay(session))
    return session
  }

  const atPuente = async (sessionId: string): Promise<Json> =>
    (await world.api('GET', `/v1/orders/${sessionId}`)).body

  const refundsOf = async (cartId: string): Promise<Json[]> => {
    const [order] = await shop.ordersOfCart(cartId)
    return order.payment_collections[0].payments[0].refunds
  }

  /** What Medusa charged and refunded in the books of an order. */
  const transactionsOf = (orderId: string): Promise<Json[]> =>
    shop.rows(
      `SELECT reference, amount::text FROM order_transaction WHERE order_id = '${orderId}' AND deleted_at IS NULL ORDER BY created_at`,
    )

  /** Waits until Puente has nothing left to tell the shop about an order. */
  const allTold = async (sessionId: string): Promise<void> => {
    await expect
      .poll(async () => {
        const { body } = await world.api('GET', `/v1/notifications?order_id=${sessionId}`)
        return body.data.filter(({ state }: Json) => state === 'waiting')
      })
      .toEqual([])
  }

  /** Delivers a signed notification with what Puente said of an order at a time. Returns the shop's answer. */
  const deliver = async (before: Json, at = new Date()): Promise<number> => {
    const now = new Date()
    const body = JSON.stringify({ type: 'order.paid', timestamp: at.toISOString(), data: before })
    const key = signingKey(NOTIFY_SECRET)
    const post = { keys: [key], id: `msg_${randomUUID()}`, now, body, timeoutMs: 1 }
    const { headers } = signedPost(post)
    return (await fetch(shop.notifyUrl, { method: 'POST', headers, body })).status
  }

  /** Adds a session to the cart of another one, as a failed deletion leaves it, and opens its page. */
  const sessionBeside = async ({ id, data }: Json): Promise<{ id: string; pageUrl: string }> => {
    const rows = await shop.rows(
      `INSERT INTO payment_session (id, currency_code, amount, raw_amount, provider_id, data, status, payment_collection_id)
       SELECT id || '2', currency_code, amount, raw_amount, provider_id,
         data || jsonb_build_object('id', id || '2', 'saved_card', null), status, payment_collection_id
       FROM payment_session WHERE id = '${id}' RETURNING id`,
    )
    const order = { id: rows[0].id, amount: data.amount, currency: data.currency }
    const { body } = await world.api('POST', '/v1/checkouts', { order })
    return { id: order.id, pageUrl: body.payment.checkout_url }
  }

  return {
    deliver,
    sessionBeside,
    pay,
    placedOrder,
    paidOrder,
    payUnheard,
    unheardPayment,
    atPuente,
    refundsOf,
    transactionsOf,
    allTold,
  }
}
