import pg from 'pg'
import { inject } from 'vitest'

export const cutDatabase = (databaseUrl: string): Promise<void> => allow(databaseUrl, false)

export const restoreDatabase = (databaseUrl: string): Promise<void> => allow(databaseUrl, true)

const allow = async (databaseUrl: string, allowed: boolean): Promise<void> => {
  const name = new URL(databaseUrl).pathname.slice(1)
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`)
  if (!allowed) {
    const cut = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1'
    await client.query(cut, [name])
  }
  await client.end()
}
