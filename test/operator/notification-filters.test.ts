import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { HOUR, SECOND } from '../../src/runtime/clock.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { connectTestStore, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const operator = useStarted(() => startOperatorApi(world))
const owner = personWith('olga', { main: 'owner' })
const SEGUNDA = StoreId.parse('segunda')

const get = async (path: string): Promise<Json> => {
  const answer = await operator.call(owner, 'GET', `/operator/v1/notifications${path}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const all = async (filter: string, limit = 100): Promise<Json[]> => {
  const rows: Json[] = []
  for (let cursor = ''; ; ) {
    const page = await get(`?limit=${limit}${filter}${cursor}`)
    rows.push(...page.data)
    if (page.next_cursor === null) return rows
    cursor = `&cursor=${page.next_cursor}`
  }
}
const idsOf = (rows: Json[]): string[] => rows.map(({ id }) => id)

/** More rows than a page scans for a filter. */
const MANY = 6_000
/** Retention deletes older notifications. */
const hoursAgo = (hours: number): string =>
  new Date(Math.floor(Date.now() / HOUR) * HOUR - hours * HOUR).toISOString()
const later = (at: string, seconds: number): string =>
  new Date(Date.parse(at) + seconds * SECOND).toISOString()
const DAY_ONE = hoursAgo(60)
const DAY_TWO = hoursAgo(48)

/** Notifications a second apart, which a shop accepted. */
const tell = async (
  {
    count,
    type,
    at,
    note = null,
  }: { count: number; type: string; at: string; note?: string | null },
  storeId = TEST_STORE,
): Promise<void> => {
  const kind = type === 'payment_method.saved' ? 'notify-saved-card' : 'notify-storefront'
  const payload = kind === 'notify-saved-card' ? { messageId: 'm' } : { type, messageId: 'm' }
  await sql`
    INSERT INTO tasks (kind, store_id, payload, needs, state, note, run_at, created_at, ended_at)
    SELECT ${kind}::text, ${storeId}::text, ${JSON.stringify(payload)}::jsonb, 'shop', 'done', ${note}::text, at, at, at
    FROM generate_series(1, ${count}::int) n, LATERAL (
      SELECT ${at}::timestamptz + n * interval '1 second' AS at
    ) time`.execute(world.puente.ctx.db.query)
}

beforeAll(async () => {
  await connectTestStore(world.puente, { id: SEGUNDA, notifyUrl: null })
  await tell({ count: 3, type: 'order.payment_expired', at: DAY_ONE })
  await tell({ count: 2, type: 'payment_method.saved', at: DAY_ONE })
  await tell({ count: 2, type: 'order.payment_expired', at: DAY_ONE, note: 'left-out' })
  await tell({ count: 2, type: 'order.payment_expired', at: DAY_ONE }, SEGUNDA)
  await tell({ count: MANY, type: 'order.paid', at: DAY_TWO })
  // A moved clock: a newer row of an earlier time.
  await tell({ count: 1, type: 'order.refunded', at: hoursAgo(61) })
})

describe('notifications of all stores', () => {
  it('pages lead to a rare type beneath thousands of another', async () => {
    const expired = await all('&type=order.payment_expired')
    expect(expired.map(({ type }) => type)).toEqual(Array(7).fill('order.payment_expired'))
    const saved = await all('&type=payment_method.saved')
    expect(saved.map(({ type }) => type)).toEqual(Array(2).fill('payment_method.saved'))
    expect(await all('&type=order.voided')).toEqual([])
  })

  it('pages lead to an earlier day beneath thousands of later notifications', async () => {
    const rows = await all(`&to=${DAY_TWO}`)
    expect(rows).toHaveLength(10)
    expect(rows.at(0)?.type).toBe('order.refunded')
  })

  it('the start of a period belongs to it, and its end does not', async () => {
    const [from, to] = [later(DAY_TWO, 10), later(DAY_TWO, 20)]
    const rows = await all(`&from=${from}&to=${to}`)
    expect(rows).toHaveLength(10)
    expect(rows.at(0)?.created_at).toBe(later(DAY_TWO, 19))
    expect(rows.at(-1)?.created_at).toBe(from)
    expect(await all(`&from=${from}&to=${from}`)).toEqual([])
  })

  it.each([
    ['a type', '&type=order.payment_expired'],
    ['a time', `&to=${DAY_TWO}`],
    ['type, time and state', `&to=${DAY_TWO}&type=order.payment_expired&state=told`],
    ['time and state', `&to=${DAY_TWO}&state=left_out`],
    ['time and store', `&to=${DAY_TWO}&store_id=segunda`],
  ])('pages of one row by %s contain each notification once', async (_, filter) => {
    const whole = await all(filter)
    expect(whole.length).toBeGreaterThan(1)
    expect(idsOf(await all(filter, 1))).toEqual(idsOf(whole))
  })

  it('type, state, time and store restrict the list together', async () => {
    const expired = `&type=order.payment_expired&to=${DAY_TWO}`
    expect(await all(`${expired}&state=left_out`)).toHaveLength(2)
    expect(await all(`${expired}&state=told`)).toHaveLength(5)
    expect(await all(`${expired}&state=told&store_id=segunda`)).toHaveLength(2)
    expect(await all(`${expired}&from=${DAY_TWO}`)).toEqual([])
  })

  it('a state that few have lies beneath thousands of others, and pages lead to it', async () => {
    expect(await all(`&state=left_out&from=${hoursAgo(72)}`)).toHaveLength(2)
  })

  it.each(['type=order.odd', 'type=%00', 'from=yesterday', 'to=2026-02-30T00:00:00Z', 'since=1'])(
    'the filter %s is refused and named',
    async (filter) => {
      const path = `/operator/v1/notifications?${filter}`
      const [name = ''] = filter.split('=')
      const answer = await operator.call(owner, 'GET', path)
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_fields' } })
      expect(JSON.stringify(answer.body.errors)).toContain(name)
    },
  )
})
