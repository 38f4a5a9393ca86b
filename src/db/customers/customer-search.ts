import { sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { phoneSpellings } from '../../domain/requests/phone-digits.ts'
import type { DbQuery, OrderRow } from '../db.ts'
import { mayBeName, ordersByCopiedText } from '../orders/order-search.ts'
import { ordersByCustomerName } from '../orders/orders-by-customer.ts'
import { isCustomerConfirmed } from './confirmed-customers.ts'
import { newestOfCustomers } from './customers.ts'

/** Upper bound on orders per lookup, so one customer's orders do not hide the others. */
const MOST_ORDERS = 500
/** Least digits of a phone; shorter numbers are order numbers. */
const LEAST_DIGITS = 7
const LEAST_IDENTITY = 5

/**
 * Finds customers by words of their name, their e-mail address, their phone in any form, their
 * identity number, or a reference of one of their orders. Returns each one's newest order.
 */
export const searchCustomers = async (
  query: DbQuery,
  { text, storeIds, limit }: { text: string; storeIds: readonly StoreId[]; limit: number },
): Promise<OrderRow[]> => {
  const sought = { text, storeIds, limit: MOST_ORDERS }
  const [referenced, numbered] = await Promise.all([
    ordersByCopiedText(query, { ...sought, isCustomerConfirmed: true }),
    ordersByNumbers(query, sought),
  ])
  const named = mayBeName(text, referenced) ? await ordersByCustomerName(query, sought) : []
  const ids = new Set([...referenced.map(({ id }) => id), ...numbered, ...named])
  return newestOfCustomers(query, { orderIds: [...ids], limit })
}

/** Finds orders by the customer's phone or identity number. */
const ordersByNumbers = async (
  query: DbQuery,
  { text, storeIds }: { text: string; storeIds: readonly StoreId[] },
): Promise<OrderId[]> => {
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '')
  if (!/\d/.test(letters) || letters.length < LEAST_IDENTITY || text.includes('@')) return []
  const digits = text.replace(/\D/g, '')
  const isPhone = digits.length >= LEAST_DIGITS && !/\p{L}/u.test(text)
  const phones = isPhone ? phoneSpellings(text) : []
  const newest = sql`orders.id FROM orders
    WHERE orders.store_id = store.id AND ${isCustomerConfirmed('orders')}`
  const last = sql`ORDER BY orders.id DESC LIMIT ${MOST_ORDERS}`
  // One spelling at a time: with several, the planner scans all orders by id.
  const { rows } = await sql<{ id: OrderId }>`
    SELECT found.id FROM unnest(${storeIds}::text[]) AS store (id) CROSS JOIN LATERAL (
      (SELECT ${newest} AND customer_key(customer) IS NOT NULL
        AND customer_key(customer) = customer_key(${JSON.stringify({ identity_number: text })}::jsonb) ${last})
      UNION ALL
      (SELECT spelled.id FROM unnest(${phones}::text[]) AS phone (digits) CROSS JOIN LATERAL (
        SELECT ${newest} AND customer ->> 'phone' IS NOT NULL
          AND regexp_replace(customer ->> 'phone', '\\D', '', 'g') = phone.digits ${last}
      ) spelled)
    ) found LIMIT ${MOST_ORDERS}`.execute(query)
  return rows.map(({ id }) => id)
}
