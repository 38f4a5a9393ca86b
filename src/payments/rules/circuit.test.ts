import { describe, expect, it } from 'vitest'
import { addMs } from '../../platform/clock.ts'
import { type Circuit, circuitAfterFailure, circuitAfterRefusal, isOpen } from './circuit.ts'

const now = new Date('2026-05-10T12:00:00Z')

const failing = (times: number, from?: Circuit, at = now): Circuit | undefined =>
  Array.from({ length: times }).reduce<Circuit | undefined>(
    (circuit) => circuitAfterFailure(circuit, { now: at }),
    from,
  )

const secondsOpen = (circuit: Circuit | undefined, at = now): number =>
  ((circuit?.open_until?.getTime() ?? at.getTime()) - at.getTime()) / 1_000

describe('somebody who fails', () => {
  it('four times in a row is tried on', () => {
    expect(secondsOpen(failing(4))).toBe(0)
  })

  it('a fifth time is left alone for a quarter of a minute', () => {
    const circuit = failing(5)
    expect(secondsOpen(circuit)).toBe(15)
    expect(circuit && isOpen(circuit, addMs(now, 14_999))).toBe(true)
    expect(circuit && isOpen(circuit, addMs(now, 15_000))).toBe(false)
  })

  it('while left alone, by what was under way, is not left alone for longer', () => {
    expect(secondsOpen(failing(12))).toBe(15)
  })

  it('again and again is left alone for longer each time, up to ten minutes', () => {
    let circuit = failing(5)
    const waits = Array.from({ length: 7 }, () => {
      const at = circuit?.open_until ?? now
      circuit = failing(1, circuit, at)
      return secondsOpen(circuit, at)
    })
    expect(waits).toEqual([30, 60, 120, 300, 600, 600, 600])
    expect(circuit?.failing_since).toEqual(now)
  })

  it('and then refuses is not left alone any more, but has taken nothing since the first failure', () => {
    const refusing = circuitAfterRefusal(failing(9), addMs(now, 60_000))
    expect(isOpen(refusing, now)).toBe(false)
    expect(refusing.failing_since).toEqual(now)
    expect(circuitAfterRefusal(undefined, now).failing_since).toEqual(now)
  })

  it('once, and again after days of silence, has failed since the second time only', () => {
    const later = addMs(now, 3 * 24 * 3_600_000)
    expect(failing(1, failing(4), later)).toMatchObject({ failures: 1, failing_since: later })
    expect(circuitAfterRefusal(failing(1), later).failing_since).toEqual(later)
    const hoursLater = addMs(now, 8 * 3_600_000)
    expect(failing(1, failing(4), hoursLater)).toMatchObject({ failures: 5, failing_since: now })
  })

  it('and was paused is left alone until a person says otherwise', () => {
    const paused = { open_until: null, paused_at: now }
    expect(isOpen(paused, addMs(now, 1e12))).toBe(true)
  })

  it('and asks for a wait is left alone for that long, even the first time', () => {
    const asked = circuitAfterFailure(undefined, { now, retryAfterMs: 120_000 })
    expect(secondsOpen(asked)).toBe(120)
  })
})
