import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from './bodies/fields.ts'
import { type FaultSettings, noFaults } from './faults/settings.ts'
import type { Profile } from './profile.ts'

const MINUTE_MS = 60_000

/** Lists an earlier run's persisted changes, because forgotten faults are hard to debug. */
export const leftoversOf = (state: {
  offsetMs: number
  profile: Profile
  usualProfile: Profile
  faults: FaultSettings
}): string[] => [
  ...(Math.abs(state.offsetMs) > MINUTE_MS ? [`the clock is ${durationOf(state.offsetMs)}`] : []),
  ...changedIn(state.faults, noFaults(state.faults.seed)).map((name) => `fault ${name}`),
  ...changedIn(state.profile, state.usualProfile).map((name) => `profile ${name}`),
]

const durationOf = (offsetMs: number): string => {
  const hours = Math.abs(offsetMs) / (60 * MINUTE_MS)
  const amount = hours < 48 ? `${hours.toFixed(1)} hours` : `${(hours / 24).toFixed(1)} days`
  return `${amount} ${offsetMs > 0 ? 'ahead' : 'behind'}`
}

/** `webhooks.drop=1` */
const changedIn = (given: object, usual: object, prefix = ''): string[] =>
  Object.entries(given).flatMap(([name, value]) => {
    const before = (usual as Record<string, unknown>)[name]
    if (isDeepStrictEqual(value, before)) return []
    if (isPlainObject(value) && isPlainObject(before))
      return changedIn(value, before, `${prefix}${name}.`)
    return [`${prefix}${name}=${JSON.stringify(value)}`]
  })
