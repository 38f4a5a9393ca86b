import { randomUUID } from 'node:crypto'
import type { Card } from '../cards.ts'
import type { Sandbox } from '../context.ts'
import { commitAndWake } from '../database/commit.ts'
import { holderOf } from '../database/payment-methods.ts'
import { lockPayment } from '../database/payments.ts'
import type { CardHolder, SandboxPaymentRow } from '../database/tables.ts'
import { findAttemptOfForm } from '../database/transactions.ts'
import { priceWithTip } from '../payments/pricing/tips.ts'
import { type Payability, payabilityOf } from '../payments/states.ts'
import { type AttemptOutcome, attemptCharge, outcomeOf } from './attempt.ts'

export type SandboxChargeOutcome =
  | AttemptOutcome
  | { kind: 'not-payable'; because: Exclude<Payability, 'payable'>; payment: SandboxPaymentRow }
  | { kind: 'no-such-payment' }

/** Locks the payment's row, so two customers or a double click pay once. */
export const chargePayment = async (
  sandbox: Sandbox,
  charge: {
    paymentId: number
    card: Card
    /** Minor units; ignored unless the customer may choose. */
    tipMinor?: bigint
    /** Dedupes submits of one rendered form, returning the first outcome. */
    formKey?: string | undefined
    formFields?: Record<string, string>
    saveCard?: boolean
    /** Default: the payment's `customer`. */
    holder?: CardHolder
  },
): Promise<SandboxChargeOutcome> =>
  commitAndWake(sandbox, async (trx): Promise<SandboxChargeOutcome> => {
    const payment = await lockPayment(trx, charge.paymentId)
    if (!payment) return { kind: 'no-such-payment' }
    const repeated = await findAttemptOfForm(trx, { payment, formKey: charge.formKey })
    if (repeated) return outcomeOf(sandbox, { payment, transaction: repeated })
    const payability = payabilityOf(payment, sandbox.clock.now())
    if (payability !== 'payable') return { kind: 'not-payable', because: payability, payment }
    return attemptCharge(trx, {
      sandbox,
      payment,
      card: charge.card,
      price: priceWithTip(payment, charge.tipMinor),
      customerPresent: true,
      // Links the challenge's return to this attempt.
      formKey: charge.formKey ?? randomUUID(),
      formFields: charge.formFields,
      saveCardFor: charge.saveCard ? (charge.holder ?? holderOf(payment)) : null,
    })
  })
