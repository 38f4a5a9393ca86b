import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RefundId } from '../../../../domain/ids.ts'
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

describe('a refunded sum above the known refunds', () => {
  it('a refund that Puente has sent succeeds, with or without an answer', () => {
    for (const state of ['requested', 'unknown', 'accepted'] as const) {
      expect(matchRefunds(paid(), [refund({ state })])).toEqual({
        ...NOTHING,
        done: [{ id: 'ref_1', kind: 'refund' }],
      })
    }
  })

  it('a rise while our refund is unsent is a portal refund', () => {
    for (const state of ['pending', 'waiting'] as const) {
      expect(matchRefunds(paid(), [refund({ state })])).toEqual({
        ...NOTHING,
        found: [{ kind: 'refund', amount_minor: 30n }],
      })
    }
  })

  it('a smaller rise is a portal refund, a larger one is ours plus a portal refund', () => {
    expect(matchRefunds(paid({ refunded_minor: 20n }), [refund()]).found).toEqual([
      { kind: 'refund', amount_minor: 20n },
    ])
    expect(matchRefunds(paid({ refunded_minor: 50n }), [refund()])).toEqual({
      ...NOTHING,
      done: [{ id: 'ref_1', kind: 'refund' }],
      found: [{ kind: 'refund', amount_minor: 20n }],
    })
  })

  it('an unanswered refund is ours if explaining the rise by 200 events exceeds the bound on additions', () => {
    const told = Array.from({ length: 200 }, (_, index) => 2n * BigInt(index + 1))
    const facts = paid({ total_minor: 30_001n, refunded_minor: 30_001n })
    const lost = refund({ state: 'unknown', amount_minor: 30_001n })
    expect(matchRefunds(facts, [lost], told).done).toEqual([{ id: 'ref_1', kind: 'refund' }])
  })

  it('a rise that events of other refunds explain is not our unanswered refund', () => {
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

  it('an unanswered refund succeeds only if exactly its amount is left unexplained', () => {
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

  it('a rise by exactly the amount of an unanswered refund is ours, even if events report sums', () => {
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

  it('an accepted refund is ours even if events of two earlier portal refunds add up to its amount', () => {
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

  it('a rise that other refunds explain under both readings is not ours', () => {
    const lost = refund({ state: 'unknown' })
    expect(matchRefunds(paid(), [lost], [10n, 20n])).toEqual({
      ...NOTHING,
      found: [{ kind: 'refund', amount_minor: 30n }],
    })
  })

  it('half of a rise by twice the amount is ours, the other half the portal’s', () => {
    const lost = refund({ state: 'unknown' })
    for (const toldMinor of [[], [30n], [30n, 30n], [30n, 60n], [60n]]) {
      expect(matchRefunds(paid({ refunded_minor: 60n }), [lost], toldMinor)).toEqual({
        ...NOTHING,
        done: [{ id: 'ref_1', kind: 'refund' }],
        found: [{ kind: 'refund', amount_minor: 30n }],
      })
    }
  })

  it('a sum reported by an event does not complete a refund in flight', () => {
    const before = refund({ id: RefundId.parse('ref_0'), state: 'succeeded', amount_minor: 20n })
    const match = matchRefunds(paid({ refunded_minor: 70n }), [before, refund()], [20n, 70n])
    expect(match).toEqual({ ...NOTHING, found: [{ kind: 'refund', amount_minor: 50n }] })
  })

  it('an accepted refund is ours if the rest leaves no room for it to show later', () => {
    const accepted = refund({ state: 'accepted' })
    const charge = paid({ state: 'refunded', refunded_minor: 100n })
    expect(matchRefunds(charge, [accepted], [100n])).toEqual({
      ...NOTHING,
      done: [{ id: 'ref_1', kind: 'refund' }],
      found: [{ kind: 'refund', amount_minor: 70n }],
    })
  })

  it('a refund above the rest of the charge becomes impossible', () => {
    const waiting = refund({ state: 'waiting', amount_minor: 30n })
    expect(matchRefunds(paid({ refunded_minor: 80n }), [waiting])).toEqual({
      ...NOTHING,
      found: [{ kind: 'refund', amount_minor: 80n }],
      impossible: ['ref_1'],
    })
  })
})

describe('a voided charge', () => {
  const voided = paid({ state: 'voided', refunded_minor: 0n })

  it('the void is ours if Puente requested the whole amount', () => {
    expect(matchRefunds(voided, [refund({ kind: 'void', amount_minor: 100n })])).toEqual({
      ...NOTHING,
      done: [{ id: 'ref_1', kind: 'void' }],
    })
  })

  it('the void is the portal’s otherwise, and our open refund becomes impossible', () => {
    expect(matchRefunds(voided, [])).toEqual({
      ...NOTHING,
      found: [{ kind: 'void', amount_minor: 100n }],
    })
    expect(matchRefunds(voided, [refund({ state: 'waiting' })]).impossible).toEqual(['ref_1'])
  })

  it('a known void is not matched again', () => {
    expect(
      matchRefunds(voided, [refund({ kind: 'void', state: 'succeeded', amount_minor: 100n })]),
    ).toEqual(NOTHING)
  })
})

it('known refunds add up to the refunded sum, in any order and with repetitions', () => {
  const history = fc.record({
    sums: fc.array(fc.bigInt(0n, 100n), { maxLength: 8 }),
    ours: fc.option(fc.bigInt(1n, 100n), { nil: undefined }),
  })
  fc.assert(
    fc.property(history, ({ sums, ours }) => {
      let known: RefundFacts[] = ours === undefined ? [] : [refund({ amount_minor: ours })]
      let seen = 0n
      for (const sum of sums) {
        // `advance` guarantees that refunded sums only grow.
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
