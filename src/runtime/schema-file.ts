import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Migrations } from './migrate.ts'

/** A file of SQL that makes tables in an empty schema, in one transaction. */
export interface SchemaFile {
  /** Sorts as the files have to run. */
  name: string
  file: URL
}

/**
 * A migration for each file. Its name ends in a fingerprint of the statements, so a database that
 * another edition of the file has made is refused by `migrate`, and is not half changed.
 */
export const migrationsOf = (files: readonly SchemaFile[]): Migrations =>
  Object.fromEntries(
    files.map(({ name, file }) => {
      const statements = readFileSync(file, 'utf8')
      const fingerprint = createHash('sha256').update(statementsOf(statements)).digest('hex')
      return [
        `${name}-${fingerprint.slice(0, 12)}`,
        { up: async (db) => void (await sql.raw(statements).execute(db)) },
      ]
    }),
  )

/** Comments and the space around statements make no other table. */
const statementsOf = (text: string): string =>
  text
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
