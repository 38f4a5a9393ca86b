import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import manifest from '../../../packages/simulator/package.json' with { type: 'json' }
import { CHAOS_PRESETS, FAULT_PRESETS } from '../../../packages/simulator/src/chaos/presets.ts'
import { wireText } from '../../../packages/simulator/src/engine/wire-text.ts'
import { cards } from '../../../packages/simulator/src/gateway/cards.ts'
import { type FaultOptions, NO_FAULTS } from '../../../packages/simulator/src/gateway/faults.ts'
import type { JournalEntry } from '../../../packages/simulator/src/gateway/journal.ts'
import type { Profile } from '../../../packages/simulator/src/gateway/profile.ts'
import { VERSION } from '../../../packages/simulator/src/version.ts'
import { testCardList } from '../../../sandbox/gateway/cards.ts'
import { faultSettings, faultsInput, noFaults } from '../../../sandbox/gateway/faults/settings.ts'
import type { JournalEntry as SandboxEntry } from '../../../sandbox/gateway/journal/journal.ts'
import type { profileSchema } from '../../../sandbox/gateway/profile.ts'

it('the package types what the control routes accept and answer', () => {
  expectTypeOf<FaultOptions>().toExtend<z.input<typeof faultsInput>>()
  expectTypeOf<z.input<typeof faultsInput>>().toExtend<FaultOptions>()
  expectTypeOf<Profile>().toEqualTypeOf<Required<z.input<typeof profileSchema>>>()
  expectTypeOf<SandboxEntry & { seq: number }>().toExtend<JournalEntry>()
})

it('the package names every test card', () => {
  const numbers = testCardList().map(({ number }) => number)
  expect(Object.values(cards).toSorted()).toEqual(numbers.toSorted())
})

it('there are nine presets, and their faults are faults of the gateway', () => {
  expect(CHAOS_PRESETS).toHaveLength(9)
  for (const { faults } of Object.values(FAULT_PRESETS)) {
    expect(faultsInput.safeParse(faults).error).toBeUndefined()
  }
})

it('clearing the faults leaves none of them', () => {
  expect({ ...noFaults(1), ...faultsInput.parse(NO_FAULTS) }).toEqual(noFaults(1))
  expect(Object.keys(NO_FAULTS).toSorted()).toEqual(
    Object.keys(faultSettings.shape)
      .filter((name) => name !== 'seed')
      .toSorted(),
  )
})

it('the version is that of the package', () => {
  expect(VERSION).toBe(manifest.version)
})

/** Untyped. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils')

/** Values that the sandbox's statements send. */
const parameter = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.bigInt(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))),
  fc.dictionary(fc.string(), fc.string()),
)

it('parameters reach PGlite as node-postgres would send them', () => {
  fc.assert(
    fc.property(parameter, (value) => {
      expect(wireText(value)).toEqual(prepareValue(value))
    }),
  )
})
