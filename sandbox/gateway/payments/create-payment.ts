import type { Kysely, Transaction } from 'kysely'
import type { Environment } from '../../../src/contract/keys.ts'
import type { CreatePaymentBody } from '../bodies/create-payment.ts'
import type { Sandbox } from '../context.ts'
import { holdName } from '../database/hold-name.ts'
import { findKey, holdKey, type IdempotencyKey, rememberKey } from '../database/idempotency-keys.ts'
import {
  findPayment,
  findReusable,
  insertPayment,
  insertPaymentOnce,
} from '../database/payments.ts'
import type { NewPayment, PaymentRow, Tables } from '../database/tables.ts'
import type { Profile } from '../profile.ts'
import type { PaymentTerms } from './create-payment-rules.ts'
import { priceOf } from './pricing.ts'
import { newSlug } from './slug.ts'

export type CreateOutcome =
  | { kind: 'created'; payment: PaymentRow }
  /** Where the profile lets nobody use an idempotency key twice. */
  | { kind: 'key-rejected' }

/**
 * Creates a payment, `gateway-api.md` 4.3, or returns the one that the same idempotency key or a
 * reusable payment of the same kind leads to.
 */
export const createPayment = async (
  sandbox: Sandbox,
  request: {
    environment: Environment
    body: CreatePaymentBody
    terms: PaymentTerms
    idempotencyKey: string | undefined
  },
): Promise<CreateOutcome> => {
  const { clock, profile } = sandbox
  const { environment } = request
  const reuse = profile.idempotency_key_reuse
  const key: IdempotencyKey | undefined =
    request.idempotencyKey === undefined || reuse === 'ignored'
      ? undefined
      : { environment, operation: 'create_payment', key: request.idempotencyKey }
  const wanted = newPayment(request, clock.now())
  const outcome = wanted.reusable
    ? await createReusable(sandbox, { wanted, key })
    : await createOnce(sandbox, { wanted, key })
  if (wanted.expires_at) sandbox.wake()
  return outcome
}

/** The usual case, and the one that load tests of clients are made of: one statement. */
const createOnce = async (
  { database, profile }: Sandbox,
  { wanted, key }: { wanted: NewPayment; key: IdempotencyKey | undefined },
): Promise<CreateOutcome> => {
  if (!key) return { kind: 'created', payment: await insertPayment(database.query, wanted) }
  const inserted = await insertPaymentOnce(database.query, wanted, key)
  if (inserted) return { kind: 'created', payment: inserted }
  const earlier = await paymentOfKey(database.query, key)
  if (!earlier) throw new Error('A used idempotency key leads to no payment')
  return ofUsedKey(profile, earlier)
}

const createReusable = (
  { database, clock, profile }: Sandbox,
  { wanted, key }: { wanted: NewPayment; key: IdempotencyKey | undefined },
): Promise<CreateOutcome> =>
  database.query.transaction().execute(async (trx): Promise<CreateOutcome> => {
    if (key) {
      await holdKey(trx, key)
      const earlier = await paymentOfKey(trx, key)
      if (earlier) return ofUsedKey(profile, earlier)
    }
    const existing = profile.reusable_returns_existing
      ? await existingReusable(trx, { like: wanted, now: clock.now() })
      : undefined
    const payment = existing ?? (await insertPayment(trx, wanted))
    // Also for one that was there: the key leads to it from now on, whatever becomes of it.
    if (key) await rememberKey(trx, { key, paymentId: payment.id, transactionId: null })
    return { kind: 'created', payment }
  })

/** 4: "Behavior when a key is reused: not shown." */
const ofUsedKey = ({ idempotency_key_reuse }: Profile, payment: PaymentRow): CreateOutcome =>
  idempotency_key_reuse === 'replay' ? { kind: 'created', payment } : { kind: 'key-rejected' }

/** Looked for by one at a time: those that come at once get the payment that the first one makes. */
const existingReusable = async (
  trx: Transaction<Tables>,
  wanted: { like: NewPayment; now: Date },
): Promise<PaymentRow | undefined> => {
  const { environment, external_reference, amount_minor, currency_code, ...like } = wanted.like
  const price = `${amount_minor} ${currency_code}`
  const names = [
    `reference ${external_reference}`,
    ...(like.customer_email ? [`email ${price} ${like.customer_email}`] : []),
    ...(like.customer_identity_number
      ? [`identity ${price} ${like.customer_identity_number}`]
      : []),
  ]
  // In one order for everybody, so that no two wait for each other.
  for (const name of names.toSorted()) await holdName(trx, `${environment} reusable ${name}`)
  return findReusable(trx, wanted)
}

const paymentOfKey = async (
  trx: Kysely<Tables>,
  key: IdempotencyKey,
): Promise<PaymentRow | undefined> => {
  const used = await findKey(trx, key)
  return used && findPayment(trx, { id: String(used.payment_id), environment: key.environment })
}

const newPayment = (
  {
    environment,
    body,
    terms,
  }: { environment: Environment; body: CreatePaymentBody; terms: PaymentTerms },
  now: Date,
): NewPayment => {
  const price = priceOf(terms)
  return {
    environment,
    slug: newSlug(),
    name: body.name,
    description: body.description ?? null,
    currency_code: terms.currency.code,
    amount_minor: terms.amountMinor,
    subtotal_minor: price.subtotalMinor,
    sales_tax_minor: price.salesTaxMinor,
    service_fee_minor: price.serviceFeeMinor,
    total_minor: price.totalMinor,
    pricing_rules: terms.rules,
    reusable: body.reusable ?? false,
    external_reference: body.external_reference,
    metadata: JSON.stringify(body.metadata ?? {}),
    customer_name: body.customer?.name ?? null,
    customer_email: body.customer?.email ?? null,
    customer_phone: body.customer?.phone ?? null,
    customer_identity_number: body.customer?.identity_number ?? null,
    lock_customer_fields: body.lock_customer_fields ?? false,
    success_url: body.success_url ?? null,
    cancel_url: body.cancel_url ?? null,
    transaction_id: null,
    expires_at: terms.expiresAt,
    created_at: now,
    paid_at: null,
  }
}
