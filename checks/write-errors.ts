import { writeFileSync } from 'node:fs'
import { platforms } from '../adapters/registry.ts'
import { alertsDocument, errorsDocument } from '../src/http/documents/errors-document.ts'

writeFileSync(new URL('../docs/errors.md', import.meta.url), errorsDocument())
writeFileSync(new URL('../docs/alerts.md', import.meta.url), alertsDocument(platforms))
