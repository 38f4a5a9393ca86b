import { platforms } from '../../adapters/registry.ts'
import { type DbOptions, openDb } from '../../src/db/db.ts'
import { schemasOf } from '../../src/payments/ports/platform.ts'

export const openTestDb = (options: Omit<DbOptions, 'platformSchemas'>) =>
  openDb({ ...options, platformSchemas: schemasOf(platforms) })
