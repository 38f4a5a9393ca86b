import { describe, expect, it } from 'vitest'
import { readPasted } from './pasted.ts'

const KEY = 'sk_test_4eC39HqLyjWD'
const ZERO_WIDTH = '\u200b'
const NO_BREAK = '\u00a0'
const MARK = '\ufeff'
const RIGHT_TO_LEFT = '\u200f'

describe('a key, secret or address with characters around it', () => {
  it.each([
    ['a line break', `${KEY}\r\n`],
    ['blanks and a tab', `  ${KEY}\t`],
    ['a zero-width space', `${ZERO_WIDTH}${KEY}${ZERO_WIDTH}`],
    ['a byte order mark', `${MARK}${KEY}`],
    ['a blank that does not break', `${NO_BREAK}${KEY}${NO_BREAK}`],
    ['a mark of the writing direction', `${RIGHT_TO_LEFT}${KEY}\u202c`],
    ['all of them', `${MARK} ${RIGHT_TO_LEFT}${KEY}${NO_BREAK}${ZERO_WIDTH}\n`],
  ])('readPasted strips %s', (_, typed) => {
    for (const kind of ['key', 'secret', 'address'] as const) {
      expect(readPasted(typed, kind)).toEqual({ outcome: 'clean', text: KEY })
    }
  })
})

describe('a key, secret or address with a character inside', () => {
  it.each([
    ['a zero-width space', ZERO_WIDTH, 'an invisible character inside (U+200B, character 8)'],
    ['a line break', '\n', 'a line break inside (U+000A, character 8)'],
    ['a blank that does not break', NO_BREAK, 'a blank inside (U+00A0, character 8)'],
    ['a soft hyphen', '\u00ad', 'an invisible character inside (U+00AD, character 8)'],
  ])('readPasted refuses %s with a reason that does not repeat the secret', (_, inside, reason) => {
    for (const kind of ['key', 'secret', 'address'] as const) {
      const read = readPasted(`sk_test${inside}_4eC39HqLyjWD`, kind)
      expect(read).toMatchObject({
        outcome: 'refused',
        reason: { en: expect.stringContaining(reason) },
      })
      expect(JSON.stringify(read)).not.toContain('4eC39')
    }
  })

  it('readPasted allows a plain blank only in a signing secret', () => {
    expect(readPasted('open sesame', 'secret')).toMatchObject({ text: 'open sesame' })
    expect(readPasted('https://shop.example/a b', 'address').outcome).toBe('refused')
    expect(readPasted('sk_test_a b', 'key').outcome).toBe('refused')
  })

  it('readPasted refuses a letter of another script in a key', () => {
    expect(readPasted('sk_test_\u0430bc', 'key')).toMatchObject({
      reason: { en: expect.stringContaining('a character that no key has inside (U+0430') },
    })
  })
})
