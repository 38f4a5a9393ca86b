import { describe, expect, it } from 'vitest'
import { addMs } from '../../../runtime/clock.ts'
import {
  type Circuit,
  circuitAfterFailure,
  circuitAfterRefusal,
  circuitAfterSign,
  circuitAfterSuccess,
  isCircuitOpen,
  stateOfCircuit,
} from './circuit.ts'

const now = new Date('2026-05-10T12:00:00Z')

const failing = (times: number, from?: Circuit, at = now): Circuit | undefined =>
  Array.from({ length: times }).reduce<Circuit | undefined>(
    (circuit) => circuitAfterFailure(circuit, { now: at }),
    from,
  )

const secondsOpen = (circuit: Circuit | undefined, at = now): number =>
  ((circuit?.open_until?.getTime() ?? at.getTime()) - at.getTime()) / 1_000

describe('failures of a store or gateway', () => {
  it('four failures in a row do not open the circuit', () => {
    expect(secondsOpen(failing(4))).toBe(0)
  })

  it('the fifth failure opens the circuit for 15 seconds', () => {
    const circuit = failing(5)
    expect(secondsOpen(circuit)).toBe(15)
    expect(circuit && isCircuitOpen(circuit, addMs(now, 14_999))).toBe(true)
    expect(circuit && isCircuitOpen(circuit, addMs(now, 15_000))).toBe(false)
  })

  it('failures of calls in flight do not extend the opening', () => {
    expect(secondsOpen(failing(12))).toBe(15)
  })

  it('each failed probe opens the circuit for longer, up to ten minutes', () => {
    let circuit = failing(5)
    const waits = Array.from({ length: 7 }, () => {
      const at = circuit?.open_until ?? now
      circuit = failing(1, circuit, at)
      return secondsOpen(circuit, at)
    })
    expect(waits).toEqual([30, 60, 120, 300, 600, 600, 600])
    expect(circuit?.failing_since).toEqual(now)
  })

  it('a refusal ends the opening but keeps the start of the failure', () => {
    const refusing = circuitAfterRefusal(failing(9), addMs(now, 60_000))
    expect(isCircuitOpen(refusing, now)).toBe(false)
    expect(refusing.failing_since).toEqual(now)
    expect(circuitAfterRefusal(undefined, now).failing_since).toEqual(now)
  })

  it('a failure after days of silence starts a new count', () => {
    const later = addMs(now, 3 * 24 * 3_600_000)
    expect(failing(1, failing(4), later)).toMatchObject({ failures: 1, failing_since: later })
    expect(circuitAfterRefusal(failing(1), later).failing_since).toEqual(later)
    const hoursLater = addMs(now, 8 * 3_600_000)
    expect(failing(1, failing(4), hoursLater)).toMatchObject({ failures: 5, failing_since: now })
  })

  it('a paused circuit stays open until an operator resumes it', () => {
    const paused = { open_until: null, paused_at: now }
    expect(isCircuitOpen(paused, addMs(now, 1e12))).toBe(true)
  })

  it('a requested wait opens the circuit, even at the first failure', () => {
    const asked = circuitAfterFailure(undefined, { now, retryAfterMs: 120_000 })
    expect(secondsOpen(asked)).toBe(120)
  })
})

const opened = (at = now): Circuit => {
  const circuit = failing(5, undefined, at)
  if (!circuit) throw new Error('not failing')
  return circuit
}
const byItself = { now, isForced: false }
const wanted = { now, isForced: true }

describe('success while a circuit is open', () => {
  it('the success closes the circuit', () => {
    expect(circuitAfterSuccess(opened(), byItself)).toBe('closed')
  })

  it('a success during a requested wait keeps the circuit open until the end of the wait', () => {
    const asked = circuitAfterFailure(opened(), { now, retryAfterMs: 120_000 })
    const answered = circuitAfterSuccess(asked, byItself)
    expect(answered).toMatchObject({ openings: 0, failures: 0, open_until: addMs(now, 120_000) })
    expect(circuitAfterSuccess(asked, wanted)).toBe('closed')
    const over = { now: addMs(now, 120_000), isForced: false }
    expect(circuitAfterSuccess(asked, over)).toBe('closed')
  })
})

describe('a wait requested while a circuit is open', () => {
  it('the circuit stays open until the later end', () => {
    const circuit = opened()
    expect(secondsOpen(circuitAfterFailure(circuit, { now, retryAfterMs: 120_000 }))).toBe(120)
    expect(secondsOpen(circuitAfterFailure(circuit, { now, retryAfterMs: 5_000 }))).toBe(15)
  })
})

describe('a sign of life', () => {
  it('a sign of life half-opens the circuit, and a failed probe counts as usual', () => {
    const halfOpen = circuitAfterSign(opened(), now)
    if (!halfOpen) throw new Error('nothing follows')
    expect(isCircuitOpen(halfOpen, now)).toBe(false)
    expect(stateOfCircuit(halfOpen, now)).toBe('half_open')
    expect(secondsOpen(failing(1, halfOpen))).toBe(30)
  })

  it('signs of life lead to one probe every five seconds at most', () => {
    let circuit: Circuit = { ...opened(), open_until: addMs(now, 600_000) }
    let tries = 0
    for (let ms = 0; ms < 60_000; ms += 100) {
      const halfOpen = circuitAfterSign(circuit, addMs(now, ms))
      if (!halfOpen) continue
      tries += 1
      circuit = circuitAfterFailure(halfOpen, { now: addMs(now, ms) })
    }
    expect(tries).toBe(12)
    expect(secondsOpen(circuit, addMs(now, 55_000))).toBe(600)
  })

  it('a sign of life also triggers a try of a circuit that is failing but not open', () => {
    const tried = failing(4)
    expect(tried && circuitAfterSign(tried, now)).toEqual({ ...tried, half_opened_at: now })
  })

  it('a sign of life changes nothing in a paused circuit or during a requested wait', () => {
    expect(circuitAfterSign({ ...opened(), paused_at: now }, now)).toBeUndefined()
    const asked = circuitAfterFailure(opened(), { now, retryAfterMs: 120_000 })
    expect(circuitAfterSign(asked, addMs(now, 119_999))).toBeUndefined()
  })

  it('a sign of life counts immediately after the clock moved back', () => {
    const tried = { ...opened(), half_opened_at: addMs(now, 3_600_000) }
    expect(circuitAfterSign(tried, now)).toBeDefined()
  })
})
