import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RefundId } from '../../../domain/ids.ts'
import { type ChargeFacts, matchRefunds, type RefundFacts } from './match-refunds.ts'

const refund = (over: Partial<RefundFacts> = {}): RefundFacts => ({
  id: RefundId.parse('ref_1'),
  kind: 'refund',
  state: 'requested',
  amount_minor: 30n,
  ...over,
})
const paid = (over: Partial<ChargeFacts> = {}): ChargeFacts => ({
  state: 'partially_refunded',
  amount_minor: 100n,
  total_minor: null,
  refunded_minor: 30n,
  ...over,
})
const NOTHING = { done: [], found: [], impossible: [] }

describe('more was refunded than is known', () => {
  it('what was asked for is done, whether its answer came or not', () => {
    for (const state of ['requested', 'unknown', 'accepted'] as const) {
      expect(matchRefunds(paid(), [refund({ state })])).toEqual({
        ...NOTHING,
        done: [{ id: 'ref_1', kind: 'refund' }],
      })
    }
  })

  it('what was not asked for yet is somebody else’s doing', () => {
    for (const state of ['pending', 'waiting'] as const) {
      expect(matchRefunds(paid(), [refund({ state })])).toEqual({
        ...NOTHING,
        found: [{ kind: 'refund', amount_minor: 30n }],
      })
    }
  })

  it('less than was asked for is somebody else’s, more is both', () => {
    expect(matchRefunds(paid({ refunded_minor: 20n }), [refund()]).found).toEqual([
      { kind: 'refund', amount_minor: 20n },
    ])
    expect(matchRefunds(paid({ refunded_minor: 50n }), [refund()])).toEqual({
      ...NOTHING,
      done: [{ id: 'ref_1', kind: 'refund' }],
      found: [{ kind: 'refund', amount_minor: 20n }],
    })
  })

  it('an unanswered refund is ours when 200 events would take too many additions to explain the rise', () => {
    const told = Array.from({ length: 200 }, (_, index) => 2n * BigInt(index + 1))
    const facts = paid({ total_minor: 30_001n, refunded_minor: 30_001n })
    const lost = refund({ state: 'unknown', amount_minor: 30_001n })
    expect(matchRefunds(facts, [lost], told).done).toEqual([{ id: 'ref_1', kind: 'refund' }])
  })

  it('what events explain by other refunds is not ours, whose answer was lost', () => {
    const lost = refund({ state: 'unknown' })
    expect(matchRefunds(paid({ refunded_minor: 50n }), [lost], [50n])).toEqual({
      ...NOTHING,
      found: [{ kind: 'refund', amount_minor: 50n }],
    })
    for (const toldMinor of [[50n, 30n], [50n]]) {
      expect(matchRefunds(paid({ refunded_minor: 80n }), [lost], toldMinor)).toEqual({
        ...NOTHING,
        done: [{ id: 'ref_1', kind: 'refund' }],
        found: [{ kind: 'refund', amount_minor: 50n }],
      })
    }
  })

  it('what got no answer is done only where its very amount is left unexplained', () => {
    const lost = refund({ state: 'unknown' })
    expect(matchRefunds(paid({ refunded_minor: 50n }), [lost])).toEqual({
      ...NOTHING,
      found: [{ kind: 'refund', amount_minor: 50n }],
    })
    expect(matchRefunds(paid({ refunded_minor: 50n }), [lost], [20n])).toEqual({
      ...NOTHING,
      done: [{ id: 'ref_1', kind: 'refund' }],
      found: [{ kind: 'refund', amount_minor: 20n }],
    })
    const told = [30n]
    expect(matchRefunds(paid({ refunded_minor: 50n }), [lost], told).done).toEqual([
      { id: 'ref_1', kind: 'refund' },
    ])
  })

  it('a rise by exactly the amount of an unanswered refund is ours, with events of the sum as well', () => {
    const lost = refund({ id: RefundId.parse('ref_2'), state: 'unknown', amount_minor: 30n })
    const before = refund({ state: 'succeeded', amount_minor: 20n })
    for (const toldMinor of [[], [20n], [20n, 30n], [20n, 50n], [50n]]) {
      const match = matchRefunds(paid({ refunded_minor: 50n }), [before, lost], toldMinor)
      expect([toldMinor, match]).toEqual([
        toldMinor,
        { ...NOTHING, done: [{ id: 'ref_2', kind: 'refund' }] },
      ])
    }
  })

  it('an accepted refund is ours though events of two earlier portal refunds add up to its amount', () => {
    const accepted = refund({ id: RefundId.parse('ref_2'), state: 'accepted', amount_minor: 20n })
    const ofPortal = refund({ state: 'succeeded', amount_minor: 20n })
    for (const toldMinor of [
      [10n, 10n],
      [10n, 10n, 20n],
    ]) {
      const match = matchRefunds(paid({ refunded_minor: 40n }), [ofPortal, accepted], toldMinor)
      expect(match).toEqual({ ...NOTHING, done: [{ id: 'ref_2', kind: 'refund' }] })
    }
  })

  it('a rise that events explain by other refunds, under both readings, is not ours', () => {
    const lost = refund({ state: 'unknown' })
    expect(matchRefunds(paid(), [lost], [10n, 20n])).toEqual({
      ...NOTHING,
      found: [{ kind: 'refund', amount_minor: 30n }],
    })
  })

  it('of a rise by twice the amount, one half is ours and the other one the portal’s', () => {
    const lost = refund({ state: 'unknown' })
    for (const toldMinor of [[], [30n], [30n, 30n], [30n, 60n], [60n]]) {
      expect(matchRefunds(paid({ refunded_minor: 60n }), [lost], toldMinor)).toEqual({
        ...NOTHING,
        done: [{ id: 'ref_1', kind: 'refund' }],
        found: [{ kind: 'refund', amount_minor: 30n }],
      })
    }
  })

  it('a refund whose answer is still to come is not ended by a sum that an event tells of', () => {
    const before = refund({ id: RefundId.parse('ref_0'), state: 'succeeded', amount_minor: 20n })
    const match = matchRefunds(paid({ refunded_minor: 70n }), [before, refund()], [20n, 70n])
    expect(match).toEqual({ ...NOTHING, found: [{ kind: 'refund', amount_minor: 50n }] })
  })

  it('an accepted refund that leaves no room for itself later is among what is shown', () => {
    const accepted = refund({ state: 'accepted' })
    const charge = paid({ state: 'refunded', refunded_minor: 100n })
    expect(matchRefunds(charge, [accepted], [100n])).toEqual({
      ...NOTHING,
      done: [{ id: 'ref_1', kind: 'refund' }],
      found: [{ kind: 'refund', amount_minor: 70n }],
    })
  })

  it('what nothing is left for ends', () => {
    const waiting = refund({ state: 'waiting', amount_minor: 30n })
    expect(matchRefunds(paid({ refunded_minor: 80n }), [waiting])).toEqual({
      ...NOTHING,
      found: [{ kind: 'refund', amount_minor: 80n }],
      impossible: ['ref_1'],
    })
  })
})

describe('the charge was voided', () => {
  const voided = paid({ state: 'voided', refunded_minor: 0n })

  it('by us, when we asked for all of it', () => {
    expect(matchRefunds(voided, [refund({ kind: 'void', amount_minor: 100n })])).toEqual({
      ...NOTHING,
      done: [{ id: 'ref_1', kind: 'void' }],
    })
  })

  it('in the portal, when we did not; and what we wanted ends', () => {
    expect(matchRefunds(voided, [])).toEqual({
      ...NOTHING,
      found: [{ kind: 'void', amount_minor: 100n }],
    })
    expect(matchRefunds(voided, [refund({ state: 'waiting' })]).impossible).toEqual(['ref_1'])
  })

  it('is known once it was seen', () => {
    expect(
      matchRefunds(voided, [refund({ kind: 'void', state: 'succeeded', amount_minor: 100n })]),
    ).toEqual(NOTHING)
  })
})

it('however sums arrive and repeat, what is known adds up to what was refunded', () => {
  const history = fc.record({
    sums: fc.array(fc.bigInt(0n, 100n), { maxLength: 8 }),
    ours: fc.option(fc.bigInt(1n, 100n), { nil: undefined }),
  })
  fc.assert(
    fc.property(history, ({ sums, ours }) => {
      let known: RefundFacts[] = ours === undefined ? [] : [refund({ amount_minor: ours })]
      let seen = 0n
      for (const sum of sums) {
        // Refunded sums only grow: `advance` sees to that before.
        seen = sum > seen ? sum : seen
        const match = matchRefunds(paid({ refunded_minor: seen }), known)
        known = [
          ...known.map((refund) => {
            if (match.done.some(({ id }) => id === refund.id)) {
              return { ...refund, state: 'succeeded' as const }
            }
            const isOver = match.impossible.includes(refund.id)
            return isOver ? { ...refund, state: 'failed' as const } : refund
          }),
          ...match.found.map((found, index) =>
            refund({
              ...found,
              id: RefundId.parse(`found_${known.length + index}`),
              state: 'succeeded',
            }),
          ),
        ]
        const total = known
          .filter(({ state }) => state === 'succeeded')
          .reduce((all, { amount_minor }) => all + amount_minor, 0n)
        expect(total).toBe(seen)
      }
    }),
  )
})
