import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { errorsDocument } from '../../src/http/errors-document.ts'

it('docs/errors.md has every alert and every code of the API as the code has them (npm run docs:errors)', () => {
  const file = new URL('../../docs/errors.md', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(errorsDocument(platforms))
})
