import type { Kysely } from 'kysely'
import type { Environment } from '../../src/contract/keys.ts'
import type { PaymentMethodRow, Tables } from './tables.ts'

/** What a customer's saved cards are looked up by, `gateway-api.md` 4.10. */
export type CustomerKey = { identityNumber: string } | { email: string }

/** A customer's saved cards that were not revoked, oldest first. */
export const findMethods = (
  query: Kysely<Tables>,
  { environment, customer }: { environment: Environment; customer: CustomerKey },
): Promise<PaymentMethodRow[]> =>
  query
    .selectFrom('payment_methods')
    .selectAll()
    .where('environment', '=', environment)
    .where('revoked_at', 'is', null)
    .where(({ eb, fn }) =>
      'identityNumber' in customer
        ? eb('customer_identity_number', '=', customer.identityNumber)
        : eb(fn<string>('lower', ['customer_email']), '=', customer.email.toLowerCase()),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** A saved card by its `pm_*`, revoked or not; `undefined` in the other environment. */
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
 * Revokes a saved card; `undefined` when there is none, or none any more. Where it was the
 * default, the customer's oldest one left takes its place.
 */
export const revokeMethod = (
  query: Kysely<Tables>,
  { environment, id, now }: { environment: Environment; id: string; now: Date },
): Promise<PaymentMethodRow | undefined> =>
  query.transaction().execute(async (trx) => {
    if (!(await findMethod(trx, { environment, id }))) return undefined
    const revoked = await trx
      .updateTable('payment_methods')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (revoked?.is_default) await promoteNextDefault(trx, revoked)
    return revoked
  })

const promoteNextDefault = async (
  query: Kysely<Tables>,
  { environment, customer_identity_number, customer_email }: PaymentMethodRow,
): Promise<void> => {
  const customer: CustomerKey | undefined = customer_identity_number
    ? { identityNumber: customer_identity_number }
    : customer_email
      ? { email: customer_email }
      : undefined
  const [next] = customer ? await findMethods(query, { environment, customer }) : []
  if (!next) return
  await query
    .updateTable('payment_methods')
    .set({ is_default: true })
    .where('id', '=', next.id)
    .execute()
}
