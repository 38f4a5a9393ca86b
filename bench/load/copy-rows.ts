import type { Observer } from '../measure/observer.ts'

/**
 * Copies all rows that mention a nine-digit number, once per number of the range: a history as
 * Puente would have written it, in any schema.
 */
export const copyRows = async (
  observer: Observer,
  { number, from, to }: { number: number; from: number; to: number },
): Promise<void> => {
  // Foreign key checks cost more than the inserts.
  await observer.query(`SET session_replication_role = 'replica'`)
  for (const table of await tablesOf(observer)) {
    const columns = await columnsOf(observer, table)
    const mentioning = await columnsThatMention(observer, { table, columns, number })
    if (!mentioning) continue
    await observer.query(
      `INSERT INTO ${table} (${columns.map(({ name }) => name)}) OVERRIDING SYSTEM VALUE
       SELECT ${columns.map((column) => copyOf(column, { table, mentioning }))}
       FROM ${table} kept CROSS JOIN generate_series($2::int, $3::int) n
       WHERE kept::text LIKE '%' || $1 || '%'`,
      [String(number), from, to],
    )
  }
  await observer.query(`SET session_replication_role = 'origin'`)
}

interface Column {
  name: string
  type: string
  isIdentity: boolean
}

const copyOf = (
  { name, type, isIdentity }: Column,
  { table, mentioning }: { table: string; mentioning: ReadonlySet<string> },
): string => {
  // Identity columns get new values, which references cannot follow: they get the copy's number.
  if (isIdentity) return `nextval(pg_get_serial_sequence('${table}', '${name}'))`
  if (name === 'task_id') return 'n'
  if (!mentioning.has(name)) return `kept.${name}`
  return `replace(kept.${name}::text, $1, n::text)::${type}`
}

const tablesOf = async (observer: Observer): Promise<string[]> => {
  const tables = await observer.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'puente'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  )
  return tables.map(({ name }) => name)
}

/** Returns `undefined` if no row mentions the number. */
const columnsThatMention = async (
  observer: Observer,
  { table, columns, number }: { table: string; columns: readonly Column[]; number: number },
): Promise<Set<string> | undefined> => {
  const [found] = await observer.query<{ mentions: (boolean | null)[] }>(
    `SELECT ARRAY[${columns.map(({ name }) => `bool_or(kept.${name}::text LIKE '%' || $1 || '%')`)}]
       AS mentions FROM ${table} kept`,
    [String(number)],
  )
  const mentioning = columns.filter((_, at) => found?.mentions[at]).map(({ name }) => name)
  return mentioning.length > 0 ? new Set(mentioning) : undefined
}

/** Excludes generated columns. */
const columnsOf = (observer: Observer, table: string): Promise<Column[]> =>
  observer.query(
    `SELECT quote_ident(attname) AS name, format_type(atttypid, atttypmod) AS type,
       attidentity <> '' AS "isIdentity" FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  )
