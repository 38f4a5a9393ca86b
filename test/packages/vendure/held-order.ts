import pg from 'pg'
import { expect } from 'vitest'

export interface HeldOrder {
  /** Resolves when this many transactions of the shop wait for the order, first come first served. */
  waiters(count: number): Promise<void>
  release(): Promise<void>
}

/** Holds the lock of an order, so that a test decides who gets it next. */
export const holdOrder = async (databaseUrl: string, code: string): Promise<HeldOrder> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT id FROM "order" WHERE code = $1 FOR UPDATE', [code])
  const waiting = async (): Promise<number> => {
    await client.query('SELECT pg_stat_clear_snapshot()')
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows[0].count
  }
  return {
    waiters: async (count) => {
      await expect.poll(waiting).toBe(count)
    },
    release: async () => {
      await client.query('COMMIT')
      await client.end()
    },
  }
}
