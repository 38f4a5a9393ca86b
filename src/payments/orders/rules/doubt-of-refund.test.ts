import { describe, expect, it } from 'vitest'
import { RefundId } from '../../../domain/ids.ts'
import { doubtOfRefund, type MadeRefund, type ToldRefund } from './doubt-of-refund.ts'

const START = Date.parse('2026-05-04T15:00:00.000Z')
const at = (minutes: number): Date => new Date(START + minutes * 60_000)
const DAY_MINUTES = 24 * 60

const made = (
  amount_minor: bigint,
  minutes: number,
  over: Partial<MadeRefund> = {},
): MadeRefund => ({
  id: RefundId.parse(`ref_${amount_minor}_${minutes}`),
  origin: 'portal',
  amount_minor,
  created_at: at(minutes),
  done_at: at(minutes),
  idempotency_key: null,
  confirmed_at: null,
  ...over,
})
const event = (amount_minor: bigint, minutes: number): ToldRefund => ({
  amount_minor,
  refunded_at: at(minutes),
})

/** Requested at minute 0. */
const doubt = (
  amount_minor: bigint,
  refunds: MadeRefund[],
  told: ToldRefund[] = [],
  reading?: 'single' | 'sum',
) => doubtOfRefund({ amount_minor }, { made: refunds, told, askedAt: at(0), reading })

describe('a refund that is about to be sent', () => {
  it('waits when its amount was refunded since, with or without an event', () => {
    expect(doubt(10n, [made(10n, 5)])).toBe('refunded_meanwhile')
    expect(doubt(10n, [made(10n, 5)], [event(10n, 5)])).toBe('refunded_meanwhile')
  })

  it('waits when its amount was refunded within the day before: a request may be repeated', () => {
    expect(doubt(10n, [made(10n, -60)], [event(10n, -60)])).toBe('refunded_meanwhile')
    const earlier = -2 * DAY_MINUTES
    expect(doubt(10n, [made(10n, earlier)], [event(10n, earlier)])).toBeUndefined()
  })

  it('waits, whenever that was, when no event tells of a refund of the portal', () => {
    expect(doubt(10n, [made(5n, -9 * DAY_MINUTES)])).toBe('changed_unexplained')
  })

  it('is sent when events tell of other amounts, as single refunds or as sums', () => {
    const refunds = [made(5n, -20), made(12n, -10)]
    expect(doubt(10n, refunds, [event(5n, -20), event(12n, -10)])).toBeUndefined()
    expect(doubt(10n, refunds, [event(5n, -20), event(17n, -10)])).toBeUndefined()
    expect(doubt(10n, [made(5n, 5)], [event(5n, 5)])).toBeUndefined()
  })

  it('waits when a larger refund came since that may be a sum with it, unless events are known to be single', () => {
    const refunds = [made(25n, 5)]
    expect(doubt(10n, refunds, [event(25n, 5)])).toBe('refunded_meanwhile')
    expect(doubt(10n, refunds, [event(25n, 5)], 'single')).toBeUndefined()
    expect(doubt(10n, refunds, [event(25n, 5)], 'sum')).toBe('refunded_meanwhile')
  })

  it('goes by the time of the refund, not of its event', () => {
    expect(doubt(10n, [made(25n, 5)], [event(25n, -5)])).toBeUndefined()
  })

  it('is sent when a person or a request of the store has claimed the other refund', () => {
    expect(doubt(10n, [made(10n, 5, { confirmed_at: at(6) })])).toBeUndefined()
    expect(doubt(10n, [made(10n, 5, { idempotency_key: 'row-1' })])).toBeUndefined()
    expect(doubt(10n, [made(10n, 5, { origin: 'store' })])).toBeUndefined()
  })
})

describe('a payment with 200 refunds of the portal', () => {
  const count = 200
  // Powers of two have a different sum for each of their subsets.
  const amounts = Array.from({ length: count }, (_, index) => 2n ** BigInt(index))
  const refunds = amounts.map((amount, index) => made(amount, index - 2 * DAY_MINUTES))
  const singles = amounts.map((amount, index) => event(amount, index - 2 * DAY_MINUTES))
  const sums = amounts.map((amount, index) => event(2n * amount - 1n, index - 2 * DAY_MINUTES))

  it('still has another refund sent when its events explain each of them', () => {
    expect(doubt(3n, refunds, singles)).toBeUndefined()
    expect(doubt(3n, refunds, sums)).toBeUndefined()
  })

  it('asks a person when a refund would take too many additions to explain', () => {
    const [untold] = [made(2n ** BigInt(count) - 2n ** BigInt(count / 2), -DAY_MINUTES)]
    expect(doubt(3n, [untold], singles)).toBe('changed_unexplained')
    expect(doubt(3n, [untold], singles.toSpliced(0, count / 2))).toBeUndefined()
  })

  it('costs no more for equal amounts', () => {
    const equal = amounts.map((_, index) => made(100n, index - 2 * DAY_MINUTES))
    const told = equal.map(({ created_at }) => ({ amount_minor: 100n, refunded_at: created_at }))
    expect(doubt(300n, equal, told)).toBeUndefined()
    expect(doubt(300n, equal, told.slice(1))).toBe('changed_unexplained')
  })
})
