import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { inject } from 'vitest'
import { copyOfDatabase } from '../../support/fresh-database.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { medusaCommand, medusaEnvironment } from './medusa-folder.ts'

const run = promisify(execFile)

const LOCK = join(import.meta.dirname, '../../../node_modules/.medusa-template')
const MOST_OUTPUT = 64 * 1024 * 1024

/** Ids that the seed made. */
export interface Seed {
  publishableKey: string
  variant: string
  shippingOption: string
  regions: { hnl: string; eur: string }
}

/** Copies a template with Medusa's tables and the data of the seed, made on the server once. */
export const seededDatabase = async (
  folder: string,
  settings: Readonly<Record<string, string>>,
  template: string,
): Promise<{ databaseUrl: string; seed: Seed }> => {
  await oneAtATime(LOCK, async () => {
    if ((await exists(template)) === false) await make(folder, settings, template)
  })
  const databaseUrl = await copyOfDatabase(databaseOf(template))
  const [row] = await rowsOf(databaseUrl, 'SELECT value FROM test_seed')
  return { databaseUrl, seed: row.value }
}

const databaseOf = (name: string): string => {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

const exists = async (name: string): Promise<boolean> => {
  const found = await rowsOf(
    inject('postgresUrl'),
    `SELECT 1 FROM pg_database WHERE datname = '${name}'`,
  )
  return found.length > 0
}

const make = async (
  folder: string,
  settings: Readonly<Record<string, string>>,
  template: string,
): Promise<void> => {
  const making = `${template}_making`
  await rowsOf(inject('postgresUrl'), `DROP DATABASE IF EXISTS ${making} WITH (FORCE)`)
  await rowsOf(inject('postgresUrl'), `CREATE DATABASE ${making}`)
  const env = medusaEnvironment({ ...settings, DATABASE_URL: databaseOf(making) })
  for (const args of [['db:migrate'], ['exec', './seed.js']])
    await run(process.execPath, [medusaCommand(folder), ...args], {
      cwd: folder,
      env,
      maxBuffer: MOST_OUTPUT,
    })
  await rowsOf(inject('postgresUrl'), `ALTER DATABASE ${making} RENAME TO ${template}`)
}

/** Runs a statement; for what Medusa's API does not show. */
export const rowsOf = async (databaseUrl: string, statement: string) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
