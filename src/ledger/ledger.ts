import type { Kysely, Selectable } from 'kysely'
import { type Database, type DatabaseOptions, openDatabase } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { type DatabaseLimits, DEFAULT_LIMITS } from '../platform/watched-connection.ts'
import { ledgerMigrations } from './migrations/index.ts'
import type { LedgerTables } from './tables.ts'

export const LEDGER_SCHEMA = 'puente'

export interface Ledger extends Database<LedgerTables> {
  /**
   * The same ledger, for what takes long by its nature: retention, reports, the sums of a
   * reconciliation. It has connections of its own, whose statements have a longer limit.
   */
  long: Database<LedgerTables>
}

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

export interface LedgerOptions {
  databaseUrl: string
  /** PostgreSQL itself, where `databaseUrl` leads to a pooler: tables are changed there. */
  directUrl?: string | undefined
  limits?: DatabaseLimits | undefined
  log: Log
}

/** Opens the ledger and brings its tables up to date. */
export const openLedger = async (options: LedgerOptions): Promise<Ledger> => {
  const { databaseUrl, directUrl = databaseUrl, limits = DEFAULT_LIMITS, log } = options
  const open = (
    url: string,
    more: Pick<DatabaseOptions, 'maxConnections' | 'statementMs' | 'lookEveryMs'>,
  ) =>
    openDatabase<LedgerTables>({
      url,
      schema: LEDGER_SCHEMA,
      applicationName: 'puente',
      log,
      ...more,
    })
  const { statementMs, longStatementMs } = limits
  const forLong = { statementMs: longStatementMs, lookEveryMs: statementMs }
  const migrating = open(directUrl, { maxConnections: 2, ...forLong })
  await migrate(migrating.query, {
    schema: LEDGER_SCHEMA,
    migrations: ledgerMigrations,
    log,
  }).finally(migrating.close)
  const ledger = open(databaseUrl, { maxConnections: 20, statementMs })
  const long = open(databaseUrl, { maxConnections: 8, ...forLong })
  return {
    ...ledger,
    long,
    close: async () => {
      await Promise.all([ledger.close(), long.close()])
    },
  }
}
