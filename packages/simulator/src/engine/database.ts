import { existsSync, readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { SCHEMA, sandboxSchema } from '../../../../sandbox/gateway/database/schema.ts'
import type { Tables } from '../../../../sandbox/gateway/database/tables.ts'
import { prepareSchema } from '../../../../src/runtime/schema.ts'
import { openSession, type Session } from './session.ts'

/** A schema with the sandbox's tables, all empty. */
export interface OwnTables {
  query: Kysely<Tables>
  /** Empties the tables for the next gateway. */
  release(): Promise<void>
}

export interface EngineDatabase {
  claimTables(): Promise<OwnTables>
  /** Tar of the data folder with one empty schema, gzipped. */
  dump(): Promise<Uint8Array>
}

/** Never cleared by a release: the clock has one row, the editions describe the tables. */
const KEPT = ['schema_parts', 'clock']

/** Starts PostgreSQL in memory; from a template in half the time. */
export const openEngineDatabase = async (template?: URL): Promise<EngineDatabase> => {
  const pglite = await PGlite.create(
    template && existsSync(template) ? { loadDataDir: new Blob([readFileSync(template)]) } : {},
  )
  const session = openSession(pglite)
  const first = await openTables(session, SCHEMA)
  const free = [first]
  let made = 1
  return {
    claimTables: async () => {
      const tables = free.shift() ?? (await openTables(session, `${SCHEMA}_${++made}`))
      return {
        query: tables.query,
        release: async () => {
          await tables.clear()
          free.push(tables)
        },
      }
    },
    dump: async () => {
      const file = await pglite.dumpDataDir('gzip')
      return new Uint8Array(await file.arrayBuffer())
    },
  }
}

const openTables = async (session: Session, schema: string) => {
  const query = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: session.poolOf(schema) }),
  })
  await prepareSchema(query, { schema, parts: [sandboxSchema] })
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = ${schema}`.execute(query)
  const names = rows.map(({ name }) => name).filter((name) => !KEPT.includes(name))
  return {
    query,
    clear: async () => {
      await sql
        .raw(`TRUNCATE ${names.join(', ')} RESTART IDENTITY; UPDATE clock SET offset_ms = 0`)
        .execute(query)
    },
  }
}
