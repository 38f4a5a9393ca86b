import { beforeAll, describe, expect, it } from 'vitest'
import { MONEY_KINDS, moneyByDay, timeToNotified } from '../../src/db/payments/money-by-day.ts'
import { type RowBehindMoney, rowsBehindMoney } from '../../src/db/payments/money-rows.ts'
import type { StoreId } from '../../src/domain/ids.ts'
import { addMs, HOUR } from '../../src/runtime/clock.ts'
import { fillWithRows, firstStores } from '../support/operator-rows.ts'
import { useWorld } from '../support/use-world.ts'

const world = useWorld()
const STORES = 60
const PAYMENTS = 3_000
const DAYS = 9
const end = new Date()
const start = addMs(end, -(DAYS - 2) * 24 * HOUR)

beforeAll(() =>
  fillWithRows(world, { stores: STORES, payments: PAYMENTS }, async (query) => {
    // Some days are before the window.
    const back = (number: string) => `${number} % ${DAYS} * interval '1 day'`
    await query(`UPDATE payments SET paid_at = paid_at - ${back('gateway_payment_id')},
      created_at = created_at - ${back('gateway_payment_id')}`)
    await query(`UPDATE declines SET declined_at = declined_at - ${back('id')}`)
    await query(`UPDATE refunds SET done_at = done_at - ${back('right(id, 6)::int / 20')}`)
    await query(
      `UPDATE tasks SET ended_at = ended_at - ${back('id')}, created_at = created_at - ${back('id')}`,
    )
  }),
)

const PAID = `FROM payments WHERE paid_at >= $1 AND paid_at < $2 AND store_id = ANY ($3)`
const REFUNDED = `FROM refunds WHERE done_at >= $1 AND done_at < $2 AND state = 'succeeded'
  AND store_id = ANY ($3)`
const DECLINED = `FROM declines WHERE declined_at >= $1 AND declined_at < $2
  AND store_id = ANY ($3)`
const day = (at: string) => `to_char(${at} - interval '6 hours', 'YYYY-MM-DD')`

const counted = async (what: string, storeIds: readonly StoreId[]): Promise<object[]> => {
  const { rows } = await world.puente.ctx.db.pool.query(what, [start, end, storeIds])
  return rows
}

const byDay = (rows: readonly { day: string; code?: string | null }[]) =>
  rows.toSorted((one, other) =>
    `${one.day} ${one.code}`.localeCompare(`${other.day} ${other.code}`, 'en'),
  )

describe.each([1, 3, STORES])('money of %i stores', (count) => {
  const storeIds = firstStores(count)
  const window = { storeIds, start, end }

  it('the sums of each day equal those of all rows', async () => {
    const { query } = world.puente.ctx.db
    const sums = (minor: string, at: string, rows: string) =>
      counted(
        `SELECT ${day(at)} AS day, currency, NULL AS code, count(*)::int AS count,
           sum(${minor})::bigint AS minor
         ${rows} GROUP BY 1, 2 ORDER BY 1`,
        storeIds,
      )
    const paid = await moneyByDay(query, 'paid', window)
    expect(paid.length).toBeGreaterThan(DAYS - 3)
    expect(byDay(paid)).toEqual(await sums('total_minor', 'paid_at', PAID))
    expect(byDay(await moneyByDay(query, 'refunded', window))).toEqual(
      await sums('amount_minor', 'done_at', REFUNDED),
    )
    const declined = await counted(
      `SELECT ${day('declined_at')} AS day, currency, code, count(*)::int AS count,
         sum(amount_minor)::bigint AS minor ${DECLINED} GROUP BY 1, 2, 3`,
      storeIds,
    )
    expect(byDay(await moneyByDay(query, 'declined', window))).toEqual(
      byDay(declined as { day: string }[]),
    )
  })

  it('the time until notification is reported by day', async () => {
    const { query } = world.puente.ctx.db
    const seconds = 'extract(epoch FROM ended_at - created_at)'
    const waited = await counted(
      `SELECT ${day('ended_at')} AS day, count(*)::int AS count,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds}) AS p50,
         percentile_cont(0.95) WITHIN GROUP (ORDER BY ${seconds}) AS p95
       FROM tasks WHERE ended_at >= $1 AND ended_at < $2 AND store_id = ANY ($3) AND state = 'done'
         AND kind = 'notify-storefront' GROUP BY 1 ORDER BY 1`,
      storeIds,
    )
    const found = await timeToNotified(query, { ...window, kind: 'notify-storefront' })
    expect(byDay(found)).toEqual(waited)
  })

  it.each(MONEY_KINDS)('the pages of %s rows contain each row once, newest first', async (kind) => {
    const { query } = world.puente.ctx.db
    const [at, rows] = {
      paid: ['paid_at', PAID],
      refunded: ['done_at', REFUNDED],
      declined: ['declined_at', DECLINED],
    }[kind]
    const wanted = await counted(`SELECT id::text ${rows} ORDER BY ${at} DESC, id DESC`, storeIds)
    const found: RowBehindMoney[] = []
    let page: RowBehindMoney[]
    do {
      const before = found.at(-1)
      const asked = { ...window, kind, currency: undefined, code: undefined, before, limit: 17 }
      page = await rowsBehindMoney(query, asked)
      found.push(...page)
    } while (page.length === 17)
    expect(found.map(({ id }) => ({ id }))).toEqual(wanted)
  })
})
