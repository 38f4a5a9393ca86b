import pg from 'pg'
import { withConnection } from './watched-connection.ts'

export interface ServerAddress {
  port: number
  password: string
}

export const SUPERUSER = 'puente'

/** Overrides a `PGSSLMODE` of the environment; the server has no TLS. */
export const urlOf = ({ port, password }: ServerAddress, database: string): string =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`

export const withClient = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const name = 'puente-embedded'
  const config = { connectionString: url, application_name: name, connectionTimeoutMillis: 3_000 }
  return withConnection(config, work)
}

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
