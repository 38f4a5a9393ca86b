import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertOperatorRows, storeNumber } from '../../bench/load/operator-rows.ts'
import { type PageRequest, readPage } from '../../src/db/lists/page-of-stores.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { useWorld } from '../support/use-world.ts'
import { TEST_STORE } from '../support/world.ts'

const world = useWorld()
const STORES = 60
const PAYMENTS = 3_000
const of = (count: number) =>
  Array.from({ length: count }, (_, number) => StoreId.parse(storeNumber(number)))

beforeAll(async () => {
  const client = await world.puente.ctx.db.pool.connect()
  try {
    const query = async <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> =>
      (await client.query(text, values)).rows
    const rows = { template: TEST_STORE, stores: STORES, payments: PAYMENTS }
    await insertOperatorRows({ query }, rows)
  } finally {
    client.release(true)
  }
})

type Asked = Omit<PageRequest, 'before' | 'limit' | 'storeIds'>

const ASKED: [string, Asked][] = [
  ['orders', { table: 'orders' }],
  ['orders by a status that is rare', { table: 'orders', filter: sql`row.status = 'on_hold'` }],
  ['orders by a status that none has', { table: 'orders', filter: sql`row.status = 'voided'` }],
  ['payments', { table: 'payments' }],
  ['refunds by state', { table: 'refunds', filter: sql`row.state = 'waiting'` }],
  ['open alerts', { table: 'alerts', indexed: sql`row.closed_at IS NULL`, isIndexedById: true }],
  ['open alerts, store by store', { table: 'alerts', indexed: sql`row.closed_at IS NULL` }],
  ['dead tasks', { table: 'tasks', indexed: sql`row.state = 'dead'`, isIndexedById: true }],
  ['dead tasks, store by store', { table: 'tasks', indexed: sql`row.state = 'dead'` }],
  ['tasks by state', { table: 'tasks', filter: sql`row.state = 'done'` }],
  ['reconciliations', { table: 'reconciliations' }],
  ['keys', { table: 'api_keys' }],
]

describe.each([1, 3, STORES])('pages of %i stores', (count) => {
  const storeIds = of(count)

  it.each(ASKED)('the pages of %s contain each row once, newest first', async (_, asked) => {
    const { query } = world.puente.ctx.db
    const { rows } = await sql<{ id: string }>`
      SELECT id::text AS id FROM ${sql.table(asked.table)} AS row
      WHERE store_id = ANY (${storeIds}::text[]) AND ${asked.indexed ?? sql`true`}
        AND ${asked.filter ?? sql`true`}
      ORDER BY row.id DESC`.execute(query)
    const found: string[] = []
    let before: string | undefined
    let pages = 0
    do {
      const request = { ...asked, storeIds, before, limit: 17, window: 200 }
      const page = await readPage(query, request)
      expect(page.ids.length).toBeLessThanOrEqual(17)
      found.push(...page.ids)
      before = page.next
      pages++
    } while (before !== undefined && pages < 1_000)
    expect(found).toEqual(rows.map(({ id }) => id))
  })
})

it('a page of no stores is empty', async () => {
  const { query } = world.puente.ctx.db
  const nobody = { table: 'orders', storeIds: [], before: undefined, limit: 5 } as const
  expect(await readPage(query, nobody)).toEqual({ ids: [], next: undefined })
})
