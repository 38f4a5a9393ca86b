import { sql } from 'kysely'
import type { OrderId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { CustomerMailRow, DbQuery } from '../db.ts'
import type { MailState } from '../tables/customer-mails.ts'

export type NewCustomerMail = Pick<
  CustomerMailRow,
  'id' | 'store_id' | 'order_id' | 'payment_id' | 'kind' | 'amount_minor' | 'to_address'
>

/** Returns the mail of an occasion, which it adds if it is new. */
export const keepMail = async (
  query: DbQuery,
  mail: NewCustomerMail,
  now: Date,
): Promise<CustomerMailRow> => {
  await query
    .insertInto('customer_mails')
    .values({ ...mail, state: 'waiting', detail: null, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return query
    .selectFrom('customer_mails')
    .selectAll()
    .where('id', '=', mail.id)
    .executeTakeFirstOrThrow()
}

const UNSENT = ['waiting', 'failed'] as const satisfies MailState[]

export const isUnsent = ({ state }: Pick<CustomerMailRow, 'state'>): boolean =>
  UNSENT.some((unsent) => unsent === state)

/** `false`: another process has begun to send it. */
export const beginToSend = async (
  query: DbQuery,
  { id, to_address, now }: Pick<CustomerMailRow, 'id' | 'to_address'> & { now: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('customer_mails')
    .set({ state: 'sending', to_address, updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', UNSENT)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Writes what became of a mail. A mail that was sent stays sent. */
export const endMail = async (
  query: DbQuery,
  id: string,
  end: { state: MailState; detail: string | null; now: Date; isFailure?: boolean },
): Promise<void> => {
  const { state, detail, now, isFailure = false } = end
  await query
    .updateTable('customer_mails')
    .set({
      state,
      detail,
      updated_at: now,
      failures: sql<number>`failures + ${isFailure ? 1 : 0}`,
      ...(state === 'sent' ? { sent_at: now } : {}),
    })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .execute()
}

/** Newest first. */
export const mailsOfOrder = (query: DbQuery, orderId: OrderId): Promise<CustomerMailRow[]> =>
  query
    .selectFrom('customer_mails')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Returns the latest mail with the pay link of each order. */
export const latestRequestMails = async (
  query: DbQuery,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, CustomerMailRow>> => {
  const rows = await query
    .selectFrom('customer_mails')
    .selectAll()
    .distinctOn('order_id')
    .where('order_id', '=', anyOf(orderIds))
    .where('kind', 'in', ['request', 'reminder'])
    .orderBy('order_id')
    .orderBy('created_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.order_id, row]))
}

/** Forgets where mails went. Ones that wait are not sent any more. */
export const eraseMailsOfOrders = async (
  trx: DbQuery,
  { orderIds, now }: { orderIds: readonly OrderId[]; now: Date },
): Promise<void> => {
  await trx
    .updateTable('customer_mails')
    .set({
      to_address: null,
      detail: null,
      updated_at: now,
      state: sql<MailState>`CASE WHEN state IN ('waiting', 'failed') THEN 'not_sent' ELSE state END`,
    })
    .where('order_id', '=', anyOf(orderIds))
    .execute()
}
