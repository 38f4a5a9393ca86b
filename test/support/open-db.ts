import { shopifySchema } from '../../adapters/shopify/tables/schema.ts'
import { type DbOptions, openDb } from '../../src/db/db.ts'

/** Opens a database with the tables of all platforms. */
export const openTestDb = (options: Omit<DbOptions, 'platformSchemas'>) =>
  openDb({ ...options, platformSchemas: [shopifySchema] })
