import { expect, it } from 'vitest'
import { cardNumberIn } from './command-line.ts'

it.each([
  ['--name', { name: 'Till 4111 1111 1111 1111' }],
  ['--email', { email: '4111111111111111@example.com' }],
  ['--notify-url', { 'notify-url': 'https://shop.example/41111111111111111229123' }],
  ['--forward-to', { forwardTo: 'localhost:8080/4111111111111111' }],
])(
  '%s is refused if it holds a card number, which the message does not repeat',
  (flag, options) => {
    expect(cardNumberIn(options)).toMatch(
      new RegExp(`^${flag}: Contains what looks like a card number`),
    )
    expect(cardNumberIn(options)).not.toContain('4111')
  },
)

it('a reason and a secret are never refused', () => {
  const options = { reason: '4111 1111 1111 1111', 'secret-key': '4111111111111111', yes: true }
  expect(cardNumberIn(options)).toBeUndefined()
})
