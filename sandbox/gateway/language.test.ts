import { expect, test } from 'vitest'
import { languageOfHeader } from './language.ts'

test.each([
  [undefined, 'es'],
  ['', 'es'],
  ['fr', 'es'],
  ['fr, de;q=0.5', 'es'],
  ['*', 'es'],
  ['en', 'en'],
  ['EN-us', 'en'],
  ['es-HN,en;q=0.8', 'es'],
  ['fr,en;q=0.3', 'en'],
  ['es;q=0.1, en;q=0.9', 'en'],
  ['en;q=0, es', 'es'],
  ['en;q=0', 'es'],
  [';;;,,q=', 'es'],
] as const)('Accept-Language %j selects %s', (header, language) => {
  expect(languageOfHeader(header)).toBe(language)
})
