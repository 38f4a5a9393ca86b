import { type RawBuilder, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { readMailAddress } from '../../runtime/mail/mail-address.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { CustomerMailRow, DbQuery } from '../db.ts'
import type { MailState } from '../tables/customer-mails.ts'

export type NewCustomerMail = Pick<
  CustomerMailRow,
  'id' | 'store_id' | 'order_id' | 'payment_id' | 'kind' | 'amount_minor' | 'to_address'
>

/** Upserts the mail of an occasion. */
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

/** States in which no process is sending the mail. */
export const UNSENT = ['waiting', 'failed'] as const satisfies MailState[]

export const waitsToBeSent = ({ state }: Pick<CustomerMailRow, 'state'>): boolean =>
  UNSENT.some((unsent) => unsent === state)

/** Claims the mail for sending. `false`: another process has claimed it. */
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

/** Writes the outcome of a mail. `false`: another process has it, so its state is not in `from`. */
export const endMail = async (
  query: DbQuery,
  id: string,
  end: { from: readonly MailState[]; state: MailState; detail: string | null; now: Date },
): Promise<boolean> => {
  const { from, state, detail, now } = end
  const isFailure = state === 'waiting' || state === 'failed'
  const { numUpdatedRows } = await query
    .updateTable('customer_mails')
    .set({
      state,
      detail,
      updated_at: now,
      failures: sql<number>`failures + ${isFailure ? 1 : 0}`,
      ...(state === 'sent' ? { sent_at: now } : {}),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Marks due mails of a restored database as begun: the process that had them has perhaps sent them
 * since the backup. A worker asks a person about each instead of sending it.
 */
export const doubtMailsOfBackup = async (trx: DbQuery, now: Date): Promise<void> => {
  await sql`
    INSERT INTO customer_mails (id, store_id, order_id, payment_id, kind, amount_minor, state, created_at, updated_at)
    SELECT DISTINCT ON (1) payload ->> 'mailId', store_id, order_id, payload ->> 'paymentId', payload ->> 'kind',
      (payload ->> 'amountMinor')::bigint, 'sending', created_at, ${now}::timestamptz
    FROM tasks
    WHERE kind = 'mail-customer' AND state IN ('ready', 'queued', 'running') AND run_at <= ${now}
    ON CONFLICT (id) DO UPDATE SET state = 'sending', updated_at = ${now}
    WHERE customer_mails.state IN ('waiting', 'failed')`.execute(trx)
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

/** Returns each order's latest mail with its pay link. */
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

/** Empties the addresses of mails. Waiting mails are no longer sent. */
export const eraseMailsOfOrders = (
  trx: DbQuery,
  { orderIds, now }: { orderIds: readonly OrderId[]; now: Date },
): Promise<void> => eraseMails(trx, sql`order_id = ANY (${orderIds}::text[])`, now)

/** Returns the mails to a person's addresses, including those about other customers' orders. */
export const mailsToAddresses = async (
  query: DbQuery,
  to: { storeIds: readonly StoreId[]; emails: readonly string[] },
): Promise<CustomerMailRow[]> =>
  query.selectFrom('customer_mails').selectAll().where(isTo(to)).orderBy('created_at').execute()

const isTo = ({
  storeIds,
  emails,
}: {
  storeIds: readonly StoreId[]
  emails: readonly string[]
}) => {
  // `to_address` has an ASCII domain and no display name, as mail servers need.
  const addresses = emails
    .flatMap((email) => [email, readMailAddress(email) ?? email])
    .map((email) => email.toLowerCase())
  return sql<boolean>`store_id = ANY (${storeIds}::text[]) AND lower(to_address) = ANY (${addresses}::text[])`
}

/** Empties a person's address in mails about other customers' orders. */
export const eraseMailsToAddresses = (
  trx: DbQuery,
  { storeIds, emails, now }: { storeIds: readonly StoreId[]; emails: readonly string[]; now: Date },
): Promise<void> => eraseMails(trx, isTo({ storeIds, emails }), now)

const eraseMails = async (trx: DbQuery, which: RawBuilder<unknown>, now: Date): Promise<void> => {
  await sql`
    UPDATE customer_mails SET to_address = NULL, detail = NULL, updated_at = ${now},
      state = CASE WHEN state IN ('waiting', 'failed') THEN 'not_sent' ELSE state END
    WHERE ${which}`.execute(trx)
}
