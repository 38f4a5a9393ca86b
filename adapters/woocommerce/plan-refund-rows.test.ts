import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planRefundRows, type RefundRow, type ReversalToMirror } from './plan-refund-rows.ts'

const row = (id: number, amountMinor: bigint, reversalId: string | null = null): RefundRow => ({
  id,
  amountMinor,
  reversalId,
})
const reversal = (id: string, amountMinor: bigint, askedBy?: number): ReversalToMirror => ({
  id,
  amountMinor,
  requestKey: askedBy === undefined ? null : `woocommerce-refund-${askedBy}`,
  isDone: true,
})
const plan = (
  rows: RefundRow[],
  reversals: ReversalToMirror[],
  { totalMinor = 10_000n, overchargedMinor = 0n } = {},
) => planRefundRows({ rows, reversals, totalMinor, overchargedMinor })
const missing = (reversalId: string, amountMinor: bigint, beyondMinor = 0n) => ({
  reversalId,
  amountMinor,
  beyondMinor,
})
const NOTHING = { missing: [], adopted: [], surplus: [] }

describe('the refunds of an order that are missing in WooCommerce', () => {
  it('are those that have no row', () => {
    expect(plan([row(5, 2_500n, 'a')], [reversal('a', 2_500n), reversal('b', 1_000n)])).toEqual({
      ...NOTHING,
      missing: [missing('b', 1_000n)],
    })
  })

  it('are none of those that the plugin asked for, whatever amount its row has', () => {
    expect(plan([row(5, 2_000n)], [reversal('a', 2_500n, 5)])).toEqual(NOTHING)
  })

  it('have their row taken away where a second one stands for the same', () => {
    const asked = reversal('a', 2_500n, 7)
    const rows = [row(5, 2_500n, 'a'), row(6, 2_500n, 'a'), row(7, 2_500n)]
    expect(plan(rows, [asked])).toEqual({ ...NOTHING, surplus: [5, 6] })
    expect(plan(rows.slice(0, 2), [reversal('a', 2_500n)])).toEqual({ ...NOTHING, surplus: [6] })
  })

  it('count as made by a row of the same amount that somebody entered by hand, each row once', () => {
    const rows = [row(5, 2_500n)]
    expect(plan(rows, [reversal('a', 2_500n), reversal('b', 2_500n)])).toEqual({
      ...NOTHING,
      adopted: [{ rowId: 5, reversalId: 'a' }],
      missing: [missing('b', 2_500n)],
    })
    expect(plan(rows, [reversal('a', 2_400n)])).toMatchObject({ adopted: [] })
  })

  it('do not count as made by the row of another one that still waits', () => {
    const waits = { ...reversal('a', 2_500n, 5), isDone: false }
    expect(plan([row(5, 2_500n)], [waits, reversal('b', 2_500n)])).toEqual({
      ...NOTHING,
      missing: [missing('b', 2_500n)],
    })
  })

  it('stop at the total of the order: a fee or a tip is not in its books', () => {
    expect(plan([], [reversal('a', 10_425n)])).toEqual({
      ...NOTHING,
      missing: [missing('a', 10_000n, 425n)],
    })
    expect(plan([row(5, 6_000n, 'a')], [reversal('a', 6_000n), reversal('b', 4_425n)])).toEqual({
      ...NOTHING,
      missing: [missing('b', 4_000n, 425n)],
    })
  })

  it('stop at what rows by hand have left', () => {
    expect(plan([row(5, 9_000n)], [reversal('a', 2_500n)])).toEqual({
      ...NOTHING,
      missing: [missing('a', 1_000n, 1_500n)],
    })
  })

  it('begin where what was charged too much has been given back', () => {
    const overchargedMinor = 2_000n
    expect(plan([], [reversal('a', 2_000n)], { overchargedMinor })).toEqual({
      ...NOTHING,
      missing: [missing('a', 0n, 2_000n)],
    })
    expect(plan([], [reversal('a', 12_000n)], { overchargedMinor })).toEqual({
      ...NOTHING,
      missing: [missing('a', 10_000n, 2_000n)],
    })
  })

  it('once carried out are none, and the rows never go beyond the total', () => {
    const amounts = fc.bigInt({ min: 1n, max: 12_000n })
    fc.assert(
      fc.property(
        fc.array(amounts, { maxLength: 4 }),
        fc.array(fc.tuple(amounts, fc.boolean(), fc.option(fc.nat(4))), { maxLength: 4 }),
        fc.bigInt({ min: 0n, max: 500n }),
        (byHand, wanted, overchargedMinor) => {
          const rows = byHand.map((amount, index) => row(index, amount))
          const before = sumOf(rows)
          const reversals = wanted.map(([amount, isDone, askedBy], index) => ({
            ...reversal(`r${index}`, amount, askedBy ?? undefined),
            isDone,
          }))
          const options = { totalMinor: 10_000n, overchargedMinor }
          const first = plan(rows, reversals, options)
          const carriedOut = rows
            .filter(({ id }) => !first.surplus.includes(id))
            .map((one) => {
              const adopted = first.adopted.find(({ rowId }) => rowId === one.id)
              return adopted ? { ...one, reversalId: adopted.reversalId } : one
            })
          for (const [index, { reversalId, amountMinor }] of first.missing.entries()) {
            if (amountMinor > 0n) carriedOut.push(row(100 + index, amountMinor, reversalId))
          }
          const most = before > options.totalMinor ? before : options.totalMinor
          expect(sumOf(carriedOut) <= most).toBe(true)
          const second = plan(carriedOut, reversals, options)
          expect(second.adopted).toEqual([])
          expect(second.surplus).toEqual([])
          expect(second.missing.every(({ amountMinor }) => amountMinor === 0n)).toBe(true)
        },
      ),
    )
  })
})

const sumOf = (rows: readonly RefundRow[]): bigint =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
