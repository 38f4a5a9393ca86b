import { describe, expect, it } from 'vitest'
import { phoneDigits, phoneSpellings } from './phone-digits.ts'

it.each([
  ['9999-9999', '50499999999'],
  ['9999 9999', '50499999999'],
  ['+504 9999-9999', '50499999999'],
  ['(504) 9999-9999', '50499999999'],
  ['00504 99999999', '50499999999'],
  ['50499999999', '50499999999'],
  ['+1 (305) 555-0100', '13055550100'],
  ['1-305-555-0100', '13055550100'],
  ['\u202a+504\u00a09999\u20119999\u202c', '50499999999'],
  ['9999–9999', '50499999999'],
  ['９９９９ ９９９９', '50499999999'],
  ['tel:+50499999999', '50499999999'],
])('the phone number %j has the digits %s', (typed, digits) =>
  expect(phoneDigits(typed)).toBe(digits),
)

it.each(['', '999', 'ana@example.com', 'no tiene', '+504 9999', '123456789012345678'])(
  'the text %j is no phone number',
  (typed) => expect(phoneDigits(typed)).toBeUndefined(),
)

describe('the digits of a phone number', () => {
  it.each(['9999-1234', '+504 9999 1234', '(504) 99991234', '00504-9999-1234', '99 99 12 34'])(
    '%s is the same Honduran number',
    (typed) => {
      expect(phoneSpellings(typed)).toEqual(['99991234', '50499991234', '0050499991234'])
    },
  )

  it('a foreign number keeps its country code', () => {
    expect(phoneSpellings('+1 (202) 555-0143')).toEqual(['12025550143', '0012025550143'])
  })

  it('a text without digits is no number', () => {
    expect(phoneSpellings('WhatsApp')).toEqual([])
  })
})
