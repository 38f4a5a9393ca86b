import { writeFileSync } from 'node:fs'
import { platforms } from '../adapters/registry.ts'
import {
  alertsDocument,
  errorsDocument,
  merchantAlertsDocument,
} from '../src/http/documents/errors-document.ts'

writeFileSync(new URL('../docs/errors.md', import.meta.url), errorsDocument())
writeFileSync(new URL('../docs/alerts.md', import.meta.url), alertsDocument(platforms))
writeFileSync(new URL('../docs/es/alertas.md', import.meta.url), merchantAlertsDocument(platforms))
