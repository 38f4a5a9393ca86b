import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Takes a transaction-scoped advisory lock, for work without a row to lock. */
export const lockName = async (trx: Transaction<Tables>, name: string): Promise<void> => {
  await trx
    .selectNoFrom(({ fn, val }) =>
      fn('pg_advisory_xact_lock', [fn<bigint>('hashtextextended', [val(name), val(0)])]).as('held'),
    )
    .execute()
}
