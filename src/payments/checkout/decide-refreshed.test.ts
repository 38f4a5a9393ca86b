import { describe, expect, it } from 'vitest'
import type { OrderRow, PaymentRow } from '../../db/db.ts'
import { type Failure, unreachable } from '../../gateway/outcomes.ts'
import { decideRefreshed, type Stale } from './decide-refreshed.ts'

const order = (number: string) => ({ number }) as OrderRow
const attempt = { id: 'pay_1' } as PaymentRow
const stale = (of: Stale['of'], number = '1'): Stale => ({
  outcome: 'stale',
  of,
  order: order(number),
  attempts: [attempt],
})
const DECIDED = { outcome: 'decided' } as const

/** Notes the refreshed kinds before each decision. */
const run = async (
  decisions: (Stale | typeof DECIDED)[],
  failures: Partial<Record<Stale['of'], Failure>> = {},
) => {
  const seen: Stale['of'][][] = []
  const refreshes: Stale[] = []
  const outcome = await decideRefreshed(
    async (refreshed) => {
      const decision = decisions[seen.length]
      if (!decision) throw new Error('One decision too many')
      seen.push([...refreshed])
      return decision
    },
    async (asked) => {
      refreshes.push(asked)
      return failures[asked.of]
    },
  )
  return { outcome, seen, refreshes }
}

describe('a decision about an order with open attempts', () => {
  it('a decision on fresh attempts refreshes nothing', async () => {
    expect(await run([DECIDED])).toEqual({ outcome: DECIDED, seen: [[]], refreshes: [] })
  })

  it('a decision follows the refresh of its attempts', async () => {
    expect(await run([stale('attempts'), DECIDED])).toEqual({
      outcome: DECIDED,
      seen: [[], ['attempts']],
      refreshes: [stale('attempts')],
    })
  })

  it('a failed refresh ends without another decision', async () => {
    const failure = unreachable('none', 'timeout')
    expect(await run([stale('attempts')], { attempts: failure })).toEqual({
      outcome: { outcome: 'still-open', order: order('1'), failure },
      seen: [[]],
      refreshes: [stale('attempts')],
    })
  })

  it.each(['attempts', 'charge'] as const)('no second refresh of the same %s', async (of) => {
    expect(await run([stale(of), stale(of, '2')])).toEqual({
      outcome: { outcome: 'still-open', order: order('2'), failure: undefined },
      seen: [[], [of]],
      refreshes: [stale(of)],
    })
  })

  it.each([
    ['attempts', 'charge'],
    ['charge', 'attempts'],
  ] as const)('%s and then the %s are refreshed once each', async (first, second) => {
    expect(await run([stale(first), stale(second), stale(first)])).toEqual({
      outcome: { outcome: 'still-open', order: order('1'), failure: undefined },
      seen: [[], [first], [first, second]],
      refreshes: [stale(first), stale(second)],
    })
  })
})
