import type { Environment } from '../../src/contract/keys.ts'
import type { CreatePaymentBody } from '../bodies/create-payment.ts'
import type { Sandbox } from '../context.ts'
import { findByIdempotencyKey, findReusable, insertPayment } from '../database/payments.ts'
import type { NewPayment, PaymentRow } from '../database/tables.ts'
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
  const { database, clock, profile } = sandbox
  const { environment } = request
  const reuse = profile.idempotency_key_reuse
  const idempotencyKey = reuse === 'ignored' ? undefined : request.idempotencyKey
  const payment = newPayment(request, clock.now())
  const earlier = async (): Promise<CreateOutcome | undefined> => {
    const known =
      idempotencyKey &&
      (await findByIdempotencyKey(database.query, { environment, idempotencyKey }))
    if (!known) return undefined
    return reuse === 'replay' ? { kind: 'created', payment: known } : { kind: 'key-rejected' }
  }

  if (payment.reusable) {
    const known = await earlier()
    if (known) return known
    const existing =
      profile.reusable_returns_existing &&
      (await findReusable(database.query, { like: payment, now: clock.now() }))
    if (existing) return { kind: 'created', payment: existing }
  }

  const inserted = await insertPayment(database.query, { payment, idempotencyKey })
  if (inserted) {
    if (inserted.expires_at) sandbox.wake()
    return { kind: 'created', payment: inserted }
  }
  const known = await earlier()
  if (!known) throw new Error('A used idempotency key leads to no payment')
  return known
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
