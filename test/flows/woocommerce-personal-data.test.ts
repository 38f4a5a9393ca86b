import { describe, expect, it } from 'vitest'
import { decideHeldRefund, holdRefundsAbove } from '../support/held-refunds.ts'
import { settled } from '../support/settled.ts'
import { statementsOf } from '../support/statements.ts'
import { tablesHolding } from '../support/tables-holding.ts'
import { useWooShop } from '../support/use-woo-shop.ts'
import { WOO_STORE } from '../support/woo-world.ts'
import { eventually } from '../support/world.ts'

const { world, newOrder, refund, orderAtPuente } = useWooShop()

const query = () => world.puente.ctx.db.query
const keyOf = (id: number): string => world.woo.order(id).order_key
const named = (...ids: number[]) => ({
  orders: ids.map((id) => ({ id, order_key: keyOf(id) })),
})
const exportOf = (body: object, headers: Record<string, string> = {}) =>
  world.plugin('POST', '/v1/woocommerce/personal-data/export', body, { headers })
const erase = (body: object) => world.plugin('POST', '/v1/woocommerce/personal-data/erase', body)
/** Buys as a customer of this address. */
const paidBy = async (email: string): Promise<number> => {
  const id = newOrder()
  const request = world.payRequest(id) as { order: object }
  const billing = { first_name: 'Rosa', last_name: 'Olvido', email, phone: '+504 9999-1234' }
  const checkout = await world.plugin('POST', '/v1/woocommerce/checkouts', {
    ...request,
    order: { ...request.order, billing },
  })
  const link = await fetch(checkout.body.url, { redirect: 'manual' })
  await world.pay(link.headers.get('location') ?? '')
  await eventually(async () => world.woo.order(id).date_paid_gmt !== null)
  return id
}

describe('a customer of a WooCommerce shop who asks for their data', () => {
  it('the export names the customer, the payment and the refund in the language of the reader', async () => {
    const email = 'rosa.exporta@example.com'
    const id = await paidBy(email)
    await refund(id, 900, '1.00')
    const { status, body } = await exportOf(named(id), { 'accept-language': 'en' })
    expect(status).toBe(200)
    const own = body.orders.filter((one: { order_id: number }) => one.order_id === id)
    const fields = own.flatMap((one: { data: object[] }) => one.data)
    expect(fields).toContainEqual({ name: 'Customer', value: expect.stringContaining(email) })
    expect(fields).toContainEqual({ name: 'Payment', value: expect.stringContaining('paid') })
    expect(fields).toContainEqual({ name: 'Refund', value: expect.stringContaining('1.00') })
    const spanish = await exportOf(named(id), { 'accept-language': 'es' })
    expect(JSON.stringify(spanish.body)).toContain('"Cliente"')
  })

  it('the export holds nothing of another customer', async () => {
    const email = 'luis.ajeno@example.com'
    const [mine, other] = [await paidBy('rosa.sola@example.com'), await paidBy(email)]
    const { body } = await exportOf(named(mine))
    expect(JSON.stringify(body)).not.toContain(email)
    expect(JSON.stringify(body)).toContain('rosa.sola@example.com')
    expect(other).not.toBe(mine)
  })

  it('orders are found by their ids, without a search of all phones and event bodies', async () => {
    const id = await paidBy('rosa.indice@example.com')
    const asked = await statementsOf(async () => {
      const { body } = await exportOf(named(id))
      const events = body.orders.filter((one: { order_id: number }) => one.order_id === 0)
      expect(events).not.toEqual([])
      await erase(named(id))
    })
    const about = asked.statements.filter((text) =>
      /FROM inbox|FROM orders|from "orders"/.test(text),
    )
    expect(about).not.toEqual([])
    expect(about.filter((text) => /regexp_replace|position\(word/.test(text))).toEqual([])
  })

  it('an order key of another order exports and erases nothing', async () => {
    const id = await paidBy('de.antes@example.com')
    const wrong = { orders: [{ id, order_key: 'wc_order_of_a_restored_shop' }] }
    expect((await exportOf(wrong)).body).toEqual({ orders: [] })
    expect((await erase(wrong)).body.orders).toEqual([{ order_id: id, outcome: 'unknown' }])
    expect(await tablesHolding(query(), 'de.antes@example.com')).toContain('orders')
  })
})

describe('a customer of a WooCommerce shop who asks for erasure', () => {
  it('the customer is in no table, while the payment, its books and other customers stay', async () => {
    const email = 'rosa.borra@example.com'
    const id = await paidBy(email)
    const other = await paidBy('luis.sigue@example.com')
    await expect.poll(() => tablesHolding(query(), email)).not.toEqual([])
    const erased = await expect
      .poll(async () => (await erase(named(id))).body.orders, { timeout: 20_000 })
      .toEqual([{ order_id: id, outcome: 'erased' }])
      .then(() => erase(named(id)))
    expect(erased.body).toMatchObject({ retained: expect.stringContaining('conserva') })
    expect(await tablesHolding(query(), email)).toEqual([])
    const { order, payments } = await orderAtPuente(id)
    expect(order).toMatchObject({ status: 'paid', customer: {} })
    expect(payments[0]).toMatchObject({ state: 'paid', transaction_id: expect.any(String) })
    const { order: stays } = await orderAtPuente(other)
    expect(stays.customer).toMatchObject({ email: 'luis.sigue@example.com' })
  })

  it('the reason why a person rejected a refund goes too, and the decision stays', async () => {
    const id = await paidBy('rosa.rechazo@example.com')
    const { ctx } = world.puente
    await holdRefundsAbove(ctx, { store: WOO_STORE, minor: 0n })
    const { body } = await refund(id, 905, '1.00')
    await decideHeldRefund(ctx, body.refund, 'reject')
    await settled(world)
    expect((await orderAtPuente(id)).refunds[0].approval.why).toBe('Not agreed')
    await expect
      .poll(async () => (await erase(named(id))).body.orders, { timeout: 20_000 })
      .toEqual([{ order_id: id, outcome: 'erased' }])
    const [rejected] = (await orderAtPuente(id)).refunds
    expect(rejected.approval).toMatchObject({ state: 'rejected', why: null })
  })

  it('an order in flight is erased later, and holds up no other order', async () => {
    const [first, second] = [
      await paidBy('rosa.una@example.com'),
      await paidBy('rosa.otra@example.com'),
    ]
    await settled(world)
    const { order } = await orderAtPuente(second)
    const { task_id } = await query()
      .selectFrom('tasks')
      .innerJoin('orders', 'orders.id', 'tasks.order_id')
      .select('tasks.id as task_id')
      .where('orders.external_id', '=', String(second))
      .where('orders.store_id', '=', WOO_STORE)
      .where('tasks.state', '=', 'done')
      .executeTakeFirstOrThrow()
    const setTask = (state: 'running' | 'done') =>
      query().updateTable('tasks').set({ state }).where('id', '=', task_id).execute()
    await setTask('running')
    const both = named(first, second)
    await expect
      .poll(async () => (await erase(both)).body.orders, { timeout: 20_000 })
      .toEqual([
        { order_id: first, outcome: 'erased' },
        { order_id: second, outcome: 'later' },
      ])
      .finally(() => setTask('done'))
    expect((await orderAtPuente(first)).order.customer).toEqual({})
    expect((await orderAtPuente(second)).order.customer).toEqual(order.customer)
    await expect
      .poll(async () => (await erase(both)).body.orders[1].outcome, { timeout: 20_000 })
      .toBe('erased')
  })

  it('an erased order can still be refunded', async () => {
    const id = await paidBy('rosa.reembolso@example.com')
    await expect
      .poll(async () => (await erase(named(id))).body.orders[0].outcome, { timeout: 20_000 })
      .toBe('erased')
    const { status, body } = await refund(id, 901, '1.00')
    expect([status < 300, body.refund?.amount]).toEqual([true, '1.00'])
  })

  it('each request leaves a record without personal data', async () => {
    const id = await paidBy('rosa.registro@example.com')
    await exportOf(named(id))
    // Events of the payment may still be waiting.
    const also = named(id, newOrder())
    await expect
      .poll(async () => (await erase(also)).body.orders[0].outcome, { timeout: 20_000 })
      .toBe('erased')
    const rows = await query()
      .selectFrom('privacy_requests')
      .select(['topic', 'orders'])
      .where('store_id', '=', WOO_STORE)
      .where('source', '=', 'woocommerce')
      .execute()
    expect(rows).toContainEqual({ topic: 'export', orders: 1 })
    expect(rows).toContainEqual({ topic: 'erase', orders: 1 })
  })

  it('a request without keys, with too many orders or with odd ids is refused', async () => {
    for (const body of [
      { orders: [] },
      { orders: [{ id: 1 }] },
      { orders: [{ id: 0, order_key: 'wc_order_x' }] },
      { orders: Array.from({ length: 51 }, () => ({ id: 1, order_key: 'wc_order_x' })) },
    ]) {
      expect((await erase(body)).status).toBe(422)
      expect((await exportOf(body)).status).toBe(422)
    }
  })
})
