import type { Kysely, Transaction } from 'kysely'
import type { Environment } from '../../../src/contract/keys.ts'
import type { CreatePaymentBody } from '../bodies/create-payment.ts'
import type { Sandbox } from '../context.ts'
import { findKey, type IdempotencyKey, lockKey, rememberKey } from '../database/idempotency-keys.ts'
import { lockName } from '../database/lock-name.ts'
import {
  customerColumns,
  findReusable,
  findSandboxPayment,
  insertPayment,
  insertPaymentOnce,
} from '../database/payments.ts'
import type { NewSandboxPayment, SandboxPaymentRow, Tables } from '../database/tables.ts'
import type { Profile } from '../profile.ts'
import type { PaymentTerms } from './create-payment-rules.ts'
import { priceOf } from './pricing/pricing.ts'
import { newSlug } from './slug.ts'

interface CreateRequest {
  environment: Environment
  body: CreatePaymentBody
  terms: PaymentTerms
  idempotencyKey: string | undefined
}

export type CreateOutcome = SandboxPaymentRow | 'key-rejected'

/** Returns an existing payment for a used idempotency key or a matching reusable payment (4.3). */
export const createPayment = async (
  sandbox: Sandbox,
  request: CreateRequest,
): Promise<CreateOutcome> => {
  const { clock, profile } = sandbox
  const { environment } = request
  const reuse = profile.idempotency_key_reuse
  const key: IdempotencyKey | undefined =
    request.idempotencyKey === undefined || reuse === 'ignored'
      ? undefined
      : { environment, operation: 'create_payment', key: request.idempotencyKey }
  const requested = newPayment(request, clock.now())
  const outcome = requested.reusable
    ? await createReusable(sandbox, { wanted: requested, key })
    : await createOnce(sandbox, { wanted: requested, key })
  if (requested.expires_at) sandbox.wake()
  return outcome
}

/** Hot path of load tests: a single statement. */
const createOnce = async (
  { database, profile }: Sandbox,
  { wanted: requested, key }: { wanted: NewSandboxPayment; key: IdempotencyKey | undefined },
): Promise<CreateOutcome> => {
  if (!key) return insertPayment(database.query, requested)
  const inserted = await insertPaymentOnce(database.query, requested, key)
  if (inserted) return inserted
  const earlier = await paymentOfKey(database.query, key)
  if (!earlier) throw new Error('A used idempotency key leads to no payment')
  return ofUsedKey(profile, earlier)
}

const createReusable = (
  { database, clock, profile }: Sandbox,
  { wanted: requested, key }: { wanted: NewSandboxPayment; key: IdempotencyKey | undefined },
): Promise<CreateOutcome> =>
  database.query.transaction().execute(async (trx): Promise<CreateOutcome> => {
    if (key) {
      await lockKey(trx, key)
      const earlier = await paymentOfKey(trx, key)
      if (earlier) return ofUsedKey(profile, earlier)
    }
    const existing = profile.reusable_returns_existing
      ? await existingReusable(trx, { like: requested, now: clock.now() })
      : undefined
    const payment = existing ?? (await insertPayment(trx, requested))
    // An existing payment's, too: the key must keep returning it.
    if (key) await rememberKey(trx, key, { payment_id: payment.id })
    return payment
  })

/** "Behavior when a key is reused: not shown" (4). */
const ofUsedKey = (
  { idempotency_key_reuse }: Profile,
  payment: SandboxPaymentRow,
): CreateOutcome => (idempotency_key_reuse === 'replay' ? payment : 'key-rejected')

/** Serialised, so concurrent requests share the first one's payment. */
const existingReusable = async (
  trx: Transaction<Tables>,
  requested: { like: NewSandboxPayment; now: Date },
): Promise<SandboxPaymentRow | undefined> => {
  const { environment, external_reference, amount_minor, currency_code, ...like } = requested.like
  const price = `${amount_minor} ${currency_code}`
  const names = [
    `reference ${external_reference}`,
    ...(like.customer_email ? [`email ${price} ${like.customer_email}`] : []),
    ...(like.customer_identity_number
      ? [`identity ${price} ${like.customer_identity_number}`]
      : []),
  ]
  // Sorted lock order prevents deadlocks.
  for (const name of names.toSorted()) await lockName(trx, `${environment} reusable ${name}`)
  return findReusable(trx, requested)
}

const paymentOfKey = async (trx: Kysely<Tables>, key: IdempotencyKey) => {
  const used = await findKey(trx, key)
  return (
    used && findSandboxPayment(trx, { id: String(used.payment_id), environment: key.environment })
  )
}

const newPayment = ({ environment, body, terms }: CreateRequest, now: Date): NewSandboxPayment => ({
  environment,
  slug: newSlug(),
  name: body.name,
  description: body.description,
  currency_code: terms.currency.code,
  amount_minor: terms.amountMinor,
  ...priceOf(terms),
  pricing_rules: terms.rules,
  reusable: body.reusable ?? false,
  external_reference: body.external_reference,
  metadata: JSON.stringify(body.metadata ?? {}),
  ...customerColumns(body.customer),
  lock_customer_fields: body.lock_customer_fields ?? false,
  success_url: body.success_url,
  cancel_url: body.cancel_url,
  expires_at: terms.expiresAt,
  created_at: now,
})
