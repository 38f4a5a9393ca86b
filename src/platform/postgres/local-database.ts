import type { Log } from '../log.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

export interface LocalDatabase {
  url: string
  /** Takes the embedded server down, unless another process uses it. */
  stop(): Promise<void>
}

/** The database at `url`, or `name` on the embedded PostgreSQL of `dataDir` where there is none. */
export const openLocalDatabase = async (options: {
  url: string | undefined
  dataDir: string
  name: string
  log: Log
}): Promise<LocalDatabase> => {
  if (options.url) return { url: options.url, stop: async () => {} }
  const server = await startEmbeddedPostgres({ dataDir: options.dataDir, log: options.log })
  return { url: await server.databaseUrl(options.name), stop: () => server.stop() }
}
