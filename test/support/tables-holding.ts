import { sql } from 'kysely'
import type { DbQuery } from '../../src/db/db.ts'

export const tablesHolding = async (query: DbQuery, word: string): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
      AND table_name NOT LIKE 'inbox_%' AND table_name NOT LIKE 'timeline_%'`.execute(query)
  const found: string[] = []
  for (const { name } of tables) {
    const text = name === 'inbox' ? sql`encode(body, 'escape')` : sql`row::text`
    const { rows } = await sql`
      SELECT FROM ${sql.table(name)} AS row WHERE ${text} ILIKE ${`%${word}%`} LIMIT 1`.execute(
      query,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
