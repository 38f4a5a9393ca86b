import { describe, expect, it } from 'vitest'
import { addMs } from '../../platform/clock.ts'
import { type DeliveryFacts, haveEventsComeBack, webhookTrouble } from './webhook-trouble.ts'

const now = new Date('2026-05-10T12:00:00Z')
const before = addMs(now, -1)
const after = addMs(now, 1)

const troubleOf = (facts: Partial<DeliveryFacts>) =>
  webhookTrouble({ lastEventAt: null, gaps: undefined, accepted: 0, refused: 0, ...facts })

const isOver = (facts: Partial<DeliveryFacts>): boolean =>
  haveEventsComeBack({
    trouble: troubleOf(facts),
    openedAt: now,
    lastEventAt: facts.lastEventAt ?? null,
  })

describe('deliveries that have stopped', () => {
  it('are seen by an event that is missing when none has come since', () => {
    const gaps = { count: 2, latestFoundAt: now }
    expect(troubleOf({ gaps })).toEqual({ because: 'events_missing', gaps: 2 })
    expect(troubleOf({ gaps, lastEventAt: before })).toBeDefined()
    expect(troubleOf({ gaps, lastEventAt: after })).toBeUndefined()
  })

  it('are seen by five refused signatures that are half of what comes', () => {
    expect(troubleOf({ refused: 4 })).toBeUndefined()
    expect(troubleOf({ refused: 5, accepted: 6 })).toBeUndefined()
    expect(troubleOf({ refused: 5, accepted: 5 })).toMatchObject({ because: 'bad_signatures' })
  })
})

describe('the problem that deliveries have stopped', () => {
  it('is over when an event came after it was listed, and not by silence', () => {
    expect(isOver({ lastEventAt: after })).toBe(true)
    expect(isOver({ lastEventAt: before })).toBe(false)
    expect(isOver({})).toBe(false)
  })

  it('is not over by one good event among many that are refused', () => {
    expect(isOver({ lastEventAt: after, refused: 6, accepted: 1 })).toBe(false)
    expect(isOver({ lastEventAt: after, refused: 6, accepted: 7 })).toBe(true)
  })
})
