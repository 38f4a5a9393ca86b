import pg from 'pg'

/** How the embedded server is reached, on loopback. */
export interface ServerAddress {
  port: number
  password: string
}

export const SUPERUSER = 'puente'

/** Says that there is no TLS, which a `PGSSLMODE` in the environment would otherwise ask for. */
export const urlOf = ({ port, password }: ServerAddress, database: string): string =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`

/** Does some work on a connection of its own. */
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

/** Makes the database where it is missing. */
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

/** duplicate_database, and unique_violation when two create it in the same instant. */
const ALREADY_THERE = ['42P04', '23505']
