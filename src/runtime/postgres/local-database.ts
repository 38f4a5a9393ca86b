import { errorCode } from '../error-code.ts'
import { UserError } from '../failure.ts'
import type { Log } from '../log/log.ts'
import { connectDatabase } from './connect-database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

/**
 * Opens `url`, or `name` on the embedded PostgreSQL. Throws `UserError`, without the password, if
 * unreachable or the folder is unusable.
 */
export const openLocalDatabase = async (options: {
  url: string | undefined
  directUrl?: string | undefined
  dataDir: string
  name: string
  /** Deletes the folder at the stop. */
  isTemporary?: boolean
  log: Log
}): Promise<{ url: string; stop(): Promise<void> }> => {
  if (options.url) {
    await connectDatabase(options.url)
    if (options.directUrl) await connectDatabase(options.directUrl, 'DATABASE_DIRECT_URL')
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
