import { describe, expect, it } from 'vitest'
import { readRetryAfterSeconds } from './retry-after.ts'

describe('Retry-After headers', () => {
  it.each([
    ['7', 7],
    ['86400', 86_400],
    ['31536000', 86_400],
    ['9'.repeat(400), 86_400],
  ])('Retry-After %s means %i seconds', (header, seconds) => {
    expect(readRetryAfterSeconds(header)).toBe(seconds)
  })

  it.each([null, '', '0', '-5', '1.5', '1e99', 'Infinity', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'Retry-After %o means no wait',
    (header) => {
      expect(readRetryAfterSeconds(header)).toBeUndefined()
    },
  )
})
