import { platforms } from '../../adapters/registry.ts'
import { type DbOptions, openDb } from '../../src/db/db.ts'
import { schemasOf } from '../../src/payments/ports/platform.ts'

/** Opens a database with the tables of all platforms. */
export const openTestDb = (options: Omit<DbOptions, 'platformSchemas'>) =>
  openDb({ ...options, platformSchemas: schemasOf(platforms) })
