import { expect, it } from 'vitest'
import { isProcessorRefusal, refusalMessages } from './refusal-words.ts'

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
  [
    { errors: { refund: ['No funds'] }, Errors: [{ Code: '51', Message: 'No funds' }] },
    ['51 No funds'],
  ],
  [{ message: { es: 'No' } }, ['No']],
  ['<h1>Bad gateway</h1>', []],
  [null, []],
  [{ message: 7 }, []],
])('refusalWords collects the messages of %j', (body, words) => {
  expect(refusalMessages(body)).toEqual(words)
})

it('refusalWords bounds messages to a length that people read', () => {
  const words = refusalMessages({ message: 'x'.repeat(10_000), errors: Array(50).fill('y') })
  expect(words.map(({ length }) => length)).toEqual([1, 500])
})

it('isOfProcessor recognises the processor by its fields', () => {
  expect(isProcessorRefusal({ IsoResponseCode: '51' })).toBe(true)
  expect(isProcessorRefusal({ Errors: [] })).toBe(true)
  expect(isProcessorRefusal({ errors: { refund: ['Invalid transaction'] } })).toBe(false)
  expect(isProcessorRefusal(undefined)).toBe(false)
})
