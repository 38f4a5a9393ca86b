import { CompiledQuery, type Insertable, type Updateable } from 'kysely'
import type { DbQuery } from './db.ts'
import type { DbTables } from './tables.ts'

/** Types other than text. PostgreSQL parses one array per column three times as fast as JSON. */
const COLUMN_TYPES: Readonly<Record<string, string>> = {
  ...typed('bigint', ['amount_minor', 'gateway_payment_id', 'total_minor', 'sales_tax_minor']),
  ...typed('bigint', ['service_fee_minor', 'tip_minor', 'refunded_minor', 'seq']),
  ...typed('bigint', ['count', 'age_seconds']),
  ...typed('bigint', ['events', 'tasks', 'notifications', 'late', 'late_after_failure']),
  ...typed('integer', ['attempt', 'request_number', 'claimed_by', 'version']),
  ...typed('boolean', ['follows_reader', 'patiently']),
  ...typed('jsonb', ['customer', 'metadata', 'last_payment_error', 'request', 'pending_update']),
  ...typed('jsonb', [
    'decline',
    'charge_check',
    'sends',
    'readings',
    'refusal',
    'approval',
    'details',
    'payload',
    'actor',
  ]),
  ...typed('timestamptz', [
    'at',
    'run_at',
    'created_at',
    'updated_at',
    'paid_at',
    'reported_at',
    'cancelled_at',
  ]),
  ...typed('timestamptz', ['payable_until', 'time_over_at', 'people_erased_at', 'claimed_until']),
  ...typed('timestamptz', ['next_ask_at', 'expires_at', 'requested_at', 'accepted_at', 'done_at']),
  ...typed('timestamptz', ['confirmed_at', 'refunded_at', 'declined_at']),
  ...typed('timestamptz', ['seen_at', 'found_at', 'hour']),
  row_address: 'tid',
}

function typed(type: string, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, type]))
}

/** SQL for the rows in `arraysOf`, from parameter `first` on. */
export const givenRows = (columns: readonly string[], first = 1): string => {
  const arrays = columns.map(
    (column, index) => `$${first + index}::${COLUMN_TYPES[column] ?? 'text'}[]`,
  )
  return `unnest(${arrays.join()}) AS given (${columns.join()})`
}

/** SQL that inserts given rows in order. */
export const inserting = <Table extends keyof DbTables & string>(
  table: Table,
  columns: readonly (keyof Insertable<DbTables[Table]> & string)[],
  from = givenRows(columns),
): string => `INSERT INTO ${table} (${columns.join()}) SELECT ${columns.join()} FROM ${from}`

/** SQL that updates rows by id. */
export const updating = <Table extends keyof DbTables & string>(
  table: Table,
  columns: readonly (keyof Updateable<DbTables[Table]> & string)[],
  from = givenRows(['id', ...columns]),
): string =>
  `UPDATE ${table} SET ${columns.map((column) => `${column} = given.${column}`).join()}
   FROM ${from} WHERE ${table}.id = given.id`

type GivenRows = [columns: readonly string[], rows: readonly object[]]

/** Returns no statement without rows. */
export const writing = (text: string, [columns, rows]: GivenRows): CompiledQuery[] =>
  rows.length > 0 ? [CompiledQuery.raw(text, arraysOf(rows, columns))] : []

/** Is a no-op without rows. */
export const writeRows = async (query: DbQuery, text: string, given: GivenRows): Promise<void> => {
  for (const statement of writing(text, given)) await query.executeQuery(statement)
}

/**
 * Converts rows to one array per column. JSON goes as text, which node-postgres leaves unchanged.
 */
export const arraysOf = (rows: readonly object[], columns: readonly string[]): unknown[][] =>
  columns.map((column) => {
    const isJson = COLUMN_TYPES[column] === 'jsonb'
    return rows.map((row) => {
      const value = (row as Record<string, unknown>)[column] ?? null
      if (value instanceof Date) return value.toISOString()
      // A string in a JSON column is already JSON.
      return isJson && value !== null && typeof value !== 'string' ? JSON.stringify(value) : value
    })
  })
