import { describe, expect, it } from 'vitest'
import { hasAutoLink, withoutAutoLinks } from './auto-links.ts'

describe('a text in an e-mail', () => {
  it.each([
    ['evil.example/prize', 'evil. example/prize'],
    ['https://evil.example', 'https: //evil. example'],
    ['http://10.0.0.1', 'http: //10.0.0.1'],
    ['me@evil.example', 'me@evil. example'],
    ['пример.рф', 'пример. рф'],
    ['evil。example', 'evil。 example'],
    ['a.b.example', 'a.b. example'],
  ])('%j shows no link', (text, shown) => {
    expect(withoutAutoLinks(text)).toBe(shown)
    expect(hasAutoLink(text)).toBe(true)
  })

  it.each(['Ana Mejía', 'J. R. Ruiz', 'L 1,250.50', 'Mesa 4', 'Café: 2.5 lb', '…'])(
    '%j stays as it is',
    (text) => {
      expect(hasAutoLink(text)).toBe(false)
    },
  )
})
