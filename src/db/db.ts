import type { Kysely, Selectable } from 'kysely'
import type { Log } from '../runtime/log/log.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../runtime/postgres/database.ts'
import { type DatabaseLimits, DEFAULT_LIMITS } from '../runtime/postgres/watched-connection.ts'
import { prepareSchema, type SchemaPart } from '../runtime/schema/prepare-schema.ts'
import { requireKnownFeatures } from './installation/features.ts'
import { prepareReadSchema } from './read-schema/read-schema.ts'
import { coreSchema } from './schema.ts'
import type { DbTables } from './tables.ts'

export const DB_SCHEMA = 'puente'

export interface Db extends Database<DbTables> {
  /** Pool for slow statements: retention, reports, reconciliation sums. */
  long: Database<DbTables>
  /** Pool for decisions and claim loops, with generic index plans. */
  hot: Database<DbTables>
}

/** A connection inside or outside a transaction. */
export type DbQuery = Kysely<DbTables>

export type StoreRow = Selectable<DbTables['stores']>
export type ApiKeyRow = Selectable<DbTables['api_keys']>
export type OrderRow = Selectable<DbTables['orders']>
export type PaymentRow = Selectable<DbTables['payments']>
export type TimelineRow = Selectable<DbTables['timeline']>
export type AlertRow = Selectable<DbTables['alerts']>
export type CustomerMailRow = Selectable<DbTables['customer_mails']>
export type PaymentLinkRow = Selectable<DbTables['payment_links']>
/** Void or refund. */
export type RefundRow = Selectable<DbTables['refunds']>

/** Reads in one snapshot, so no response mixes two states. */
export const atOneMoment = <T>(
  query: DbQuery,
  read: (snapshot: DbQuery) => Promise<T>,
): Promise<T> =>
  query.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

export interface DbOptions {
  databaseUrl: string
  /** URL for migrations if `databaseUrl` is a pooler. */
  directUrl?: string | undefined
  limits?: DatabaseLimits | undefined
  isPreparing?: boolean | undefined
  platformSchemas?: readonly SchemaPart[]
  log: Log
}

/** Puente itself needs no view, so nothing about them keeps it from starting. */
const prepareViews = async (query: DbQuery, log: Log): Promise<void> => {
  try {
    const state = await prepareReadSchema(query)
    if (state === 'not-allowed') log.warn('the role may not write the views of puente_read')
  } catch (error) {
    log.warn({ err: error }, 'the views of puente_read were not written')
  }
}

/** Upper bounds per process. */
export const DB_CONNECTIONS = { usual: 14, long: 6, hot: 11 } as const

export const openDb = async (options: DbOptions): Promise<Db> => {
  const { databaseUrl, directUrl = databaseUrl, limits = DEFAULT_LIMITS } = options
  const { isPreparing, log } = options
  const parts = [coreSchema, ...(options.platformSchemas ?? [])]
  const common = { schema: DB_SCHEMA, applicationName: 'puente', isPreparing, log }
  const open = (url: string, more: Omit<DatabaseOptions, 'url' | keyof typeof common>) =>
    openDatabase<DbTables>({ ...common, url, ...more })
  const { statementMs, longStatementMs } = limits
  const forLong = { statementMs: longStatementMs, probeEveryMs: statementMs }
  const preparing = open(directUrl, { maxConnections: 2, ...forLong })
  try {
    await prepareSchema(preparing.query, {
      schema: DB_SCHEMA,
      parts,
      onMigration: (migration) => log.info({ migration }, 'tables are migrated'),
    })
    await requireKnownFeatures(preparing.query)
    await prepareViews(preparing.query, log)
  } finally {
    await preparing.close()
  }
  const db = open(databaseUrl, { maxConnections: DB_CONNECTIONS.usual, statementMs })
  const long = open(databaseUrl, { maxConnections: DB_CONNECTIONS.long, ...forLong })
  const hot = open(databaseUrl, {
    maxConnections: DB_CONNECTIONS.hot,
    isPipelined: true,
    statementMs,
    usesGenericPlans: true,
  })
  return {
    ...db,
    long,
    hot,
    close: async () => {
      await Promise.all([db, long, hot].map(({ close }) => close()))
    },
  }
}
