import { describe, expect, it } from 'vitest'
import { canBeInPath } from './path-segment.ts'

describe('text in a URL path', () => {
  it.each([
    '1001',
    'A-1',
    '2026/0017',
    'a b',
    '#7001',
    '100 %',
    '...',
    '.a',
    'ñ',
    '%2e%2e.',
    '1..2',
  ])('canBeInPath accepts %j', (text) => {
    expect(canBeInPath(text)).toBe(true)
    const url = new URL(`https://puente.example/v1/orders/${encodeURIComponent(text)}/refunds`)
    expect(decodeURIComponent(url.pathname.split('/')[3] ?? '')).toBe(text)
  })

  it.each(['.', '..', '%2e', '%2E.', '.%2e', 'a/..', '../a', 'a%2f..%2Fb', 'a\\..', ' ', '\u00a0'])(
    'canBeInPath refuses %j',
    (text) => expect(canBeInPath(text)).toBe(false),
  )

  it.each(['\u200b', '\u2060\u200d', 'a\nb', 'a\tb', '\u0000', 'a\u2028b', '\u007f', '\u0085'])(
    'canBeInPath refuses the invisible or control character in %j',
    (text) => expect(canBeInPath(text)).toBe(false),
  )
})
