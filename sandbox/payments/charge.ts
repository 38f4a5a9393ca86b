import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { brandOf, lastFourOf, type ProcessorAnswer, processorAnswer } from '../cards.ts'
import type { Sandbox } from '../context.ts'
import { lockPayment } from '../database/payments.ts'
import type { PaymentRow, Tables } from '../database/tables.ts'
import { recordPaymentEvent } from '../webhooks/record-event.ts'
import { priceOf } from './pricing.ts'
import { type Payability, payabilityOf, transitionOf } from './states.ts'

export type ChargeOutcome =
  | { kind: 'approved'; transactionId: string; payment: PaymentRow }
  | { kind: 'declined'; transactionId: string; isoResponseCode: string; message: string }
  | { kind: 'not-payable'; because: Exclude<Payability, 'payable'>; payment: PaymentRow }
  | { kind: 'unknown-card' }
  | { kind: 'challenge-not-offered' }
  | { kind: 'no-such-payment' }

/**
 * Charges a payment as its customer would: mode 1, `gateway-api.md` 3. The payment's row is
 * locked while it decides, so that two customers, or one who clicks twice, pay once. The card's
 * number is not kept.
 */
export const chargePayment = async (
  sandbox: Sandbox,
  charge: {
    paymentId: number
    cardNumber: string
    /** A tip that the customer picked; ignored unless the payment lets the customer pick. */
    tipMinor?: bigint
    /** One per rendering of the form: sent twice, it answers what it answered first. */
    formKey?: string
  },
): Promise<ChargeOutcome> => {
  const answer = processorAnswer(charge.cardNumber)
  if (!answer) return { kind: 'unknown-card' }
  if (answer.kind === 'challenge') return { kind: 'challenge-not-offered' }
  const outcome = await sandbox.database.query.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, charge.paymentId)
    if (!payment) return { kind: 'no-such-payment' } as const
    const repeated = await earlierOutcome(trx, { payment, formKey: charge.formKey })
    if (repeated) return repeated
    const payability = payabilityOf(payment, sandbox.clock.now())
    if (payability !== 'payable') {
      return { kind: 'not-payable', because: payability, payment } as const
    }
    return settleAttempt(sandbox, { trx, payment, answer, charge })
  })
  sandbox.wake()
  return outcome
}

const earlierOutcome = async (
  trx: Transaction<Tables>,
  { payment, formKey }: { payment: PaymentRow; formKey: string | undefined },
): Promise<ChargeOutcome | undefined> => {
  if (formKey === undefined) return undefined
  const earlier = await trx
    .selectFrom('transactions')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .where('form_key', '=', formKey)
    .executeTakeFirst()
  if (!earlier) return undefined
  const transactionId = earlier.id
  return earlier.outcome === 'approved'
    ? { kind: 'approved', transactionId, payment }
    : { kind: 'declined', transactionId, isoResponseCode: earlier.iso_response_code, message: '' }
}

/** Writes the attempt, what it makes of the payment, and the event, in one transaction. */
const settleAttempt = async (
  sandbox: Sandbox,
  {
    trx,
    payment,
    answer,
    charge,
  }: {
    trx: Transaction<Tables>
    payment: PaymentRow
    answer: Exclude<ProcessorAnswer, { kind: 'challenge' }>
    charge: { cardNumber: string; tipMinor?: bigint; formKey?: string }
  },
): Promise<ChargeOutcome> => {
  const now = sandbox.clock.now()
  const isApproved = answer.kind === 'approved'
  const transition = transitionOf(payment, isApproved ? 'charge_approved' : 'charge_declined')
  if (!transition) throw new Error(`A ${payment.status} payment was found payable`)

  const transactionId = randomUUID()
  const price = priceWithTip(payment, charge.tipMinor)
  await trx
    .insertInto('transactions')
    .values({
      id: transactionId,
      payment_id: payment.id,
      outcome: answer.kind,
      amount_minor: price.totalMinor,
      iso_response_code: answer.isoResponseCode,
      card_brand: brandOf(charge.cardNumber),
      card_last_four: lastFourOf(charge.cardNumber),
      form_key: charge.formKey ?? null,
      created_at: now,
    })
    .execute()
  const updated = await trx
    .updateTable('payments')
    .set({
      status: transition.to,
      // A declined attempt on a reusable payment does not hide the charge that was approved.
      transaction_id: payment.paid_at && !isApproved ? payment.transaction_id : transactionId,
      ...(isApproved && {
        paid_at: now,
        subtotal_minor: price.subtotalMinor,
        sales_tax_minor: price.salesTaxMinor,
        service_fee_minor: price.serviceFeeMinor,
        total_minor: price.totalMinor,
      }),
    })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordPaymentEvent(trx, { sandbox, type: transition.event, payment: updated })

  return answer.kind === 'approved'
    ? { kind: 'approved', transactionId, payment: updated }
    : {
        kind: 'declined',
        transactionId,
        isoResponseCode: answer.isoResponseCode,
        message: answer.message,
      }
}

/** A tip that the customer picks joins the subtotal now; otherwise the price stands as created. */
const priceWithTip = (payment: PaymentRow, tipMinor: bigint | undefined) =>
  payment.pricing_rules.tip.mode === 'customer'
    ? priceOf({
        amountMinor: payment.amount_minor,
        tipMinor: tipMinor ?? 0n,
        rules: payment.pricing_rules,
      })
    : {
        subtotalMinor: payment.subtotal_minor,
        salesTaxMinor: payment.sales_tax_minor,
        serviceFeeMinor: payment.service_fee_minor,
        totalMinor: payment.total_minor,
      }
