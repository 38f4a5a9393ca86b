import { afterEach, describe, expect, it, vi } from 'vitest'
import { casesOf, isLeftOut, LANGUAGE_NAMES, outcomesIn } from './verification.ts'

describe.each(LANGUAGE_NAMES)('the sample in %s', (name) => {
  it.skipIf(isLeftOut(name))('accepts genuine notifications and nothing else', () => {
    const cases = casesOf()
    const outcomes = outcomesIn(
      name,
      cases.map(([, , given]) => given),
    )
    expect(cases.map(([what], index) => [what, outcomes[index]])).toEqual(
      cases.map(([what, outcome]) => [what, outcome]),
    )
  })
})

describe('a language that is not installed', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('its sample fails in CI, which installs all languages', () => {
    vi.stubEnv('PATH', '/nowhere')
    vi.stubEnv('CI', 'true')
    expect(isLeftOut('Ruby')).toBe(false)
    expect(() => outcomesIn('Ruby', [{}])).toThrow('ENOENT')
  })

  it('its sample is left out elsewhere', () => {
    vi.stubEnv('PATH', '/nowhere')
    vi.stubEnv('CI', '')
    expect(isLeftOut('Ruby')).toBe(true)
  })
})
