import { errorCode } from '../error-code.ts'
import { UserError } from '../failure.ts'
import type { Log } from '../log.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { reachDatabase } from './reach-database.ts'

export interface LocalDatabase {
  url: string
  /** Takes the embedded server down, unless another process uses it. */
  stop(): Promise<void>
}

/**
 * The database at `url`, or `name` on the embedded PostgreSQL of `dataDir` where there is none. A
 * database that cannot be reached is told in words (`UserError`), without its password.
 */
export const openLocalDatabase = async (options: {
  url: string | undefined
  /** PostgreSQL itself, where `url` leads to a pooler. */
  directUrl?: string | undefined
  dataDir: string
  name: string
  /** An embedded server's folder goes when it is taken down. */
  isTemporary?: boolean
  log: Log
}): Promise<LocalDatabase> => {
  if (options.url) {
    await reachDatabase(options.url)
    if (options.directUrl) await reachDatabase(options.directUrl, 'DATABASE_DIRECT_URL')
    return { url: options.url, stop: async () => {} }
  }
  const server = await startEmbeddedPostgres(options).catch((error) => {
    throw isFolderProblem(error)
      ? new UserError(`DATA_DIR: cannot use ${options.dataDir} (${error.message})`)
      : error
  })
  return { url: await server.databaseUrl(options.name), stop: () => server.stop() }
}

const isFolderProblem = (error: unknown): error is Error =>
  ['EACCES', 'EEXIST', 'ENOTDIR', 'EROFS', 'EPERM'].includes(errorCode(error) ?? '')
