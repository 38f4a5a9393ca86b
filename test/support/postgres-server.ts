import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { SCHEMA as SANDBOX_SCHEMA, sandboxSchema } from '../../sandbox/gateway/database/schema.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { openDatabase } from '../../src/runtime/postgres/database.ts'
import { startEmbeddedPostgres } from '../../src/runtime/postgres/embedded-postgres.ts'
import { openJobQueue } from '../../src/runtime/queue/job-queue.ts'
import { prepareSchema } from '../../src/runtime/schema/prepare-schema.ts'
import { openTestDb } from './open-db.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** Template with all tables and no connections. */
    templateDatabase: string
  }
}

const TEMPLATE = 'with_tables'
const log = createLog({ level: 'warn', service: 'test' })

/** Starts a server, or uses `TEST_POSTGRES_URL`. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { url, stop } = await (process.env.TEST_POSTGRES_URL
    ? givenServer(process.env.TEST_POSTGRES_URL)
    : newServer())
  project.provide('postgresUrl', await url('postgres'))
  await makeTables(await url(TEMPLATE))
  project.provide('templateDatabase', TEMPLATE)
  return stop
}

/** Without durability, since the data ends with the run. */
const newServer = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-test-'))
  const settings = {
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
    max_connections: '500',
    // Databases are short-lived: autovacuum would cost more than it saves.
    autovacuum_naptime: '5min',
    // A world's dozen connections each derive a key.
    scram_iterations: '1',
  }
  const server = await startEmbeddedPostgres({ dataDir, log, settings })
  const url = await server.databaseUrl('postgres')
  await hashPasswordAnew(url)
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: server.databaseUrl, stop }
}

/** PostgreSQL keeps a password's iterations until it changes. */
const hashPasswordAnew = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const password = client.escapeLiteral(decodeURIComponent(new URL(url).password))
  await client.query(`ALTER ROLE CURRENT_USER PASSWORD ${password}`)
  await client.end()
}

const givenServer = async (serverUrl: string) => {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${TEMPLATE}`)
  await client.end()
  const url = async (name: string) => new URL(`/${name}`, serverUrl).href
  return { url, stop: async () => {} }
}

const makeTables = async (databaseUrl: string): Promise<void> => {
  const db = await openTestDb({ databaseUrl, log })
  await db.close()
  const queue = await openJobQueue({ databaseUrl, prefix: 'template', log })
  await queue.close()
  const sandbox = openDatabase({
    url: databaseUrl,
    schema: SANDBOX_SCHEMA,
    applicationName: 'test',
    maxConnections: 1,
    log,
  })
  await prepareSchema(sandbox.query, { schema: SANDBOX_SCHEMA, parts: [sandboxSchema] })
  await sandbox.close()
}
