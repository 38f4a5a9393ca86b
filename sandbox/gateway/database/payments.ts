import type { Kysely, Transaction, Updateable } from 'kysely'
import type { Environment } from '../../../src/contract/keys.ts'
import type { PaymentState } from '../../../src/contract/payment-states.ts'
import { errorCode } from '../../../src/runtime/error-code.ts'
import type { CustomerPrefill } from '../bodies/create-payment.ts'
import { isSlug } from '../payments/slug.ts'
import { type IdempotencyKey, keyHash } from './idempotency-keys.ts'
import type {
  NewSandboxPayment,
  PaymentsTable,
  SandboxPaymentRow,
  ScopedId,
  Tables,
} from './tables.ts'

const LARGEST_ID = 2_147_483_647

/** Finds a payment by the id in a path; `undefined` if malformed or of another environment. */
export const findSandboxPayment = async (
  query: Kysely<Tables>,
  { id, environment }: ScopedId,
): Promise<SandboxPaymentRow | undefined> => {
  if (!/^\d{1,10}$/.test(id) || Number(id) > LARGEST_ID) return undefined
  const byId = query.selectFrom('payments').selectAll().where('id', '=', Number(id))
  return (
    environment === 'any' ? byId : byId.where('environment', '=', environment)
  ).executeTakeFirst()
}

export const customerColumns = (customer: CustomerPrefill = {}) => ({
  customer_name: customer.name,
  customer_email: customer.email,
  customer_phone: customer.phone,
  customer_identity_number: customer.identity_number,
})

export const findPaymentBySlug = async (query: Kysely<Tables>, slug: string) =>
  isSlug(slug)
    ? query.selectFrom('payments').selectAll().where('slug', '=', slug).executeTakeFirst()
    : undefined

/** Searches all environments. */
export const findLatestPayment = (query: Kysely<Tables>, externalReference: string) =>
  query
    .selectFrom('payments')
    .selectAll()
    .where('external_reference', '=', externalReference)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const lockPayment = (trx: Transaction<Tables>, id: number) =>
  trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertPayment = (query: Kysely<Tables>, payment: NewSandboxPayment) =>
  query.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow()

export const changePayment = (
  trx: Transaction<Tables>,
  id: number,
  changes: Updateable<PaymentsTable>,
) =>
  trx
    .updateTable('payments')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** A single statement costs a third of a transaction. Returns `undefined` if the key exists. */
export const insertPaymentOnce = async (
  query: Kysely<Tables>,
  payment: NewSandboxPayment,
  { environment, operation, key }: IdempotencyKey,
): Promise<SandboxPaymentRow | undefined> => {
  try {
    return await query
      .with('payment', (cte) => cte.insertInto('payments').values(payment).returningAll())
      .with('remembered', (cte) =>
        cte
          .insertInto('idempotency_keys')
          .columns(['environment', 'operation', 'key_hash', 'payment_id'])
          .expression((select) =>
            select
              .selectFrom('payment')
              .select(({ val, ref }) => [
                val(environment).as('environment'),
                val(operation).as('operation'),
                val(keyHash(key)).as('key_hash'),
                ref('payment.id').as('payment_id'),
              ]),
          ),
      )
      .selectFrom('payment')
      .selectAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (isUniqueViolation(error, 'idempotency_keys_pkey')) return undefined
    throw error
  }
}

const UNIQUE_VIOLATION = '23505'

const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  errorCode(error) === UNIQUE_VIOLATION &&
  (error as Error & { constraint?: unknown }).constraint === constraint

/** Finds a payable match for a new reusable payment (4.3). */
export const findReusable = (
  query: Kysely<Tables>,
  { like, now }: { like: NewSandboxPayment; now: Date },
) =>
  query
    .selectFrom('payments')
    .selectAll()
    .where('reusable', '=', true)
    .where('environment', '=', like.environment)
    .where('status', 'not in', ['expired', 'disabled'])
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .where((where) =>
      where.or([
        where('external_reference', '=', like.external_reference),
        where.and([
          where('amount_minor', '=', like.amount_minor),
          where('currency_code', '=', like.currency_code),
          where.or([
            ...(like.customer_email ? [where('customer_email', '=', like.customer_email)] : []),
            ...(like.customer_identity_number
              ? [where('customer_identity_number', '=', like.customer_identity_number)]
              : []),
          ]),
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface PaymentFilter {
  environment: Environment
  status?: PaymentState | undefined
  externalReference?: string | undefined
  createdFrom?: Date | undefined
  createdBefore?: Date | undefined
}

/** Lists matching payments, newest first, with the total count (2.2, 4.2). */
export const listPayments = async (
  query: Kysely<Tables>,
  { filter, page, perPage }: { filter: PaymentFilter; page: number; perPage: number },
): Promise<{ rows: SandboxPaymentRow[]; total: number }> => {
  const { environment, status, externalReference, createdFrom, createdBefore } = filter
  const matching = query
    .selectFrom('payments')
    .where('environment', '=', environment)
    .$if(status !== undefined, (q) => q.where('status', '=', status as PaymentState))
    .$if(externalReference !== undefined, (q) =>
      q.where('external_reference', '=', externalReference as string),
    )
    .$if(createdFrom !== undefined, (q) => q.where('created_at', '>=', createdFrom as Date))
    .$if(createdBefore !== undefined, (q) => q.where('created_at', '<', createdBefore as Date))
  const [rows, { total }] = await Promise.all([
    matching
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    matching.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}
