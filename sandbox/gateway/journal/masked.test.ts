import { expect, test } from 'vitest'
import { masked, maskedPath, maskedQuery } from './masked.ts'

test('card numbers and codes are masked, even mistyped ones', () => {
  expect(masked({ card: { number: '4111111111111112', cvc: '123', exp_year: 2060 } })).toEqual({
    card: { number: '[masked]', cvc: '[masked]', exp_year: 2060 },
  })
})

test('a card number is masked anywhere', () => {
  const shown = JSON.stringify(
    masked({ name: 'card 4111 1111 1111 1111', list: [4111111111111111] }),
  )
  expect(shown).not.toContain('1111')
})

test.each(['4111.1111.1111.1111', '４１１１１１１１１１１１１１１１', '4111 1111/1111 1111'])(
  'a card number written %s is masked, even where a long text is truncated',
  (number) => {
    for (const before of ['', 'x'.repeat(470), 'x'.repeat(490)]) {
      const shown = String(masked(`${before} ${number}`)).normalize('NFKC')
      expect(shown).not.toMatch(/4\D?1/)
    }
  },
)

test('other values stay unchanged', () => {
  const body = { amount: 125.5, name: 'Order 1', metadata: { a: [null, true] } }
  expect(masked(body)).toEqual(body)
})

test.each([
  'number',
  'cardNumber',
  'card[number]',
  'card.cvv2',
  'security-code',
  'Signature',
  'SECRET',
])('a field named %s is masked in bodies and queries regardless of its value', (field) => {
  expect(masked({ [field]: '12' })).toEqual({ [field]: '[masked]' })
  expect(maskedQuery(new URLSearchParams([[field, '12']]))).not.toContain('12')
})

test('an identity number stays unmasked', () => {
  const body = { customer: { identity_number: '0801199012345' }, payment_id: 100001 }
  expect(masked(body)).toEqual(body)
})

test('an encoded card number, a token and a signature are masked in queries', () => {
  const query = new URLSearchParams('a=4111+1111+1111+1111&b=tok_abc&expires=1&signature=ff')
  expect(maskedQuery(query)).toBe(
    new URLSearchParams({
      a: '[card number]',
      b: 'tok_[secret]',
      expires: '1',
      signature: '[masked]',
    }).toString(),
  )
})

test.each([
  ['/checkout/4111111111111111', '/checkout/[card number]'],
  ['/checkout/4111%201111%201111%201111', '/checkout/[card number]'],
  ['/v1/payments/sk_live_abcdef', '/v1/payments/sk_live_[secret]'],
  ['/v1/payments/a%20b/void', '/v1/payments/a%20b/void'],
  ['/v1/%', '/v1/%'],
])('the path %s is shown as %s', (path, shown) => {
  expect(maskedPath(path)).toBe(shown)
})

test('a card number as a field name is masked', () => {
  expect(JSON.stringify(masked({ '4111111111111111': 1 }))).not.toContain('1111')
})
