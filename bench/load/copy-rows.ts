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
  for (const table of await tablesThatMention(observer, number)) {
    const columns = await columnsOf(observer, table)
    const values = columns.map(({ name, isNumber }) => {
      // Identity columns get new values, which references cannot follow: they get the copy's number.
      if (isNumber) return `nextval(pg_get_serial_sequence('${table}', '${name}'))`
      return name === 'task_id' ? 'n' : `copied.${name}`
    })
    await observer.query(
      `INSERT INTO ${table} (${columns.map(({ name }) => name)}) OVERRIDING SYSTEM VALUE
       SELECT ${values}
       FROM (SELECT to_jsonb(kept)::text AS row FROM ${table} kept
           WHERE to_jsonb(kept)::text LIKE '%' || $1 || '%') kept,
         generate_series($2::int, $3::int) n,
         LATERAL jsonb_populate_record(NULL::${table}, replace(kept.row, $1, n::text)::jsonb) copied`,
      [String(number), from, to],
    )
  }
  await observer.query(`SET session_replication_role = 'origin'`)
}

const tablesThatMention = async (observer: Observer, number: number): Promise<string[]> => {
  const tables = await observer.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'puente'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  )
  const mentioning: string[] = []
  for (const { name } of tables) {
    const [found] = await observer.query(
      `SELECT FROM ${name} kept WHERE to_jsonb(kept)::text LIKE '%' || $1 || '%' LIMIT 1`,
      [String(number)],
    )
    if (found) mentioning.push(name)
  }
  return mentioning
}

/** Excludes generated columns. */
const columnsOf = (
  observer: Observer,
  table: string,
): Promise<{ name: string; isNumber: boolean }[]> =>
  observer.query(
    `SELECT quote_ident(attname) AS name, attidentity <> '' AS "isNumber" FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  )
