import { sql } from 'kysely'
import type { LedgerQuery, OrderRow } from './ledger.ts'

/** A charge of a store's card pages, or of its own pages with the gateway's card fields. */
export interface CardCharge {
  at: Date
  /** Whether money was taken; otherwise it was declined, or is not known yet. */
  wasTaken: boolean
  /** Whether it is of the customer that was asked about. */
  isOfCustomer: boolean
}

/** The most that is ever looked at: more are as good as these. */
const MOST = 1_000

/** The charges of typed cards of an order's store since an instant, the latest first. */
export const recentCardCharges = async (
  query: LedgerQuery,
  order: Pick<OrderRow, 'store_id' | 'customer'>,
  since: Date,
): Promise<CardCharge[]> => {
  const { email = '', identity_number: identity = '', phone = '' } = order.customer
  const isSame = (field: string, value: string) =>
    sql<boolean>`(${value} <> '' AND lower(trim(orders.customer ->> ${field})) = lower(trim(${value})))`
  const { rows } = await sql<CardCharge>`
    SELECT payments.created_at AS at, payments.paid_at IS NOT NULL AS "wasTaken",
      coalesce(${isSame('email', email)} OR ${isSame('identity_number', identity)}
        OR ${isSame('phone', phone)}, false) AS "isOfCustomer"
    FROM payments JOIN orders ON orders.id = payments.order_id
    WHERE payments.store_id = ${order.store_id} AND payments.mode = 'card_page'
      AND payments.created_at > ${since}
      AND (payments.paid_at IS NOT NULL OR payments.state IN ('declined', 'intended'))
    ORDER BY payments.created_at DESC LIMIT ${MOST}`.execute(query)
  return rows
}
