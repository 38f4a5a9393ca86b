import { sql } from 'kysely'
import type { Money } from '../../domain/money.ts'
import type { DbQuery } from '../db.ts'

/**
 * Adds to a requester's daily total unless it would exceed `most` or the currency differs. The row
 * lock serialises concurrent requests until the refund's transaction ends.
 */
export const countRefundOfDay = async (
  trx: DbQuery,
  { asker, day, amount, most }: { asker: string; day: string; amount: Money; most: Money },
): Promise<'counted' | 'above-limit'> => {
  if (amount.currency.code !== most.currency.code) return 'above-limit'
  const { rows } = await sql`
    INSERT INTO refunds_of_days AS known (asker, day, currency, minor)
    SELECT ${asker}, ${day}::date, ${amount.currency.code}, ${amount.minor}::bigint
    WHERE ${amount.minor}::bigint <= ${most.minor}::bigint
    ON CONFLICT (asker, day, currency) DO UPDATE SET minor = known.minor + excluded.minor
    WHERE known.minor + excluded.minor <= ${most.minor}::bigint
    RETURNING minor`.execute(trx)
  return rows.length > 0 ? 'counted' : 'above-limit'
}

export const deleteOldRefundDays = async (query: DbQuery, day: string): Promise<void> => {
  await query.deleteFrom('refunds_of_days').where('day', '<', day).execute()
}
