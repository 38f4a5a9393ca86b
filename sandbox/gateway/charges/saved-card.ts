import type { Transaction } from 'kysely'
import type { Environment } from '../../../src/contract/keys.ts'
import type { ChargeBody } from '../bodies/charges.ts'
import { isExpiredCard } from '../cards.ts'
import type { Sandbox } from '../context.ts'
import { commitAndWake } from '../database/commit.ts'
import { findKey, type IdempotencyKey, lockKey, rememberKey } from '../database/idempotency-keys.ts'
import { findMethod } from '../database/payment-methods.ts'
import { insertPayment } from '../database/payments.ts'
import type { PaymentMethodRow, Tables } from '../database/tables.ts'
import { lockTransaction } from '../database/transactions.ts'
import { type AttemptOutcome, attemptCharge, outcomeOf } from './attempt.ts'
import { type DirectTerms, newDirectPayment } from './direct-payment.ts'

interface StoredCardCharge {
  environment: Environment
  methodId: string
  body: ChargeBody
  terms: DirectTerms
  idempotencyKey: string
}

type DecidedOutcome = Exclude<AttemptOutcome, { kind: 'pending' }>

export type SandboxSavedCardOutcome =
  | DecidedOutcome
  | { kind: 'no-such-method' }
  | { kind: 'revoked' }
  | { kind: 'key-rejected' }

/**
 * Charges a saved card without the customer present (mode 3A, 4.12). The contract does not show the
 * effect of a reused idempotency key (4), so the profile decides; the default replays the first
 * outcome.
 */
export const chargeStoredCard = async (
  sandbox: Sandbox,
  charge: StoredCardCharge,
): Promise<SandboxSavedCardOutcome> => {
  const { environment, idempotencyKey } = charge
  const key: IdempotencyKey = { environment, operation: 'charge', key: idempotencyKey }
  const reuse = sandbox.profile.idempotency_key_reuse
  return commitAndWake(sandbox, async (trx): Promise<SandboxSavedCardOutcome> => {
    if (reuse !== 'ignored') {
      await lockKey(trx, key)
      const earlier = await earlierOutcome(trx, { sandbox, key })
      if (earlier) return reuse === 'replay' ? earlier : { kind: 'key-rejected' }
    }
    const method = await findMethod(trx, { environment, id: charge.methodId })
    if (!method) return { kind: 'no-such-method' }
    if (method.revoked_at) return { kind: 'revoked' }
    const made = await chargeMethod(trx, sandbox, { method, charge })
    if (reuse !== 'ignored') {
      const { payment, transaction } = made
      await rememberKey(trx, key, { payment_id: payment.id, transaction_id: transaction.id })
    }
    return made
  })
}

const earlierOutcome = async (
  trx: Transaction<Tables>,
  { sandbox, key }: { sandbox: Sandbox; key: IdempotencyKey },
): Promise<DecidedOutcome | undefined> => {
  const used = await findKey(trx, key)
  if (!used?.transaction_id) return undefined
  const { environment } = key
  const found = await lockTransaction(trx, { id: used.transaction_id, environment })
  return found && decided(outcomeOf(sandbox, found))
}

const chargeMethod = async (
  trx: Transaction<Tables>,
  sandbox: Sandbox,
  { method, charge }: { method: PaymentMethodRow; charge: StoredCardCharge },
): Promise<DecidedOutcome> => {
  const { clock, profile } = sandbox
  const { body, terms, environment } = charge
  const requested = newDirectPayment({
    environment,
    origin: 'saved_card',
    terms,
    name: body.external_reference ?? profile.merchant_name,
    external_reference: body.external_reference,
    metadata: body.metadata,
    customer: {
      email: method.customer_email ?? undefined,
      identity_number: method.customer_identity_number ?? undefined,
    },
    profile,
    now: clock.now(),
  })
  const payment = await insertPayment(trx, requested)
  const expiry = { exp_month: method.card_exp_month, exp_year: method.card_exp_year }
  const outcome = await attemptCharge(trx, {
    sandbox,
    payment,
    card: isExpiredCard(expiry, clock.now()) ? { ...method, test_card: 'expired' } : method,
    price: payment,
    customerPresent: false,
  })
  return decided(outcome)
}

/** Throws, to roll back the charge. */
const decided = (outcome: AttemptOutcome): DecidedOutcome => {
  if (outcome.kind !== 'pending') return outcome
  throw new Error('A saved card was challenged, without a cardholder to answer')
}
