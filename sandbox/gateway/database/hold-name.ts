import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Waits until nobody else holds the same name; it is ours until the database transaction ends. For
 * what has no row yet that could be locked.
 */
export const holdName = async (trx: Transaction<Tables>, name: string): Promise<void> => {
  await trx
    .selectNoFrom(({ fn, val }) =>
      fn('pg_advisory_xact_lock', [fn<bigint>('hashtextextended', [val(name), val(0)])]).as('held'),
    )
    .execute()
}
