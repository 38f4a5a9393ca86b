import { describe, expect, it } from 'vitest'
import { RefundId } from '../../../../domain/ids.ts'
import {
  type ActualRefund,
  doubtOfRefund,
  type RefundEventFacts,
  refundEvidenceSince,
} from './doubt-of-refund.ts'

const START = Date.parse('2026-05-04T15:00:00.000Z')
const at = (minutes: number): Date => new Date(START + minutes * 60_000)
const DAY_MINUTES = 24 * 60

const made = (
  amount_minor: bigint,
  minutes: number,
  over: Partial<ActualRefund> = {},
): ActualRefund => ({
  id: RefundId.parse(`ref_${amount_minor}_${minutes}`),
  origin: 'portal',
  amount_minor,
  created_at: at(minutes),
  done_at: at(minutes),
  idempotency_key: null,
  confirmed_at: null,
  ...over,
})
const event = (amount_minor: bigint, minutes: number): RefundEventFacts => ({
  amount_minor,
  refunded_at: at(minutes),
})

const doubt = (
  amount_minor: bigint,
  refunds: ActualRefund[],
  events: RefundEventFacts[] = [],
  reading?: 'single' | 'sum',
) => doubtOfRefund({ amount_minor }, { made: refunds, events, requestedAt: at(0), reading })

describe('a refund that Puente is about to send', () => {
  it('a send without an answer is recognised although the gateway cuts its time to whole seconds', () => {
    const send = {
      at: new Date(START + 700).toISOString(),
      kind: 'refund' as const,
      answer: 'none' as const,
    }
    const askedAt = refundEvidenceSince({ sends: [send], created_at: at(-5) })
    const ours = made(10n, -10, { origin: 'store', idempotency_key: 'k' })
    const shown = { made: [ours, made(10n, 0)], events: [event(10n, -10), event(20n, 0)] }
    const doubted = doubtOfRefund(
      { amount_minor: 10n },
      { ...shown, requestedAt: askedAt, reading: 'single' },
    )
    expect(doubted).toBe('refunded_meanwhile')
  })

  it('the refund waits if its amount was refunded after the request, with or without an event', () => {
    expect(doubt(10n, [made(10n, 5)])).toBe('refunded_meanwhile')
    expect(doubt(10n, [made(10n, 5)], [event(10n, 5)])).toBe('refunded_meanwhile')
  })

  it('the refund waits if its amount was refunded within the day before, as the request may be a repetition', () => {
    expect(doubt(10n, [made(10n, -60)], [event(10n, -60)])).toBe('refunded_meanwhile')
    const earlier = -2 * DAY_MINUTES
    expect(doubt(10n, [made(10n, earlier)], [event(10n, earlier)])).toBeUndefined()
  })

  it('the refund waits if no event explains a portal refund, however old', () => {
    expect(doubt(10n, [made(5n, -9 * DAY_MINUTES)])).toBe('changed_unexplained')
  })

  it('the refund is sent if events explain the other amounts, as single refunds or as sums', () => {
    const refunds = [made(5n, -20), made(12n, -10)]
    expect(doubt(10n, refunds, [event(5n, -20), event(12n, -10)])).toBeUndefined()
    expect(doubt(10n, refunds, [event(5n, -20), event(17n, -10)])).toBeUndefined()
    expect(doubt(10n, [made(5n, 5)], [event(5n, 5)])).toBeUndefined()
  })

  it('the refund waits for review if a larger refund made since may be a sum that includes it, unless events are known to be single', () => {
    const refunds = [made(25n, 5)]
    expect(doubt(10n, refunds, [event(25n, 5)])).toBe('refunded_meanwhile')
    expect(doubt(10n, refunds, [event(25n, 5)], 'single')).toBeUndefined()
    expect(doubt(10n, refunds, [event(25n, 5)], 'sum')).toBe('refunded_meanwhile')
  })

  it('the refund time in the event counts, not the time Puente recorded it', () => {
    expect(doubt(10n, [made(25n, 5)], [event(25n, -5)])).toBeUndefined()
  })

  it('the refund is sent if an operator or a store request has claimed the other refund', () => {
    expect(doubt(10n, [made(10n, 5, { confirmed_at: at(6) })])).toBeUndefined()
    expect(doubt(10n, [made(10n, 5, { idempotency_key: 'row-1' })])).toBeUndefined()
    expect(doubt(10n, [made(10n, 5, { origin: 'store' })])).toBeUndefined()
  })
})

describe('a payment with 200 portal refunds', () => {
  const count = 200
  // With powers of two, each subset has a different sum.
  const amounts = Array.from({ length: count }, (_, index) => 2n ** BigInt(index))
  const refunds = amounts.map((amount, index) => made(amount, index - 2 * DAY_MINUTES))
  const singles = amounts.map((amount, index) => event(amount, index - 2 * DAY_MINUTES))
  const sums = amounts.map((amount, index) => event(2n * amount - 1n, index - 2 * DAY_MINUTES))

  it('another refund is sent if events explain all of them', () => {
    expect(doubt(3n, refunds, singles)).toBeUndefined()
    expect(doubt(3n, refunds, sums)).toBeUndefined()
  })

  it('another refund waits if explaining one would exceed the bound on additions', () => {
    const [untold] = [made(2n ** BigInt(count) - 2n ** BigInt(count / 2), -DAY_MINUTES)]
    expect(doubt(3n, [untold], singles)).toBe('changed_unexplained')
    expect(doubt(3n, [untold], singles.toSpliced(0, count / 2))).toBeUndefined()
  })

  it('equal amounts stay within the bound on additions', () => {
    const equal = amounts.map((_, index) => made(100n, index - 2 * DAY_MINUTES))
    const events = equal.map(({ created_at }) => ({ amount_minor: 100n, refunded_at: created_at }))
    expect(doubt(300n, equal, events)).toBeUndefined()
    expect(doubt(300n, equal, events.slice(1))).toBe('changed_unexplained')
  })
})
