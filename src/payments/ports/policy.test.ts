import { describe, expect, it } from 'vitest'
import { parsePolicyInput, policyOf } from './policy.ts'

describe('policies from owners', () => {
  it.each([
    {},
    { on_conflict: 'refund' },
    { on_expiry: 'leave' },
    { tip: { allow_custom: false } },
    { sales_tax: { type: 'percentage', value: '15' } },
  ])('a valid policy is stored as given: %o', (policy) => {
    expect(parsePolicyInput(policy)).toEqual({ ok: true, policy })
    expect(policyOf({ policy })).toMatchObject(policy)
  })

  it.each([
    [{ on_troubel: 'refund' }, /on_troubel/],
    [{ on_conflict: 'ignore' }, /^on_conflict: /],
    [{ tip: { preset_percentages: ['120'] } }, /^tip\.preset_percentages\.0: .*100/],
    [{ name_template: '{nope} {number}' }, /^name_template: .*\{nope\}/],
    [{ description_template: '{Number}' }, /^description_template: .*\{Number\}.*number/],
    [['on_conflict'], /^policy: /],
    [null, /^policy: /],
  ])('an invalid policy is rejected with its problem: %o', (policy, problem) => {
    const read = parsePolicyInput(policy)
    expect(read).toMatchObject({ ok: false, problems: [expect.stringMatching(problem)] })
  })
})
