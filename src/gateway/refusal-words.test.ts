import { expect, it } from 'vitest'
import { isOfProcessor, refusalWords } from './refusal-words.ts'

it.each([
  [{ message: 'Not today' }, ['Not today']],
  [{ errors: { refund: ['Too early'] } }, ['Too early']],
  [{ errors: { refund: 'Too early', amount: ['Too much'] } }, ['Too early', 'Too much']],
  [{ errors: ['Too early'] }, ['Too early']],
  [{ Errors: [{ Code: '51', Message: 'No funds' }] }, ['51 No funds']],
  [
    { message: 'Refused', errors: { refund: ['Refused'] }, Errors: [{ Message: 'Call the bank' }] },
    ['Refused', 'Call the bank'],
  ],
  [{ message: { es: 'No' } }, ['No']],
  ['<h1>Bad gateway</h1>', []],
  [null, []],
  [{ message: 7 }, []],
])('refusalWords collects the messages of %j', (body, words) => {
  expect(refusalWords(body)).toEqual(words)
})

it('refusalWords bounds messages to a length that people read', () => {
  const words = refusalWords({ message: 'x'.repeat(10_000), errors: Array(50).fill('y') })
  expect(words.map(({ length }) => length)).toEqual([1, 500])
})

it('isOfProcessor recognises the processor by its fields', () => {
  expect(isOfProcessor({ IsoResponseCode: '51' })).toBe(true)
  expect(isOfProcessor({ Errors: [] })).toBe(true)
  expect(isOfProcessor({ errors: { refund: ['Invalid transaction'] } })).toBe(false)
  expect(isOfProcessor(undefined)).toBe(false)
})
