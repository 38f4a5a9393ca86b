import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RefundId } from '../../../src/domain/ids.ts'
import type { WooRefundRow } from './claim-refund-rows.ts'
import { planRefundRows, type RefundToMirror } from './plan-refund-rows.ts'

const NOW = new Date('2026-05-04T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

const row = (id: number, amountMinor: bigint, refundId: RefundId | null = null): WooRefundRow => ({
  id,
  amountMinor,
  refundId,
  adoptedFor: null,
  at: minutesAgo(60),
})
const refund = (id: string, amount_minor: bigint, askedBy?: number): RefundToMirror => ({
  id: RefundId.parse(id),
  amount_minor,
  idempotency_key: askedBy === undefined ? null : `woocommerce-refund-${askedBy}`,
  state: 'succeeded',
})
const plan = (
  rows: WooRefundRow[],
  refunds: RefundToMirror[],
  { totalMinor = 10_000n, overchargedMinor = 0n, unitMinor = 1n } = {},
) => {
  const all = { rows, refunds, totalMinor, overchargedMinor, unitMinor, now: NOW }
  const { booked: _, ...planned } = planRefundRows(all)
  return planned
}
const missing = (id: RefundId, amountMinor: bigint, beyondMinor = 0n) => ({
  refund: expect.objectContaining({ id }),
  amountMinor,
  beyondMinor,
})
const EMPTY = { missing: [], adopted: [], released: [], surplus: [], neverMade: [] }
const NOTHING = { ...EMPTY, waitMs: null }

describe('the plan of refund rows', () => {
  it('a refund without a row is missing', () => {
    expect(
      plan([row(5, 2_500n, RefundId.parse('a'))], [refund('a', 2_500n), refund('b', 1_000n)]),
    ).toEqual({
      ...NOTHING,
      missing: [missing(RefundId.parse('b'), 1_000n)],
    })
  })

  it('a refund that the plugin requested is booked, even if its row has another amount', () => {
    expect(plan([row(5, 2_000n)], [refund('a', 2_500n, 5)])).toEqual(NOTHING)
  })

  it('a second row of the same refund is surplus', () => {
    const asked = refund('a', 2_500n, 7)
    const rows = [
      row(5, 2_500n, RefundId.parse('a')),
      row(6, 2_500n, RefundId.parse('a')),
      row(7, 2_500n),
    ]
    expect(plan(rows, [asked])).toEqual({ ...NOTHING, surplus: [5, 6] })
    expect(plan(rows.slice(0, 2), [refund('a', 2_500n)])).toEqual({ ...NOTHING, surplus: [6] })
  })

  it('a manual row of the same amount counts for one refund only', () => {
    const rows = [row(5, 2_500n)]
    expect(plan(rows, [refund('a', 2_500n), refund('b', 2_500n)])).toEqual({
      ...NOTHING,
      adopted: [{ rowId: 5, refundId: 'a' }],
      missing: [missing(RefundId.parse('b'), 2_500n)],
    })
    expect(plan(rows, [refund('a', 2_400n)])).toMatchObject({ adopted: [] })
  })

  it('the row of an open refund does not count for another refund', () => {
    const waits = { ...refund('a', 2_500n, 5), state: 'requested' } as const
    expect(plan([row(5, 2_500n)], [waits, refund('b', 2_500n)])).toEqual({
      ...NOTHING,
      missing: [missing(RefundId.parse('b'), 2_500n)],
    })
  })

  it('rows stop at the total of the order: a fee or a tip is not in its books', () => {
    expect(plan([], [refund('a', 10_425n)])).toEqual({
      ...NOTHING,
      missing: [missing(RefundId.parse('a'), 10_000n, 425n)],
    })
    expect(
      plan([row(5, 6_000n, RefundId.parse('a'))], [refund('a', 6_000n), refund('b', 4_425n)]),
    ).toEqual({
      ...NOTHING,
      missing: [missing(RefundId.parse('b'), 4_000n, 425n)],
    })
  })

  it('rows stop at the remainder that manual rows leave', () => {
    expect(plan([row(5, 9_000n)], [refund('a', 2_500n)])).toEqual({
      ...NOTHING,
      missing: [missing(RefundId.parse('a'), 1_000n, 1_500n)],
    })
  })

  it('an overcharge is refunded first and gets no row', () => {
    const overchargedMinor = 2_000n
    expect(plan([], [refund('a', 2_000n)], { overchargedMinor })).toEqual({
      ...NOTHING,
      missing: [missing(RefundId.parse('a'), 0n, 2_000n)],
    })
    expect(plan([], [refund('a', 12_000n)], { overchargedMinor })).toEqual({
      ...NOTHING,
      missing: [missing(RefundId.parse('a'), 10_000n, 2_000n)],
    })
  })

  it('a refund waits while a row of the same amount is too young to judge', () => {
    const young = { ...row(5, 4_000n), at: minutesAgo(4) }
    const waits = { ...NOTHING, waitMs: 6 * 60_000 }
    expect(plan([young], [refund('a', 4_000n)])).toEqual(waits)
    const both = [refund('a', 4_000n), refund('b', 1_000n)]
    expect(plan([young], both)).toEqual({
      ...waits,
      missing: [missing(RefundId.parse('b'), 1_000n)],
    })
    const ahead = { ...young, at: minutesAgo(-60) }
    expect(plan([ahead], [refund('a', 4_000n)])).toMatchObject({ waitMs: 10 * 60_000 })
  })

  it('a refund waits rather than be cut by a young row that may be its own', () => {
    const young = { ...row(5, 4_000n), at: minutesAgo(0) }
    expect(plan([young], [refund('a', 7_000n)])).toEqual({ ...NOTHING, waitMs: 10 * 60_000 })
  })

  it('a refund is missing again when its adopted row turns out to belong to another refund', () => {
    const adopted = { ...row(5, 4_000n), adoptedFor: 'a' }
    const wanted = { ...NOTHING, released: [5], missing: [missing(RefundId.parse('a'), 4_000n)] }
    expect(plan([adopted], [refund('a', 4_000n), refund('b', 4_000n, 5)])).toEqual(wanted)
    const named = { ...adopted, refundId: 'b' }
    expect(plan([named], [refund('a', 4_000n), refund('b', 4_000n)])).toEqual(wanted)
  })

  it('a manual row is released, never deleted, when our own row replaces it', () => {
    const adopted = { ...row(5, 4_000n), adoptedFor: 'a' }
    const rows = [adopted, row(6, 4_000n, RefundId.parse('a'))]
    expect(plan(rows, [refund('a', 4_000n)])).toEqual({ ...NOTHING, released: [5] })
  })

  it('the row of a refund that was never made goes and makes room for others', () => {
    const never = { ...refund('a', 4_000n, 5), state: 'failed' } as const
    const neverMade = [{ rowId: 5, refund: never }]
    expect(plan([row(5, 4_000n)], [never])).toEqual({ ...NOTHING, neverMade })
    expect(plan([row(5, 4_000n, RefundId.parse('a'))], [never, refund('b', 10_000n)])).toEqual({
      ...NOTHING,
      neverMade,
      missing: [missing(RefundId.parse('b'), 10_000n)],
    })
    expect(plan([row(6, 4_000n)], [never])).toEqual(NOTHING)
  })

  it('a row never exceeds the remainder as WooCommerce rounds it to the displayed decimals', () => {
    const rows = [row(5, 1_275n, RefundId.parse('a'))]
    const all = [refund('a', 1_275n), refund('b', 2_725n)]
    const options = { totalMinor: 4_000n, unitMinor: 100n }
    expect(plan(rows, all, options)).toEqual({
      ...NOTHING,
      missing: [missing(RefundId.parse('b'), 2_700n, 25n)],
    })
    // WooCommerce rounds 12.50 to 13.
    const half = [refund('a', 1_250n), refund('b', 2_750n)]
    expect(plan([row(5, 1_250n, RefundId.parse('a'))], half, options)).toEqual({
      ...NOTHING,
      missing: [missing(RefundId.parse('b'), 2_700n, 50n)],
    })
  })

  it('a second plan is empty after the first, and rows never exceed the total', () => {
    const amounts = fc.bigInt({ min: 1n, max: 12_000n })
    fc.assert(
      fc.property(
        fc.array(amounts, { maxLength: 4 }),
        fc.array(fc.tuple(amounts, fc.boolean(), fc.option(fc.nat(4))), { maxLength: 4 }),
        fc.bigInt({ min: 0n, max: 500n }),
        (byHand, wanted, overchargedMinor) => {
          const rows = byHand.map((amount, index) => row(index, amount))
          const before = sumOf(rows)
          const refunds = wanted.map(([amount, isDone, askedBy], index) => ({
            ...refund(`r${index}`, amount, askedBy ?? undefined),
            state: isDone ? ('succeeded' as const) : ('requested' as const),
          }))
          const options = { totalMinor: 10_000n, overchargedMinor }
          const first = plan(rows, refunds, options)
          const carriedOut = rows
            .filter(({ id }) => !first.surplus.includes(id))
            .map((one) => {
              const adopted = first.adopted.find(({ rowId }) => rowId === one.id)
              return adopted ? { ...one, adoptedFor: adopted.refundId } : one
            })
          for (const [index, { refund, amountMinor }] of first.missing.entries()) {
            if (amountMinor > 0n) carriedOut.push(row(100 + index, amountMinor, refund.id))
          }
          const most = before > options.totalMinor ? before : options.totalMinor
          expect(sumOf(carriedOut) <= most).toBe(true)
          const second = plan(carriedOut, refunds, options)
          expect(second.adopted).toEqual([])
          expect(second.released).toEqual([])
          expect(second.surplus).toEqual([])
          expect(second.missing.every(({ amountMinor }) => amountMinor === 0n)).toBe(true)
        },
      ),
    )
  })
})

const sumOf = (rows: readonly WooRefundRow[]): bigint =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
