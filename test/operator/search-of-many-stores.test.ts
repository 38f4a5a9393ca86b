import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { storeNumber, storeOfPayment } from '../../bench/load/operator-rows.ts'
import { alertsByIds, openGroupsOfStores } from '../../src/db/alerts/alerts-of-stores.ts'
import { newestOf } from '../../src/db/lists/newest-of-stores.ts'
import { searchOrders } from '../../src/db/orders/order-search.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { groupKeyOf } from '../../src/texts/alerts/group-key.ts'
import { fillWithRows, firstStores } from '../support/operator-rows.ts'
import { useWorld } from '../support/use-world.ts'

const world = useWorld()
const STORES = 60
const PAYMENTS = 3_000
const PAYMENT = 1_234
const storeIds = firstStores(STORES)
const home = StoreId.parse(storeNumber(storeOfPayment(PAYMENT, STORES)))

beforeAll(() => fillWithRows(world, { stores: STORES, payments: PAYMENTS }))

const found = async (text: string, stores: readonly StoreId[] = storeIds) => {
  const search = { text, storeIds: stores, limit: 5 }
  return (await searchOrders(world.puente.ctx.db.query, search)).map(({ number }) => number)
}

describe('a search over many stores', () => {
  const texts = [
    String(PAYMENT),
    `E-${PAYMENT}`,
    `ana${PAYMENT}@example.com`,
    `ANA${PAYMENT}@Example.com`,
    `tx-${PAYMENT}`,
    `apellido${PAYMENT}`,
  ]

  it.each(texts)('%s finds its order', async (text) => {
    expect(await found(text)).toEqual([String(PAYMENT)])
  })

  it.each(texts)('%s is not found by a person without its store', async (text) => {
    const others = storeIds.filter((id) => id !== home)
    expect(await found(text, others)).toEqual([])
  })

  it('a common name finds the newest orders', async () => {
    expect(await found('ana')).toEqual(['3000', '2999', '2998', '2997', '2996'])
  })

  it('a charge without search terms, written by the previous version, finds its order', async () => {
    const { query } = world.puente.ctx.db
    await query.deleteFrom('order_search_terms').where('term', '=', 'tx-2345').execute()
    expect(await found('tx-2345')).toEqual([])
    await query
      .updateTable('payments')
      .set({ transaction_id: 'charge-2345' })
      .where('transaction_id', '=', 'tx-2345')
      .execute()
    expect(await found('charge-2345')).toEqual(['2345'])
  })

  it('the newest orders of stores that are quiet beside others are found too', async () => {
    const { query } = world.puente.ctx.db
    const newestNumbers = async (stores: readonly StoreId[]) => {
      const asked = { table: 'orders', columns: ['id', 'number'], rows: 40 } as const
      const { rows } = await sql<{ number: string }>`
        SELECT number FROM (${newestOf(stores, asked)}) AS newest ORDER BY id DESC`.execute(query)
      return rows.map(({ number }) => number)
    }
    const ofNewest = new Set(
      Array.from({ length: 40 }, (_, back) => storeOfPayment(PAYMENTS - back, STORES)),
    )
    const busy = storeIds.filter((_, number) => ofNewest.has(number))
    expect(busy.length).toBeGreaterThan(20)
    expect(await newestNumbers(busy)).toHaveLength(40)
    const quiet = storeIds.filter((_, number) => !ofNewest.has(number))
    const more = Array.from({ length: 30 }, (_, number) => StoreId.parse(`none-${number}`))
    const numbers = await newestNumbers([...quiet, ...more])
    expect(numbers).toHaveLength(quiet.length)
    expect(Number(numbers[0])).toBeGreaterThan(PAYMENTS - 3 * STORES)
  })

  it('an address with several orders finds the newest, whatever their stores', async () => {
    const { query } = world.puente.ctx.db
    const customer = JSON.stringify({ email: 'shared@example.com' })
    const numbers = ['11', '1500', '700', '2900', '61', '2']
    await query.updateTable('orders').set({ customer }).where('number', 'in', numbers).execute()
    expect(await found('shared@example.com')).toEqual(['2900', '1500', '700', '61', '11'])
  })
})

it('the groups of open alerts are those that messages use, newest first', async () => {
  const { query } = world.puente.ctx.db
  await query
    .updateTable('alerts')
    .set({ kind: 'alerts_not_delivered' })
    .where('id', '<', 12n)
    .execute()
  const groups = await openGroupsOfStores(query, { storeIds, alerts: 5_000, groups: 1_000 })
  const ids = groups.flat()
  expect(ids.length).toBeGreaterThan(20)
  const alerts = await alertsByIds(query, ids)
  const wanted = Map.groupBy(alerts, (alert) => JSON.stringify(groupKeyOf(alert)))
  expect(groups).toEqual([...wanted.values()].map((group) => group.map(({ id }) => id)))
})
