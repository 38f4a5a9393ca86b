import { type RawBuilder, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { phoneSpellings } from '../../domain/requests/phone-digits.ts'
import { anyOf, anyOfRows, anyTrue } from '../../runtime/postgres/database.ts'
import { isCustomerConfirmed } from '../customers/confirmed-customers.ts'
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
  OR EXISTS (SELECT FROM refunds WHERE refunds.order_id = orders.id
    AND (refunds.reason IS NOT NULL OR refunds.approval ->> 'why' IS NOT NULL))
  OR EXISTS (SELECT FROM payment_requests WHERE payment_requests.order_id = orders.id
    AND payment_requests.note IS NOT NULL)
  OR EXISTS (SELECT FROM alerts WHERE alerts.order_id = orders.id AND alerts.note IS NOT NULL)
  OR EXISTS (SELECT FROM customer_mails WHERE customer_mails.order_id = orders.id
    AND (customer_mails.to_address IS NOT NULL OR customer_mails.state IN ('waiting', 'failed')))
)`

/** An indexed expression, with a person's values for it. */
interface Lookup {
  column: RawBuilder<unknown>
  /** Condition of a partial index. */
  isThere: RawBuilder<unknown>
  values: readonly string[]
  /** From `given.value`. */
  sought: RawBuilder<unknown>
}

/** Leaves out traces without values. */
const lookupsOf = ({
  externalIds,
  emails,
  phones,
  identityNumbers = [],
}: PersonTraces): Lookup[] => {
  const sought = sql`given.value`
  const key = sql`customer_key(customer)`
  return [
    { column: sql`external_id`, isThere: sql`true`, values: externalIds, sought },
    {
      column: sql`lower(customer ->> 'email')`,
      isThere: sql`customer ->> 'email' IS NOT NULL`,
      values: emails.map((email) => email.toLowerCase()),
      sought,
    },
    {
      column: sql`regexp_replace(customer ->> 'phone', '\\D', '', 'g')`,
      isThere: sql`customer ->> 'phone' IS NOT NULL`,
      values: phones.flatMap(phoneSpellings),
      sought,
    },
    // An identity number is the key of each order that has one.
    {
      column: key,
      isThere: sql`${key} IS NOT NULL`,
      values: identityNumbers,
      sought: sql`customer_key(jsonb_build_object('identity_number', given.value))`,
    },
  ].filter(({ values }) => values.length > 0)
}

/**
 * Ids of a person's orders, by one index probe per store and value. With all values in one
 * condition, the planner scans all orders by id.
 */
const idsOfPerson = (storeIds: readonly StoreId[], traces: PersonTraces): RawBuilder<OrderId> => {
  const found = lookupsOf(traces).map(
    ({ column, isThere, values, sought }) => sql`
      SELECT found.id FROM unnest(${storeIds}::text[]) AS store (id)
      CROSS JOIN unnest(${values}::text[]) AS given (value)
      CROSS JOIN LATERAL (
        SELECT id FROM orders WHERE store_id = store.id AND ${isThere} AND ${column} = ${sought} OFFSET 0
      ) found`,
  )
  return found.length > 0
    ? sql<OrderId>`${sql.join(found, sql` UNION ALL `)}`
    : sql<OrderId>`SELECT NULL WHERE false`
}

/** Rechecks rows that the caller found before locking them. */
const isOf = (traces: PersonTraces): RawBuilder<boolean> =>
  anyTrue(
    lookupsOf(traces).map(
      ({ column, values, sought }) => sql<boolean>`EXISTS (
        SELECT FROM unnest(${values}::text[]) AS given (value) WHERE ${column} = ${sought})`,
    ),
  )

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
    .where('id', '=', anyOfRows(idsOfPerson(storeIds, traces)))
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
  const ofPerson = (person: PersonTraces) =>
    matching.where('id', '=', anyOfRows(idsOfPerson(storeIds, person))).where(isOf(person))
  return (traces ? ofPerson(traces) : matching).orderBy('id').limit(limit).forUpdate().execute()
}

/**
 * Locks orders from before `before` with personal data, oldest first, behind `after`, except those
 * in flight.
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
 * under another customer; orders whose customer is not confirmed are grouped under none.
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
      count(*) FILTER (WHERE customer_key(customer) IS DISTINCT FROM ${key}
        AND ${isCustomerConfirmed('found')})::int AS others
    FROM (
      SELECT customer, source, status FROM orders WHERE id = ANY (ARRAY(${idsOfPerson([storeId], traces)})) LIMIT ${limit}
    ) found`.execute(query)
  return rows[0] ?? { orders: 0, others: 0 }
}
