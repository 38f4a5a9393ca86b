import { expect, it } from 'vitest'
import { PROBLEMS_IN_SPANISH } from '../../dashboard/texts/problems.ts'
import { PROBLEM_CODES } from '../../src/runtime/http/problem-codes.ts'

it('the dashboard translates only existing problem codes into Spanish', () => {
  const codes: readonly string[] = PROBLEM_CODES
  expect(Object.keys(PROBLEMS_IN_SPANISH).filter((code) => !codes.includes(code))).toEqual([])
})
