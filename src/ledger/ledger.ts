import type { Kysely, Selectable } from 'kysely'
import { type Database, openDatabase } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { ledgerMigrations } from './migrations/index.ts'
import type { LedgerTables } from './tables.ts'

export const LEDGER_SCHEMA = 'puente'

export type Ledger = Database<LedgerTables>

/** The ledger inside or outside a transaction: what every query function takes. */
export type LedgerQuery = Kysely<LedgerTables>

export type StoreRow = Selectable<LedgerTables['stores']>
export type ApiKeyRow = Selectable<LedgerTables['api_keys']>
export type OrderRow = Selectable<LedgerTables['orders']>
export type PaymentRow = Selectable<LedgerTables['payments']>
export type TimelineRow = Selectable<LedgerTables['timeline']>
export type ProblemRow = Selectable<LedgerTables['problems']>
/** A void or a refund, wanted or done. */
export type ReversalRow = Selectable<LedgerTables['refunds']>

/**
 * Reads several things as they stood at one moment, so that no answer shows one half of a change
 * and the other half of what was before.
 */
export const atOneMoment = <T>(
  query: LedgerQuery,
  read: (snapshot: LedgerQuery) => Promise<T>,
): Promise<T> =>
  query.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** Opens the ledger and brings its tables up to date. */
export const openLedger = async (options: { databaseUrl: string; log: Log }): Promise<Ledger> => {
  const ledger = openDatabase<LedgerTables>({
    url: options.databaseUrl,
    schema: LEDGER_SCHEMA,
    applicationName: 'puente',
    maxConnections: 20,
    log: options.log,
  })
  try {
    await migrate(ledger.query, {
      schema: LEDGER_SCHEMA,
      migrations: ledgerMigrations,
      log: options.log,
    })
  } catch (error) {
    await ledger.close()
    throw error
  }
  return ledger
}
