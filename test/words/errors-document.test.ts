import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { alertsDocument, errorsDocument } from '../../src/http/documents/errors-document.ts'
import { eventsDocument } from '../../src/http/documents/events-document.ts'

const read = (name: string): string =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

it('docs/errors.md and docs/alerts.md match the code (npm run docs:errors)', () => {
  expect(read('errors.md')).toBe(errorsDocument())
  expect(read('alerts.md')).toBe(alertsDocument(platforms))
})

it('docs/events.md matches the notifications in the code (npm run docs:events)', () => {
  expect(read('events.md')).toBe(eventsDocument())
})
