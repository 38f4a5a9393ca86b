import { sql } from 'kysely'
import type { StoreId } from '../domain/ids.ts'
import type { DbQuery, OrderRow } from './db.ts'

/**
 * What a charge has come to: money was taken, its customer is at the bank, or neither (it was declined,
 * or is not known yet).
 */
export type CardChargeState = 'taken' | 'at-bank' | 'not-taken'

/** A charge of a store's card pages, or of its own pages with the gateway's card fields. */
export interface CardCharge {
  /** When it was begun. */
  at: Date
  state: CardChargeState
  /** Whether it is of the customer that was asked about. */
  isOfCustomer: boolean
}

/** The most that is ever looked at: more are as good as these. */
const MOST = 1_000

/**
 * Lets a charge of a store's card pages be begun by one transaction at a time, so that each counts those
 * that were begun before it. Called with the order locked, and nothing else is locked after it.
 */
export const lockCardCharges = async (trx: DbQuery, storeId: StoreId): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('card charges'), hashtext(${storeId}))`.execute(
    trx,
  )
}

/**
 * The charges of typed cards of an order's store that were begun since an instant, the latest first;
 * without those whose card the processor never got.
 */
export const recentCardCharges = async (
  query: DbQuery,
  order: Pick<OrderRow, 'store_id' | 'customer'>,
  since: Date,
): Promise<CardCharge[]> => {
  const { email = '', identity_number: identity = '', phone = '' } = order.customer
  const isSame = (field: string, value: string) =>
    sql<boolean>`(${value} <> '' AND lower(trim(orders.customer ->> ${field})) = lower(trim(${value})))`
  const { rows } = await sql<CardCharge>`
    SELECT payments.created_at AS at,
      CASE WHEN payments.paid_at IS NOT NULL THEN 'taken'
        WHEN payments.state = 'authenticating' THEN 'at-bank' ELSE 'not-taken' END AS state,
      coalesce(${isSame('email', email)} OR ${isSame('identity_number', identity)}
        OR ${isSame('phone', phone)}, false) AS "isOfCustomer"
    FROM payments JOIN orders ON orders.id = payments.order_id
    WHERE payments.store_id = ${order.store_id} AND payments.mode = 'card_page'
      AND payments.created_at > ${since}
      AND (payments.paid_at IS NOT NULL OR payments.state NOT IN ('refused', 'abandoned'))
    ORDER BY payments.created_at DESC LIMIT ${MOST}`.execute(query)
  return rows
}
