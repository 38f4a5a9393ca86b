import { expect, it } from 'vitest'
import { callOutcome } from './measurements.ts'

it.for([
  [200, 'success'],
  [404, 'refused'],
  [422, 'refused'],
  [429, 'failed'],
  [503, 'failed'],
  [undefined, 'unreachable'],
] as const)('a call with status %s counts as %s', ([status, outcome]) => {
  expect(callOutcome(status)).toBe(outcome)
})
