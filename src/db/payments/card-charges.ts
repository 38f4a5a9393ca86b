import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery, OrderRow } from '../db.ts'

/** Charged, waiting for the customer at the bank, or neither (declined or still unknown). */
export type CardChargeState = 'approved' | 'at-bank' | 'failed'

/** Charge on our card page, or with card fields on a store's page. */
export interface RecentCardCharge {
  at: Date
  state: CardChargeState
  isOfCustomer: boolean
}

/** Upper bound on charges read; more would not change the decision. */
const MOST = 1_000

/**
 * Serialises the start of charges per store, so each counts all earlier ones. Always the last lock,
 * after the order's row.
 */
export const lockCardCharges = async (trx: DbQuery, storeId: StoreId): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('card charges'), hashtext(${storeId}))`.execute(
    trx,
  )
}

/** Lists charges with typed cards, newest first, without cards that never reached the processor. */
export const recentCardCharges = async (
  query: DbQuery,
  order: Pick<OrderRow, 'store_id' | 'customer'>,
  since: Date,
): Promise<RecentCardCharge[]> => {
  const { email = '', identity_number: identity = '', phone = '' } = order.customer
  const isSame = (field: string, value: string) =>
    sql<boolean>`(${value} <> '' AND lower(trim(orders.customer ->> ${field})) = lower(trim(${value})))`
  const { rows } = await sql<RecentCardCharge>`
    SELECT payments.created_at AS at,
      CASE WHEN payments.paid_at IS NOT NULL THEN 'approved'
        WHEN payments.state = 'authenticating' THEN 'at-bank' ELSE 'failed' END AS state,
      coalesce(${isSame('email', email)} OR ${isSame('identity_number', identity)}
        OR ${isSame('phone', phone)}, false) AS "isOfCustomer"
    FROM payments JOIN orders ON orders.id = payments.order_id
    WHERE payments.store_id = ${order.store_id} AND payments.mode = 'card_page'
      AND payments.created_at > ${since}
      AND (payments.paid_at IS NOT NULL OR payments.state NOT IN ('refused', 'abandoned'))
    ORDER BY payments.created_at DESC LIMIT ${MOST}`.execute(query)
  return rows
}
