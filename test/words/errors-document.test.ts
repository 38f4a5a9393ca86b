import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { errorsDocument } from '../../src/http/documents/errors-document.ts'

it('docs/errors.md matches the alerts and codes in the code (npm run docs:errors)', () => {
  const file = new URL('../../docs/errors.md', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(errorsDocument(platforms))
})
