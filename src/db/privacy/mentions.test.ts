import { expect, it } from 'vitest'
import { longEnough, withoutWords } from './mentions.ts'

const words = ['rosa@example.com']

it('a text that names the person is replaced as a whole, in any case and at any depth', () => {
  const details = {
    said: 'invalid: Rosa@Example.com',
    code: 'request_refused',
    tries: [{ at: 3, answer: 'no rosa@example.com here' }],
  }
  expect(withoutWords(details, words)).toEqual({
    said: '[erased]',
    code: 'request_refused',
    tries: [{ at: 3, answer: '[erased]' }],
  })
})

it('values other than text stay as they are', () => {
  const details = { amount: 12, ok: true, none: null, list: [1, 'two'] }
  expect(withoutWords(details, words)).toEqual(details)
})

it('short words, which would match others, and repeated ones are left out', () => {
  expect(longEnough(['Ana', 'rosa@example.com', 'rosa@example.com', ''])).toEqual(words)
})
