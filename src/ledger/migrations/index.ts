import type { Migrations } from '../../platform/migrate.ts'
import * as firstTables from './0001-first-tables.ts'

export const ledgerMigrations: Migrations = {
  '0001-first-tables': firstTables,
}
