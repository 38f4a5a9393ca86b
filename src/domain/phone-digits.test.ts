import { expect, it } from 'vitest'
import { phoneDigits } from './phone-digits.ts'

it.each([
  ['9999-9999', '50499999999'],
  ['9999 9999', '50499999999'],
  ['+504 9999-9999', '50499999999'],
  ['(504) 9999-9999', '50499999999'],
  ['00504 99999999', '50499999999'],
  ['50499999999', '50499999999'],
  ['+1 (305) 555-0100', '13055550100'],
  ['1-305-555-0100', '13055550100'],
])('the phone number %j is %s', (typed, digits) => expect(phoneDigits(typed)).toBe(digits))

it.each(['', '999', 'ana@example.com', 'no tiene', '+504 9999', '123456789012345678'])(
  'the text %j is no phone number',
  (typed) => expect(phoneDigits(typed)).toBeUndefined(),
)
