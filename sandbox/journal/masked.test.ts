import { expect, test } from 'vitest'
import { masked } from './masked.ts'

test('card numbers and codes are masked, even mistyped ones', () => {
  expect(masked({ card: { number: '4111111111111112', cvc: '123', exp_year: 2060 } })).toEqual({
    card: { number: '[masked]', cvc: '[masked]', exp_year: 2060 },
  })
})

test('a card number is masked wherever it stands', () => {
  const shown = JSON.stringify(
    masked({ name: 'card 4111 1111 1111 1111', list: [4111111111111111] }),
  )
  expect(shown).not.toContain('1111')
})

test('everything else is shown as it came', () => {
  const body = { amount: 125.5, name: 'Order 1', metadata: { a: [null, true] } }
  expect(masked(body)).toEqual(body)
})
