import { readFileSync } from 'node:fs'
import type { SchemaPart } from '../runtime/schema.ts'

/** The tables of the core; a platform's own are parts of their own, applied after it. */
export const coreSchema: SchemaPart = {
  name: 'core',
  sql: readFileSync(new URL('schema.sql', import.meta.url), 'utf8'),
}
