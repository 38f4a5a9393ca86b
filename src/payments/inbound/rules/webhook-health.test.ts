import { describe, expect, it } from 'vitest'
import { addMs, MINUTE } from '../../../runtime/clock.ts'
import {
  type DeliveryFacts,
  type Gaps,
  judgeDeliveries,
  type Refusal,
  webhookEvidenceSince,
  webhookFailure,
} from './webhook-health.ts'

const now = new Date('2026-05-10T12:00:00Z')
const ago = (minutes: number) => addMs(now, -minutes * MINUTE)
const gap = (minutes: number, count = 1): Gaps => ({ count, latestFoundAt: ago(minutes) })
const refused = (reason: string, minutes: number, ageSeconds = 0): Refusal => ({
  reason,
  at: ago(minutes),
  ageSeconds,
})

/** Gaps nest: overdue ones are also late, late ones also settled. */
const facts = (
  known: Partial<Omit<DeliveryFacts, 'gaps'>>,
  found?: { all?: Gaps; settled?: Gaps; late?: Gaps; overdue?: Gaps },
): DeliveryFacts => {
  const overdue = found?.overdue
  const late = found?.late ?? overdue
  const settled = found?.settled ?? late
  return {
    lastAcceptedAt: null,
    refusals: [],
    ...known,
    gaps: { all: found?.all ?? settled, settled, late, overdue },
  }
}

describe('the alert that deliveries have stopped', () => {
  const causeOf = (...given: Parameters<typeof facts>) =>
    webhookFailure(facts(...given), now)?.cause

  it('the alert opens once the gateway gives up on an event, unless a later event was accepted', () => {
    const overdue = gap(90, 2)
    expect(webhookFailure(facts({}, { overdue }), now)).toMatchObject({
      cause: 'nothing_arrives',
      gaps: { count: 2 },
    })
    expect(causeOf({ lastAcceptedAt: ago(91) }, { overdue })).toBe('nothing_arrives')
    expect(causeOf({ lastAcceptedAt: ago(89) }, { overdue })).toBeUndefined()
  })

  it('deliveries that a stranger can forge do not open the alert', () => {
    const refusals = [refused('wrong', 1), refused('missing', 2), refused('malformed', 3)]
    expect(causeOf({ refusals })).toBeUndefined()
    expect(causeOf({ refusals, lastAcceptedAt: ago(600) })).toBeUndefined()
    expect(causeOf({ refusals }, { all: gap(2) })).toBeUndefined()
  })

  it('the alert opens a minute after a change without its event while deliveries are refused, and names the cause', () => {
    const settled = gap(8)
    expect(causeOf({}, { settled })).toBeUndefined()
    expect(causeOf({ refusals: [refused('wrong', 7)] }, { settled })).toBe('wrong_secret')
    expect(causeOf({ refusals: [refused('wrong', 7)] }, { all: gap(0.5) })).toBeUndefined()
    expect(causeOf({ refusals: [refused('too-old', 7)] }, { settled })).toBe('clock')
    expect(causeOf({ refusals: [refused('from-the-future', 17)] }, { settled })).toBe('clock')
    expect(causeOf({ refusals: [refused('wrong', 19)] }, { settled })).toBeUndefined()
    expect(causeOf({ refusals: [refused('missing', 7)] }, { settled })).toBeUndefined()
    const lastAcceptedAt = ago(6)
    const since = { lastAcceptedAt, refusals: [refused('wrong', 5)] }
    expect(causeOf(since, { settled })).toBeUndefined()
  })

  it.each(['former-secret', 'other-store'])(
    'a delivery signed with another secret of ours (%s) opens the alert until an event is accepted',
    (reason) => {
      const refusals = [refused('wrong', 1), refused(reason, 3)]
      expect(causeOf({ refusals, lastAcceptedAt: ago(60) })).toBe('wrong_secret')
      expect(causeOf({ refusals, lastAcceptedAt: ago(2) })).toBeUndefined()
      expect(causeOf({ refusals: [refused(reason, 8 * 24 * 60)] })).toBeUndefined()
    },
  )

  it('the alert blames the clock for deliveries signed with the right secret', () => {
    const refusals = [refused('wrong', 1), refused('too-old', 7)]
    expect(causeOf({ refusals }, { late: gap(8) })).toBe('clock')
  })

  it('the evidence of a quiet store expires after a week', () => {
    expect(now.getTime() - webhookEvidenceSince(now).getTime()).toBe(7 * 24 * 60 * MINUTE)
  })
})

describe('the delivery verdict', () => {
  const verdictOf = (...given: Parameters<typeof facts>) => judgeDeliveries(facts(...given), now)
  const failing = (cause: string) => ({ verdict: 'failing', cause })

  it('a new store has the verdict not_known', () => {
    expect(verdictOf({})).toEqual({ verdict: 'not_known', because: 'nothing_yet' })
    expect(verdictOf({ refusals: [refused('missing', 1)] })).toMatchObject({
      because: 'nothing_yet',
    })
    expect(verdictOf({}, { all: gap(2) })).toEqual({ verdict: 'not_known', because: 'awaited' })
  })

  it('the verdict is refused while no event is accepted, although a stranger may send the deliveries', () => {
    expect(verdictOf({ refusals: [refused('wrong', 1)] })).toMatchObject({ verdict: 'refused' })
    expect(verdictOf({ refusals: [refused('wrong', 25 * 60)] })).toMatchObject({
      verdict: 'not_known',
    })
  })

  it('deliveries of strangers do not outweigh accepted events', () => {
    const refusals = [refused('wrong', 1)]
    const lastAcceptedAt = ago(60)
    expect(verdictOf({ lastAcceptedAt, refusals })).toEqual({ verdict: 'arriving' })
    expect(verdictOf({ lastAcceptedAt, refusals }, { settled: gap(2) })).toMatchObject(
      failing('wrong_secret'),
    )
    expect(verdictOf({ lastAcceptedAt: ago(0.5), refusals }, { all: gap(2) })).toEqual({
      verdict: 'arriving',
    })
  })

  it('a wrong clock fails the verdict despite accepted events of the same day', () => {
    const given = { lastAcceptedAt: ago(60), refusals: [refused('too-old', 1, 7_000)] }
    expect(verdictOf(given)).toMatchObject({ ...failing('clock'), refusal: { ageSeconds: 7_000 } })
  })

  it('a refusal in the same instant as an accepted event counts', () => {
    const given = { lastAcceptedAt: ago(1), refusals: [refused('from-the-future', 1, -3_600)] }
    expect(verdictOf(given)).toMatchObject(failing('clock'))
  })

  it('the verdict is failing once three attempts are overdue', () => {
    expect(verdictOf({}, { late: gap(8) })).toMatchObject(failing('nothing_arrives'))
    expect(verdictOf({ lastAcceptedAt: ago(60) }, { late: gap(8) })).toMatchObject(
      failing('nothing_arrives'),
    )
    expect(verdictOf({ lastAcceptedAt: ago(60) }, { all: gap(2) })).toEqual({ verdict: 'arriving' })
    expect(verdictOf({ lastAcceptedAt: ago(1) }, { overdue: gap(200) })).toEqual({
      verdict: 'arriving',
    })
  })
})
