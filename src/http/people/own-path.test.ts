import { describe, expect, it } from 'vitest'
import { localRedirect } from './own-path.ts'

describe('the redirect after sign-in', () => {
  it.each(['/', '/orders?state=paid#top', '/a/b'])(
    'the redirect keeps the local path %s',
    (path) => {
      expect(localRedirect(path, 'https://pay.example')).toBe(path)
    },
  )

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    'orders',
    '',
    ['/a'],
    undefined,
  ])('the redirect replaces %j, which leads to another site', (wanted) => {
    expect(localRedirect(wanted, 'https://pay.example')).toBe('/')
  })
})
