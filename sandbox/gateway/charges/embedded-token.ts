import type { Transaction } from 'kysely'
import type { Environment } from '../../../src/contract/keys.ts'
import type { ConfirmBody } from '../bodies/charges.ts'
import type { Sandbox } from '../context.ts'
import { commitAndWake } from '../database/commit.ts'
import { insertPayment, lockPayment } from '../database/payments.ts'
import type { PaymentTokenRow, SandboxPaymentRow, Tables } from '../database/tables.ts'
import type { Checked, Violations } from '../messages.ts'
import { payabilityOf } from '../payments/states.ts'
import { type AttemptOutcome, attemptCharge } from './attempt.ts'
import { type DirectTerms, newDirectPayment } from './direct-payment.ts'

export type SandboxConfirmOutcome = AttemptOutcome | { kind: 'invalid'; violations: Violations }

/** Charges a card token (mode 2, 4.13). Any charge consumes it, even a declined one. */
export const confirmToken = async (
  sandbox: Sandbox,
  confirmation: { environment: Environment; body: ConfirmBody; terms: DirectTerms },
): Promise<SandboxConfirmOutcome> => {
  const { environment, body, terms } = confirmation
  return commitAndWake(sandbox, async (trx): Promise<SandboxConfirmOutcome> => {
    const token = await lockToken(trx, { environment, id: body.payment_token })
    if (!token) return invalid({ payment_token: ['token_unknown'] })
    if (token.used_at) return invalid({ payment_token: ['token_used'] })
    const target = await paymentOf(trx, sandbox, { token, body, terms })
    if (!target.ok) return invalid(target.violations)
    await trx
      .updateTable('payment_tokens')
      .set({ used_at: sandbox.clock.now() })
      .where('id', '=', token.id)
      .execute()
    return attemptCharge(trx, {
      sandbox,
      payment: target.payment,
      card: token,
      price: target.payment,
      customerPresent: true,
      saveCardFor: token.save_card
        ? {
            identity_number: token.customer.identity_number ?? null,
            email: token.customer.email ?? null,
          }
        : null,
      redirects: { success: body.success_redirect_url, failed: body.failed_redirect_url },
    })
  })
}

const invalid = (violations: Violations): SandboxConfirmOutcome => ({ kind: 'invalid', violations })

const lockToken = async (
  trx: Transaction<Tables>,
  { environment, id }: { environment: Environment; id: string },
): Promise<PaymentTokenRow | undefined> =>
  trx
    .selectFrom('payment_tokens')
    .selectAll()
    .where('id', '=', id)
    .where('environment', '=', environment)
    .forUpdate()
    .executeTakeFirst()

/** Returns the payment the component was mounted for (4.14), or creates one. */
const paymentOf = async (
  trx: Transaction<Tables>,
  { clock, profile }: Sandbox,
  { token, body, terms }: { token: PaymentTokenRow; body: ConfirmBody; terms: DirectTerms },
): Promise<Checked<{ payment: SandboxPaymentRow }>> => {
  if (token.payment_id === null) {
    const requested = newDirectPayment({
      environment: token.environment,
      origin: 'embedded',
      terms,
      name: body.description ?? token.description ?? profile.merchant_name,
      description: body.description ?? token.description,
      external_reference: body.external_reference,
      metadata: body.metadata ?? token.metadata,
      customer: token.customer,
      profile,
      now: clock.now(),
    })
    return { ok: true, payment: await insertPayment(trx, requested) }
  }
  const payment = await lockPayment(trx, token.payment_id)
  if (!payment || payabilityOf(payment, clock.now()) !== 'payable') {
    return { ok: false, violations: { payment_token: ['payment_not_payable'] } }
  }
  const isItsPrice =
    payment.currency_code === terms.currency.code && payment.total_minor === terms.amountMinor
  return isItsPrice
    ? { ok: true, payment }
    : { ok: false, violations: { amount: ['amount_of_payment'] } }
}
