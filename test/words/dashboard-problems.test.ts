import { expect, it } from 'vitest'
import es from '../../dashboard/locales/es.json' with { type: 'json' }
import { PROBLEM_CODES } from '../../src/runtime/http/problem-codes.ts'

it('the dashboard translates only existing problem codes', () => {
  const codes: readonly string[] = PROBLEM_CODES
  expect(Object.keys(es.problems).filter((code) => !codes.includes(code))).toEqual([])
})
