import type { Settings } from '../../config/settings.ts'
import type { Log } from '../../src/runtime/log/log.ts'
import { openDatabase } from '../../src/runtime/postgres/database.ts'
import { prepareSchema } from '../../src/runtime/schema/prepare-schema.ts'
import { lockDatabase } from './database/database-lock.ts'
import { SCHEMA, sandboxSchema } from './database/schema.ts'
import type { Tables } from './database/tables.ts'
import { type RunningSandbox, serveGateway } from './serve-gateway.ts'

export type { RunningSandbox } from './serve-gateway.ts'

const MAX_CONNECTIONS = 16

/** Timeout of a statement or connection; long, as there is no second database to fail over to. */
const DATABASE_PATIENCE_MS = 60_000

/** One sandbox per database. `port` overrides `SANDBOX_PORT`; 0 picks a free one. */
export const startSandbox = async ({
  settings,
  databaseUrl,
  log,
  port = settings.SANDBOX_PORT,
}: {
  settings: Settings
  databaseUrl: string
  log: Log
  port?: number
}): Promise<RunningSandbox> => {
  const database = openDatabase<Tables>({
    url: databaseUrl,
    schema: SCHEMA,
    applicationName: 'sandbox',
    maxConnections: MAX_CONNECTIONS,
    statementMs: DATABASE_PATIENCE_MS,
    connectMs: DATABASE_PATIENCE_MS,
    log,
  })
  const soleUse = await lockDatabase(databaseUrl).catch(async (error) => {
    await database.close()
    throw error
  })
  const closeDatabase = async () => {
    await database.close()
    await soleUse.release()
  }
  try {
    await prepareSchema(database.query, { schema: SCHEMA, parts: [sandboxSchema] })
    const gateway = await serveGateway({ settings, database, log, port })
    return {
      ...gateway,
      close: async () => {
        await gateway.close()
        await closeDatabase()
      },
    }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}
