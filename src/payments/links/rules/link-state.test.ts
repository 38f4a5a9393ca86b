import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR } from '../../../runtime/clock.ts'
import { LINK_STATES, placesLeft, stateOfLink } from './link-state.ts'

const now = new Date('2026-05-04T12:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * HOUR)

const link = (fields: Partial<Parameters<typeof stateOfLink>[0]> = {}) => ({
  closed_at: null,
  starts_at: null,
  ends_at: null,
  stock: null,
  ...fields,
})

describe('the state of a payment link', () => {
  it.each([
    ['without bounds is open', {}, 1_000, 'open'],
    ['with a free place is open', { stock: 20 }, 19, 'open'],
    ['whose last place is taken is sold out', { stock: 20 }, 20, 'sold_out'],
    ['whose stock was lowered below what is taken is sold out', { stock: 5 }, 20, 'sold_out'],
    ['opens at its start', { starts_at: now }, 0, 'open'],
    ['before its start is not open yet', { starts_at: at(1) }, 0, 'not_yet'],
    ['is over at its end', { ends_at: now }, 0, 'over'],
    ['before its end is open', { ends_at: at(1) }, 0, 'open'],
    ['that a person closed is closed, even in its period', { closed_at: at(-1) }, 0, 'closed'],
    ['is over, not sold out, after its end', { stock: 1, ends_at: at(-1) }, 1, 'over'],
  ] as const)('a link %s', (_, fields, taken, state) => {
    expect(stateOfLink(link(fields), { taken, now })).toBe(state)
  })

  it('a link is open only while it has a place left', () => {
    const anyTime = fc.option(fc.integer({ min: -3, max: 3 }).map(at), { nil: null })
    fc.assert(
      fc.property(
        fc.record({ closed_at: anyTime, starts_at: anyTime, ends_at: anyTime }),
        fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
        fc.nat(40),
        (times, stock, taken) => {
          const state = stateOfLink({ ...times, stock }, { taken, now })
          expect(LINK_STATES).toContain(state)
          if (state === 'open') expect(placesLeft({ stock }, taken)).not.toBe(0)
          if (state === 'sold_out') expect(placesLeft({ stock }, taken)).toBe(0)
        },
      ),
    )
  })
})
