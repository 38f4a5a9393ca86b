import type pg from 'pg'
import { errorMessage, UserError } from '../failure.ts'
import { addressInWords } from './database-address.ts'
import { withConnection } from './watched-connection.ts'

/** A session per connection, or per transaction. */
export type Pooling = 'none' | 'session' | 'transaction'

const PATIENCE_MS = 5_000
const ROUNDS = 8

/**
 * A pooler answers the startup with another process id than the backend's. In session mode, two
 * connections keep two backends. In transaction mode they share one or switch, as queries alternate
 * in both orders. Throws `UserError` without a second connection.
 */
export const findPooling = (url: string): Promise<Pooling> =>
  withConnection(configOf(url), async (one) => {
    const own = await sessionOf(one)
    if ((one as unknown as { processID: unknown }).processID === own) return 'none'
    const comparing = withConnection(configOf(url), async (other): Promise<Pooling> => {
      const others = await sessionOf(other)
      if (others === own) return 'transaction'
      for (let round = 0; round < ROUNDS; round++) {
        const inTurn = round % 2 === 0 ? [other, one] : [one, other]
        for (const client of inTurn) {
          const session = await sessionOf(client)
          if (session !== (client === one ? own : others)) return 'transaction'
        }
      }
      return 'session'
    })
    return comparing.catch((error) => {
      throw new UserError(
        `DATABASE_URL: the pooler at ${addressInWords(url)} has no second connection for Puente (${errorMessage(error)}). Raise its default_pool_size: each process takes up to 48.`,
      )
    })
  })

/** Throws `UserError` for transaction pooling. */
export const requireSessions = async (url: string, setting: string): Promise<void> => {
  if ((await findPooling(url)) !== 'transaction') return
  throw new UserError(
    `${setting}: the pooler at ${addressInWords(url)} gives each transaction another session (transaction or statement pooling), and Puente needs sessions of its own: its schema, its signals and its locks are kept there. Set pool_mode = session for this database, or give ${setting} the address of PostgreSQL itself; DATABASE_DIRECT_URL carries too little of it to make this mode work.`,
  )
}

const sessionOf = async (client: pg.Client): Promise<number | undefined> => {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

const configOf = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'puente-start',
  connectionTimeoutMillis: PATIENCE_MS,
  query_timeout: PATIENCE_MS,
})
