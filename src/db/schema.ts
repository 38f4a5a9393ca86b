import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { SchemaPart } from '../runtime/schema/prepare-schema.ts'

const MIGRATIONS = new URL('migrations/', import.meta.url)

/** Core tables as of 0.2.0, then `migrations` by name. Platform parts follow. */
export const coreSchema: SchemaPart = {
  name: 'core',
  sql: readFileSync(new URL('schema.sql', import.meta.url), 'utf8'),
  migrations: (existsSync(MIGRATIONS) ? readdirSync(MIGRATIONS) : [])
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file, sql: readFileSync(new URL(file, MIGRATIONS), 'utf8') })),
}
