import { describe, expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

describe('where a person goes on to after signing in', () => {
  it.each(['/', '/orders?state=paid#top', '/a/b'])('is %s, a path of ours', (path) => {
    expect(ownPath(path, 'https://pay.example')).toBe(path)
  })

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
  ])('is the start for %j, which leads elsewhere', (wanted) => {
    expect(ownPath(wanted, 'https://pay.example')).toBe('/')
  })
})
