import { readFileSync } from 'node:fs'
import type { SchemaPart } from '../../../src/runtime/schema/prepare-schema.ts'

export const SCHEMA = 'sandbox'

export const sandboxSchema: SchemaPart = {
  name: 'sandbox',
  sql: readFileSync(new URL('schema.sql', import.meta.url), 'utf8'),
}
