import type { Kysely, Transaction } from 'kysely'
import type { Environment } from '../../../src/contract/keys.ts'
import { lockName } from './lock-name.ts'
import type { CardHolder, PaymentMethodRow, Tables } from './tables.ts'

/** Lookup key of saved cards (4.10). */
export interface CustomerKey {
  environment: Environment
  by: 'identity' | 'email'
  /** Lower-case e-mail addresses. */
  value: string
}

/** Prefers the identity number to the e-mail address (4.10). */
export const customerKeyOf = (
  environment: Environment,
  { identity_number, email }: CardHolder,
): CustomerKey | undefined => {
  if (identity_number) return { environment, by: 'identity', value: identity_number }
  return email ? { environment, by: 'email', value: email.toLowerCase() } : undefined
}

/** Lets concurrent saves and revocations leave one default. */
export const lockCustomer = (
  trx: Transaction<Tables>,
  { environment, by, value }: CustomerKey,
): Promise<void> => lockName(trx, `${environment} ${by} ${value}`)

export const findMethods = (
  query: Kysely<Tables>,
  { environment, by, value }: CustomerKey,
): Promise<PaymentMethodRow[]> =>
  query
    .selectFrom('payment_methods')
    .selectAll()
    .where('environment', '=', environment)
    .where('revoked_at', 'is', null)
    .where(({ eb, fn }) =>
      by === 'identity'
        ? eb('customer_identity_number', '=', value)
        : eb(fn<string>('lower', ['customer_email']), '=', value),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findMethod = async (
  query: Kysely<Tables>,
  { environment, id }: { environment: Environment; id: string },
): Promise<PaymentMethodRow | undefined> =>
  /^pm_\w{1,64}$/.test(id)
    ? query
        .selectFrom('payment_methods')
        .selectAll()
        .where('environment', '=', environment)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined

/**
 * Promotes the oldest remaining card if the default was revoked. Returns `undefined` for an unknown
 * or revoked card.
 */
export const revokeMethod = (
  query: Kysely<Tables>,
  { environment, id, now }: { environment: Environment; id: string; now: Date },
): Promise<PaymentMethodRow | undefined> =>
  query.transaction().execute(async (trx) => {
    const method = await findMethod(trx, { environment, id })
    if (!method) return undefined
    const customer = customerKeyOf(environment, holderOf(method))
    if (customer) await lockCustomer(trx, customer)
    const revoked = await trx
      .updateTable('payment_methods')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (customer && revoked?.is_default) await promoteNextDefault(trx, customer)
    return revoked
  })

export const holderOf = (
  row: Pick<PaymentMethodRow, 'customer_identity_number' | 'customer_email'>,
): CardHolder => ({ identity_number: row.customer_identity_number, email: row.customer_email })

const promoteNextDefault = async (query: Kysely<Tables>, customer: CustomerKey): Promise<void> => {
  const found = await findMethods(query, customer)
  // An e-mail lookup also returns identities' cards, which have their own default.
  const next = found.find(
    (method) => customer.by === 'identity' || !method.customer_identity_number,
  )
  if (!next) return
  await query
    .updateTable('payment_methods')
    .set({ is_default: true })
    .where('id', '=', next.id)
    .execute()
}
