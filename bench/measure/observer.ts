import pg from 'pg'

/** Load on a database, without the observer's own. */
export interface DatabaseCosts {
  /** Includes `BEGIN` and `COMMIT`. */
  statements: number
  /** Counts the whole server. */
  walBytes: number
}

export interface Observer {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  costs(): Promise<DatabaseCosts>
  /**
   * Includes read-only transactions. PostgreSQL reports up to a second late, or at disconnect: stop
   * the service before counting.
   */
  commits(): Promise<number>
  close(): Promise<void>
}

export const openObserver = async (databaseUrl: string): Promise<Observer> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  let own = 0
  const query: Observer['query'] = async (text, values) => {
    const { rows } = await client.query(text, values)
    own++
    return rows
  }
  await client.query('SET search_path = puente, public')
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements SCHEMA public')
  await query('SELECT pg_stat_force_next_flush()')
  const before = await read(query)
  const ownBefore = own
  const since = (all: number, first: number) => all - first - (own - ownBefore)
  return {
    query,
    costs: async () => {
      const { statements, walBytes } = await read(query)
      return { statements: since(statements, before.statements), walBytes }
    },
    commits: async () => {
      await query('SELECT pg_stat_force_next_flush()')
      const { commits } = await read(query)
      return since(commits, before.commits)
    },
    close: () => client.end(),
  }
}

const read = async (query: Observer['query']) => {
  const [row] = await query<{ statements: string; commits: string; wal: string }>(
    `SELECT (SELECT coalesce(sum(calls), 0) FROM pg_stat_statements(false)
        WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())) AS statements,
      (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits,
      pg_current_wal_lsn() - '0/0' AS wal`,
  )
  return {
    statements: Number(row?.statements),
    commits: Number(row?.commits),
    walBytes: Number(row?.wal),
  }
}
