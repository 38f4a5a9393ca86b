import { describe, expect, it } from 'vitest'
import { casesOf, hasLanguage, outcomesIn } from './verification.ts'

describe.each(['Node', 'PHP', 'Python', 'Ruby'] as const)('the sample in %s', (name) => {
  it.skipIf(!hasLanguage(name))('accepts genuine notifications and nothing else', () => {
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
