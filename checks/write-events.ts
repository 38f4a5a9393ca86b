import { writeFileSync } from 'node:fs'
import { eventsDocument } from '../src/http/documents/events-document.ts'

writeFileSync(new URL('../docs/events.md', import.meta.url), eventsDocument())
