import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type PageRequest, readPage } from '../../src/db/lists/page-of-stores.ts'
import { fillWithRows, firstStores } from '../support/operator-rows.ts'
import { useWorld } from '../support/use-world.ts'

const world = useWorld()
const STORES = 60
const PAYMENTS = 3_000

beforeAll(() => fillWithRows(world, { stores: STORES, payments: PAYMENTS }))

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
  const storeIds = firstStores(count)

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
