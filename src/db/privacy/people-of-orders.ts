import { type RawBuilder, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { phoneSpellings } from '../../domain/requests/phone-digits.ts'
import { anyOf, anyTrue } from '../../runtime/postgres/database.ts'
import type { DbQuery, OrderRow } from '../db.ts'

/** Any match suffices. */
export interface PersonTraces {
  externalIds: readonly string[]
  emails: readonly string[]
  phones: readonly string[]
  identityNumbers?: readonly string[]
}

/** People may still give a reason or a note after an erasure. */
const HAS_PERSONAL_DATA = sql<boolean>`(
  customer <> '{}' OR metadata <> '{}' OR description IS NOT NULL
  OR success_url IS NOT NULL OR cancel_url IS NOT NULL
  OR EXISTS (SELECT FROM refunds WHERE refunds.order_id = orders.id AND refunds.reason IS NOT NULL)
  OR EXISTS (SELECT FROM alerts WHERE alerts.order_id = orders.id AND alerts.note IS NOT NULL)
  OR EXISTS (SELECT FROM customer_mails WHERE customer_mails.order_id = orders.id
    AND (customer_mails.to_address IS NOT NULL OR customer_mails.state IN ('waiting', 'failed')))
)`

/** Leaves out traces without values. Each of the others has an index. */
const isOf = ({
  externalIds,
  emails,
  phones,
  identityNumbers = [],
}: PersonTraces): RawBuilder<boolean> => {
  const matches = [
    { column: sql`external_id`, values: [...externalIds] },
    {
      column: sql`lower(customer ->> 'email')`,
      values: emails.map((email) => email.toLowerCase()),
    },
    {
      column: sql`regexp_replace(customer ->> 'phone', '\\D', '', 'g')`,
      values: phones.flatMap(phoneSpellings),
    },
    {
      column: sql`regexp_replace(customer ->> 'identity_number', '\\D', '', 'g')`,
      values: digitsOf(identityNumbers),
    },
  ]
    .filter(({ values }) => values.length > 0)
    .map(({ column, values }) => sql<boolean>`${column} = ANY (${values}::text[])`)
  return anyTrue(matches)
}

/** Ignores spaces and signs. */
const digitsOf = (numbers: readonly string[]): string[] =>
  numbers.map((number) => number.replace(/\D/g, '')).filter((digits) => digits !== '')

export const ordersOfPerson = (
  query: DbQuery,
  {
    storeIds,
    traces,
    limit,
  }: { storeIds: readonly StoreId[]; traces: PersonTraces; limit: number },
): Promise<OrderRow[]> =>
  query
    .selectFrom('orders')
    .selectAll()
    .where('store_id', '=', anyOf(storeIds))
    .where(isOf(traces))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Locks the oldest first, behind `after`; without `traces`, of everyone. */
export const lockOrdersToErase = (
  trx: DbQuery,
  {
    storeIds,
    traces,
    after,
    limit,
  }: {
    storeIds: readonly StoreId[]
    traces?: PersonTraces | undefined
    after: OrderId | undefined
    limit: number
  },
): Promise<OrderRow[]> => {
  const matching = trx
    .selectFrom('orders')
    .selectAll()
    .where('store_id', '=', anyOf(storeIds))
    .where(sql<boolean>`orders.id > ${after ?? ''}`)
    .where(HAS_PERSONAL_DATA)
  return (traces ? matching.where(isOf(traces)) : matching)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

/**
 * Locks orders from before `before` with personal data, oldest first, behind `after`, except those in
 * flight.
 */
export const lockOldOrdersToErase = async (
  trx: DbQuery,
  { before, after, limit }: { before: Date; after: OrderId | undefined; limit: number },
): Promise<OrderRow[]> =>
  trx
    .selectFrom('orders')
    .selectAll()
    .where('created_at', '<', before)
    .where(sql<boolean>`orders.id > ${after ?? ''}`)
    .where(HAS_PERSONAL_DATA)
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT FROM payments WHERE payments.order_id = orders.id AND payments.state = 'intended')`,
    )
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT FROM tasks WHERE tasks.order_id = orders.id AND tasks.state = 'running')`,
    )
    .orderBy('id')
    .limit(limit)
    .forUpdate('orders')
    .skipLocked()
    .execute()

/** Returns what the delivery log keeps of an order's notifications, oldest first. */
export const attemptsOfOrder = (query: DbQuery, orderId: OrderId) =>
  query
    .selectFrom('delivery_attempts')
    .innerJoin('tasks', 'tasks.id', 'delivery_attempts.task_id')
    .select(['delivery_attempts.at', 'delivery_attempts.calls'])
    .where('tasks.order_id', '=', orderId)
    .orderBy('delivery_attempts.at')
    .execute()

/** Returns notes that people wrote on an order's alerts. */
export const notesOfOrder = async (query: DbQuery, orderId: OrderId): Promise<string[]> => {
  const alerts = await query
    .selectFrom('alerts')
    .select('note')
    .where('order_id', '=', orderId)
    .where('note', 'is not', null)
    .orderBy('id')
    .execute()
  const requests = await query
    .selectFrom('payment_requests')
    .select('note')
    .where('order_id', '=', orderId)
    .execute()
  return [...alerts, ...requests].flatMap(({ note }) => note ?? [])
}

/**
 * Counts a person's orders in a store, up to `limit`, and those of them that `customer_key` groups
 * under another customer.
 */
export const countOrdersOfPerson = async (
  query: DbQuery,
  {
    storeId,
    traces,
    key,
    limit,
  }: { storeId: StoreId; traces: PersonTraces; key: string; limit: number },
): Promise<{ orders: number; others: number }> => {
  const { rows } = await sql<{ orders: number; others: number }>`
    SELECT count(*)::int AS orders,
      count(*) FILTER (WHERE customer_key(customer) IS DISTINCT FROM ${key})::int AS others
    FROM (SELECT customer FROM orders WHERE store_id = ${storeId} AND ${isOf(traces)} LIMIT ${limit}) found`.execute(
    query,
  )
  return rows[0] ?? { orders: 0, others: 0 }
}
