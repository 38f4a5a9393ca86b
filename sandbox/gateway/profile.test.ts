import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultProfile, profileSchema } from './profile.ts'

test('the default profile is valid', () => {
  expect(profileSchema.parse(defaultProfile)).toEqual(defaultProfile)
})

test.each([
  [0.1, '0.1'],
  ['0.0425', '0.0425'],
  [1e-7, '0.0000001'],
  ['0.0000001', '0.0000001'],
  [0, '0'],
  ['0.5', '0.5'],
])('the rate %j is stored as the decimal %s and can be parsed again', (given, rate) => {
  const profile = profileSchema.parse({ ...defaultProfile, fee_rate: given })
  expect(profile.fee_rate).toBe(rate)
  expect(profileSchema.parse(JSON.parse(JSON.stringify(profile)))).toEqual(profile)
})

test.each([0.6, '0.50000001', '0.123456789', 1e-9, -0.1, '1e-7', '', null])(
  '%j is not a rate',
  (rate) => {
    expect(profileSchema.shape.fee_rate.safeParse(rate).success).toBe(false)
  },
)

test('the documentation lists every switch with its default', () => {
  const documentation = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8')
  const lines = documentation.split('\n')
  for (const [name, value] of Object.entries(defaultProfile)) {
    const line = lines.find((each) => each.includes(`\`${name}\``))
    expect(line, name).toBeDefined()
    if (typeof value === 'string' && line?.startsWith('|')) expect(line).toContain(`\`${value}\``)
  }
})
