import { beforeAll, expect, it } from 'vitest'

// The package compiles for `require`, so the check of types here does not read it.
const SOURCE = '../../../packages/medusa/src/settings/waiting.ts'
let timeoutMs: number
let inFlightMs: number

beforeAll(async () => {
  const imported = await import(SOURCE)
  timeoutMs = imported.WAITING.timeoutMs
  inFlightMs = imported.IN_FLIGHT_MS
})

/** Puente answers a refund after this time at most. */
const ANSWER_MS = 10_000

it('a call waits longer than Puente takes to answer a refund', () => {
  expect(timeoutMs).toBeGreaterThan(ANSWER_MS)
})

it('a refund is in flight for longer than its three calls with a retry each', () => {
  expect(inFlightMs).toBeGreaterThan(3 * 2 * timeoutMs)
})
