import pg from 'pg'

export interface ServerAddress {
  port: number
  password: string
}

export const SUPERUSER = 'puente'

/** Overrides a `PGSSLMODE` of the environment; the server has no TLS. */
export const urlOf = ({ port, password }: ServerAddress, database: string): string =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`

export const withClient = async <T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'puente-embedded',
    connectionTimeoutMillis: 3_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates the database unless it exists. */
export const createDatabase = (address: ServerAddress, database: string): Promise<void> =>
  withClient(urlOf(address, 'postgres'), async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      database,
    ])
    if (rowCount) return
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`).catch((error) => {
      if (!ALREADY_THERE.includes(error.code)) throw error
    })
  })

/** duplicate_database; unique_violation in a race. */
const ALREADY_THERE = ['42P04', '23505']
