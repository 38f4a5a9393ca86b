import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { findOneOrder } from '../../src/cli/orders/find-order.ts'
import { latestOrders, searchOrders } from '../../src/db/orders/order-search.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { updateOrder, updatePayment } from '../../src/payments/orders/change-held.ts'
import { holdOrder, writeHeld } from '../../src/payments/orders/held-order.ts'
import { merchantOf } from '../support/merchant.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { statementsOf } from '../support/statements.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { connectTestStore, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()

const TERMS_MIGRATION = '0024-search-terms-of-former-versions.sql'
const OTHER_STORE = StoreId.parse('otra')

const operator = useStarted(() => startOperatorApi(world))
const owner = personWith('owner', { main: 'owner' })

let paid: { id: string; gatewayId: string; transactionId: string }
beforeAll(async () => {
  const otherKey = await connectTestStore(world.puente, { id: OTHER_STORE, notifyUrl: null })
  paid = await merchantOf(world, { prefix: 'S' }).paid({
    number: '#1001',
    customer: { name: 'Ana', email: 'Ana.Mejia@example.com' },
  })
  await merchantOf(world, { prefix: 'O', apiKey: otherKey }).open({ number: '#1001' })
})

const found = async (text: string, ...storeIds: StoreId[]) => {
  const orders = await searchOrders(world.puente.ctx.db.query, { text, storeIds, limit: 50 })
  return orders.map(({ store_id, external_id }) => [store_id, external_id])
}
const idsOfPaid = async () => {
  const { rows } = await sql<{ order: string; payment: string }>`
    SELECT orders.id AS order, payments.id AS payment FROM orders
    JOIN payments ON payments.id = orders.current_payment_id
    WHERE external_id = ${paid.id}`.execute(world.puente.ctx.db.query)
  return rows[0] ?? { order: '', payment: '' }
}

describe('a search for orders', () => {
  it('a number finds the order in each store that has it', async () => {
    const both = await found('#1001', TEST_STORE, OTHER_STORE)
    expect(both.map(([store]) => store)).toEqual([OTHER_STORE, TEST_STORE])
    expect(await found('#1001', TEST_STORE)).toEqual([[TEST_STORE, paid.id]])
  })

  it("the store's id, our ids and the gateway's number find an order", async () => {
    const { order, payment } = await idsOfPaid()
    for (const text of [paid.id, order, payment, paid.gatewayId]) {
      expect(await found(text, TEST_STORE, OTHER_STORE), text).toEqual([[TEST_STORE, paid.id]])
    }
  })

  it('a transaction and an e-mail address in any case find an order across stores', async () => {
    for (const text of [paid.transactionId, 'ana.mejia@EXAMPLE.com']) {
      expect(await found(text, TEST_STORE, OTHER_STORE), text).toEqual([[TEST_STORE, paid.id]])
    }
  })

  it('a transaction written by the previous version finds its order', async () => {
    const { query } = world.puente.ctx.db
    await query.deleteFrom('order_search_terms').execute()
    expect(await found(paid.transactionId, TEST_STORE)).toEqual([[TEST_STORE, paid.id]])
    expect(await found(paid.transactionId, TEST_STORE, OTHER_STORE)).toEqual([
      [TEST_STORE, paid.id],
    ])
    const file = new URL(`../../src/db/migrations/${TERMS_MIGRATION}`, import.meta.url)
    await sql.raw(readFileSync(file, 'utf8')).execute(query)
    const terms = await query.selectFrom('order_search_terms').select('term').execute()
    expect(terms.map(({ term }) => term)).toContain(paid.transactionId)
  })

  it("the merchant API returns the store's own results", async () => {
    const searched = async (text: string, more = '') => {
      const path = `/v1/orders?search=${encodeURIComponent(text)}${more}`
      return world.api('GET', path)
    }
    const { order, payment } = await idsOfPaid()
    const texts = ['#1001', paid.id, order, payment, paid.gatewayId, paid.transactionId]
    for (const text of [...texts, 'ana.mejia@example.com']) {
      const { body } = await searched(text)
      expect(
        body.data.map((each: Json) => each.order.id),
        text,
      ).toEqual([paid.id])
      expect(body.next_cursor).toBeNull()
    }
    expect((await searched('nadie@example.com')).body.data).toEqual([])
    const combined = await searched('#1001', '&status=paid')
    expect([combined.status, combined.body.errors[0].path]).toEqual([422, 'search'])
  })

  it("a search excludes other stores' orders", async () => {
    const { order, payment } = await idsOfPaid()
    for (const text of [order, payment, paid.id, paid.gatewayId, paid.transactionId]) {
      expect(await found(text, OTHER_STORE), text).toEqual([])
    }
  })

  it('an unknown text finds no order, whatever its characters', async () => {
    for (const text of ['', '%', "' OR true --", '999999999999999999', 'nadie@example.com']) {
      expect(await found(text, TEST_STORE), text).toEqual([])
    }
  })
})

describe('the latest orders', () => {
  it('the list covers one or all stores, and one or all states', async () => {
    const { query } = world.puente.ctx.db
    const latest = async (storeId?: StoreId, status?: 'paid' | 'awaiting_payment') =>
      (await latestOrders(query, { storeId, status, limit: 50 })).map(({ store_id }) => store_id)
    expect(await latest()).toEqual([OTHER_STORE, TEST_STORE])
    expect(await latest(undefined, 'paid')).toEqual([TEST_STORE])
    expect(await latest(OTHER_STORE, 'awaiting_payment')).toEqual([OTHER_STORE])
    expect(await latest(OTHER_STORE, 'paid')).toEqual([])
  })
})

describe('search terms', () => {
  it('the statement that changes a payment writes its terms and stays a HOT update', async () => {
    const { ctx } = world.puente
    const { order } = await merchantOf(world, { prefix: 'H' })
      .open()
      .then(({ id }) => merchantOf(world).read(id))
    const orderId = await ctx.db.query
      .selectFrom('orders')
      .select('id')
      .where('external_id', '=', order.id)
      .executeTakeFirstOrThrow()
    const { statements } = await statementsOf(() =>
      ctx.db.query.transaction().execute(async (trx) => {
        const held = await holdOrder(trx, ctx, orderId.id)
        const [payment] = held.payments
        if (!payment) throw new Error('no payment')
        const paid_at = held.now
        updatePayment(held, payment.id, { state: 'paid', transaction_id: 'trx-in-place', paid_at })
        updateOrder(held, { status: 'paid', paid_at })
        await writeHeld(trx, held)
        const { rows } = await sql<{ table: string; updated: number; inPlace: number }>`
          SELECT relname AS table, n_tup_upd::int AS updated, n_tup_hot_upd::int AS "inPlace"
          FROM pg_stat_xact_user_tables
          WHERE schemaname = 'puente' AND relname IN ('orders', 'payments') ORDER BY 1`.execute(trx)
        expect(rows).toEqual([
          { table: 'orders', updated: 1, inPlace: 1 },
          { table: 'payments', updated: 1, inPlace: 1 },
        ])
      }),
    )
    const writing = statements.filter((text) => text.includes('INTO order_search_terms'))
    expect(writing).toEqual([expect.stringContaining('UPDATE payments')])
    expect(await found('trx-in-place', TEST_STORE, OTHER_STORE)).toEqual([[TEST_STORE, order.id]])
  })
})

describe('an order number copied from an e-mail or page', () => {
  beforeAll(async () => {
    const merchant = merchantOf(world, { prefix: 'C' })
    await merchant.open({ number: '#7001' })
    await merchant.open({ number: '7001' })
  })
  const numbers = async (text: string) => {
    const orders = await searchOrders(world.puente.ctx.db.query, {
      ...{ text, storeIds: [TEST_STORE], limit: 50 },
    })
    return orders.map(({ number }) => number)
  }

  it.each(['#7001', '\u200b #7001 \u200f', '# 7001'])(
    '%j finds the number, exact match first',
    async (text) => {
      expect(await numbers(text)).toEqual(text === '# 7001' ? ['7001', '#7001'] : ['#7001', '7001'])
    },
  )

  it.each(['7001', 'N° 7001', 'Nº7001', 'No. 7001', ' 7001\n', '\ufeff7001'])(
    '%j finds the number in both APIs and by a command, exact match first',
    async (text) => {
      expect(await numbers(text)).toEqual(['7001', '#7001'])
      const search = encodeURIComponent(text)
      const { body } = await world.api('GET', `/v1/orders?search=${search}`)
      expect(body.data.map(({ order }: Json) => order.number)).toEqual(['7001', '#7001'])
      const answer = await operator.call(owner, 'GET', `/operator/v1/orders?search=${search}`)
      expect(answer.body.data.map(({ number }: Json) => number)).toEqual(['7001', '#7001'])
      const { query } = world.puente.ctx.db
      if (text.trim() !== '7001') return
      expect((await findOneOrder(query, { text, storeId: TEST_STORE })).order.number).toBe('7001')
    },
  )
})
