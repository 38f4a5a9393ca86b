import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { ALERT_KINDS } from '../../src/db/tables/alerts.ts'
import {
  alertsDocument,
  errorsDocument,
  merchantAlertsDocument,
} from '../../src/http/documents/errors-document.ts'
import { eventsDocument } from '../../src/http/documents/events-document.ts'

const read = (name: string): string =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

it('docs/errors.md and docs/alerts.md match the code (npm run docs:errors)', () => {
  expect(read('errors.md')).toBe(errorsDocument())
  expect(read('alerts.md')).toBe(alertsDocument(platforms))
})

it('docs/es/alertas.md has every alert in the words for merchants (npm run docs:errors)', () => {
  expect(read('es/alertas.md')).toBe(merchantAlertsDocument(platforms))
})

it('the alerts for merchants name no command of the terminal', () => {
  const page = merchantAlertsDocument(platforms).replaceAll('npm run docs:errors', '')
  expect(page.match(/puente [a-z]+ [a-z]+|npm run|bin\//g)).toBeNull()
  expect(page.match(/^## /gm)).toHaveLength(ALERT_KINDS.length)
  expect(new Set(page.match(/^## .*$/gm)).size).toBe(ALERT_KINDS.length)
})

it('docs/events.md matches the notifications in the code (npm run docs:events)', () => {
  expect(read('events.md')).toBe(eventsDocument())
})
