import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { SchemaPart } from '../runtime/schema.ts'

const MIGRATIONS = new URL('migrations/', import.meta.url)

/**
 * The tables of the core as they were in 0.2.0, and what was added since: the files of `migrations`
 * in the order of their names. A platform's own are parts of their own, applied after it.
 */
export const coreSchema: SchemaPart = {
  name: 'core',
  sql: readFileSync(new URL('schema.sql', import.meta.url), 'utf8'),
  migrations: (existsSync(MIGRATIONS) ? readdirSync(MIGRATIONS) : [])
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file, sql: readFileSync(new URL(file, MIGRATIONS), 'utf8') })),
}
