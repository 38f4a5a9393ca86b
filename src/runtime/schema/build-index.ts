import { type Kysely, sql } from 'kysely'
import { inShortTransaction } from './short-transaction.ts'
import type { IndexStep } from './steps.ts'

interface Found {
  isValid: boolean
}

/**
 * Builds an index while other processes write. Repeating it after a failure or a crash completes
 * it. Expects a connection outside a transaction.
 */
export const buildIndex = async <Tables>(
  connection: Kysely<Tables>,
  schema: string,
  index: IndexStep,
): Promise<void> => {
  const partitions = await partitionsOf(connection, schema, index.table)
  if (partitions === undefined) return buildOnTable(connection, schema, index)
  // Marks the parent's index as incomplete; partitions made from now on get theirs.
  const made = await findIndex(connection, schema, index.name)
  if (!made) {
    const onParent = definitionOf(index, { on: `ONLY ${index.table}` })
    await inShortTransaction(connection, (trx) => sql.raw(onParent).execute(trx))
  }
  for (const partition of partitions) {
    const name = `${partition}_${index.name}`.slice(0, MOST_NAME)
    if (await isAttached(connection, schema, { partition, index: index.name })) continue
    await buildOnTable(connection, schema, { ...index, name, table: partition })
    const attach = `ALTER INDEX ${index.name} ATTACH PARTITION ${name}`
    await inShortTransaction(connection, (trx) => sql.raw(attach).execute(trx))
  }
}

/** PostgreSQL cuts longer names. */
const MOST_NAME = 63

const definitionOf = (
  { isUnique, name, table, definition }: IndexStep,
  { on = table, how = '' }: { on?: string; how?: string },
): string => `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${how}${name} ON ${on} ${definition}`

const buildOnTable = async <Tables>(
  connection: Kysely<Tables>,
  schema: string,
  index: IndexStep,
): Promise<void> => {
  const found = await findIndex(connection, schema, index.name)
  if (found?.isValid) return
  // What a stopped build leaves behind.
  if (found) await sql.raw(`DROP INDEX CONCURRENTLY ${index.name}`).execute(connection)
  await sql.raw(definitionOf(index, { how: 'CONCURRENTLY ' })).execute(connection)
}

const findIndex = async <Tables>(
  connection: Kysely<Tables>,
  schema: string,
  name: string,
): Promise<Found | undefined> => {
  const { rows } = await sql<Found>`
    SELECT indisvalid AS "isValid" FROM pg_index
    JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relname = ${name} AND relnamespace = ${schema}::regnamespace`.execute(connection)
  return rows[0]
}

/** `undefined` for a table without partitions. */
const partitionsOf = async <Tables>(
  connection: Kysely<Tables>,
  schema: string,
  table: string,
): Promise<string[] | undefined> => {
  const { rows } = await sql<{ partition: string | null }>`
    SELECT child.relname AS partition FROM pg_partitioned_table
    JOIN pg_class parent ON parent.oid = partrelid
    LEFT JOIN pg_inherits ON inhparent = parent.oid
    LEFT JOIN pg_class child ON child.oid = inhrelid
    WHERE parent.relname = ${table} AND parent.relnamespace = ${schema}::regnamespace
    ORDER BY 1`.execute(connection)
  if (rows.length === 0) return undefined
  return rows.flatMap(({ partition }) => partition ?? [])
}

const isAttached = async <Tables>(
  connection: Kysely<Tables>,
  schema: string,
  { partition, index }: { partition: string; index: string },
): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM pg_inherits
    JOIN pg_class parent ON parent.oid = inhparent
    JOIN pg_index child ON child.indexrelid = inhrelid
    JOIN pg_class of ON of.oid = child.indrelid
    WHERE parent.relname = ${index} AND parent.relnamespace = ${schema}::regnamespace
    AND of.relname = ${partition}`.execute(connection)
  return rows.length > 0
}
