import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultProfile, profileSchema } from './profile.ts'

test('the default profile is a profile', () => {
  expect(profileSchema.parse(defaultProfile)).toEqual(defaultProfile)
})

test('the documentation names every switch with its default', () => {
  const documentation = readFileSync(new URL('../docs/sandbox.md', import.meta.url), 'utf8')
  const lines = documentation.split('\n')
  for (const [name, value] of Object.entries(defaultProfile)) {
    const line = lines.find((each) => each.includes(`\`${name}\``))
    expect(line, name).toBeDefined()
    if (typeof value === 'string' && line?.startsWith('|')) expect(line).toContain(`\`${value}\``)
  }
})
