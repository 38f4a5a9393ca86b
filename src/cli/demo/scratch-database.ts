import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../../runtime/log/log.ts'
import { withDatabase } from '../../runtime/postgres/database-address.ts'
import { openLocalDatabase } from '../../runtime/postgres/local-database.ts'
import { primaryOf } from '../../runtime/postgres/primary.ts'
import { withConnection } from '../../runtime/postgres/watched-connection.ts'

/**
 * Opens the database on an embedded server, or beside `DATABASE_URL`. Falls back to that database
 * itself if its user may not create one.
 */
export const openScratchDatabase = async (givenUrl: string | undefined, log: Log) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-demo-'))
  const removeFiles = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const { url, drop } = await (givenUrl ? databaseBeside(givenUrl) : ownServer(dataDir, log))
    return { url, dataDir, remove: () => drop().then(removeFiles) }
  } catch (error) {
    removeFiles()
    throw error
  }
}

const ownServer = async (dataDir: string, log: Log) => {
  const own = { url: undefined, dataDir, name: 'demo', isTemporary: true }
  const server = await openLocalDatabase({ ...own, log })
  return { url: server.url, drop: () => server.stop() }
}

const databaseBeside = async (givenUrl: string) => {
  const name = `puente_demo_${randomBytes(4).toString('hex')}`
  const mayCreate = await execute(givenUrl, `CREATE DATABASE ${name}`).then(
    () => true,
    (error) => {
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error
      return false
    },
  )
  if (!mayCreate) return { url: givenUrl, drop: async () => {} }
  return {
    url: withDatabase(givenUrl, name),
    drop: () => execute(givenUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

const execute = async (url: string, statement: string): Promise<void> => {
  const connectionString = await primaryOf(url).address()
  await withConnection({ connectionString }, (client) => client.query(statement))
}
