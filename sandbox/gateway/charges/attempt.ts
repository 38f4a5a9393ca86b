import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { addMs } from '../../../src/runtime/clock.ts'
import {
  type Card,
  cardColumns,
  declineWithCode,
  type ProcessorAnswer,
  type ProcessorDecline,
  processorAnswer,
} from '../cards.ts'
import type { Sandbox } from '../context.ts'
import { changePayment } from '../database/payments.ts'
import type { CardHolder, PaymentAttempt, SandboxPaymentRow, Tables } from '../database/tables.ts'
import { changeTransaction, deleteFormFields, showInPayment } from '../database/transactions.ts'
import {
  AUTHENTICATION_WINDOW_MS,
  authenticationUrl,
} from '../payments/challenge/authentication-url.ts'
import { type Breakdown, priceColumns } from '../payments/pricing/pricing.ts'
import { settlementAfter } from '../payments/refunds/settlement.ts'
import { transitionOf } from '../payments/states.ts'
import { saveCard } from '../saved-cards/save-card.ts'
import { recordPaymentEvent } from '../webhooks/record-event.ts'

export type AttemptOutcome = PaymentAttempt &
  (
    | { kind: 'approved' }
    /** `decline`: as the processor sends it (2.6). */
    | { kind: 'declined'; decline: ProcessorDecline }
    /** Open until `transaction.authenticate_by`. */
    | { kind: 'pending'; authenticationUrl: string }
  )

export type FinalAnswer = Exclude<ProcessorAnswer, { kind: 'challenge' }>

/**
 * Records the attempt, the payment's new state and its event. The caller's transaction must hold
 * the row lock of a payable payment.
 */
export const attemptCharge = async (
  trx: Transaction<Tables>,
  attempt: {
    sandbox: Sandbox
    payment: SandboxPaymentRow
    card: Card
    price: Breakdown
    customerPresent: boolean
    formKey?: string | undefined
    formFields?: Record<string, string> | undefined
    saveCardFor?: CardHolder | null
    /** Redirect URLs after a mode 2 challenge (4.13). */
    redirects?: { success: string | undefined; failed: string | undefined }
  },
): Promise<AttemptOutcome> => {
  const { sandbox, payment, card, price, customerPresent } = attempt
  const now = sandbox.clock.now()
  const answer = processorAnswer(card.test_card, { customerPresent })
  const transaction = await trx
    .insertInto('transactions')
    .values({
      id: randomUUID(),
      payment_id: payment.id,
      environment: payment.environment,
      status: 'pending',
      ...priceColumns(price),
      ...cardColumns(card),
      form_key: attempt.formKey,
      form_fields: attempt.formFields,
      created_at: now,
      authenticate_by: answer.kind === 'challenge' ? addMs(now, AUTHENTICATION_WINDOW_MS) : null,
      success_redirect_url: attempt.redirects?.success,
      failed_redirect_url: attempt.redirects?.failed,
      save_card_for: attempt.saveCardFor,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (answer.kind !== 'challenge') {
    return concludeAttempt(trx, { sandbox, payment, transaction, answer })
  }
  const shown = await showAttempt(trx, { payment, transaction })
  return outcomeOf(sandbox, { payment: shown, transaction })
}

export const concludeAttempt = async (
  trx: Transaction<Tables>,
  conclusion: PaymentAttempt & { sandbox: Sandbox; answer: FinalAnswer },
): Promise<AttemptOutcome> => {
  const { sandbox, answer } = conclusion
  const now = sandbox.clock.now()
  const isApproved = answer.kind === 'approved'
  const transaction = await changeTransaction(trx, conclusion.transaction.id, {
    status: isApproved ? 'paid' : 'declined',
    iso_response_code: answer.isoResponseCode,
    ...(isApproved && {
      paid_at: now,
      settles_at: settlementAfter(now, sandbox.profile),
      form_fields: null,
    }),
  })
  const concluded = { payment: conclusion.payment, transaction }
  const transition = transitionOf(
    conclusion.payment,
    isApproved ? 'charge_approved' : 'charge_declined',
  )
  const payment = isApproved
    ? await showInPayment(trx, concluded)
    : await showDecline(trx, sandbox, concluded)
  if (transition?.event) {
    // A paid payment keeps its approved charge's id; the event carries this attempt's (4.13).
    const reported = { ...payment, transaction_id: transaction.id }
    await recordPaymentEvent(trx, { sandbox, type: transition.event, payment: reported })
  }
  const hasEnded = transitionOf(payment, 'charge_approved') === undefined
  if (hasEnded) await deleteFormFields(trx, { of: 'payments', ids: [payment.id] })
  if (isApproved) await saveCard(trx, { sandbox, transaction })
  return outcomeOf(sandbox, { payment, transaction })
}

const showAttempt = async (trx: Transaction<Tables>, { payment, transaction }: PaymentAttempt) =>
  payment.paid_at ? payment : changePayment(trx, payment.id, { transaction_id: transaction.id })

const showDecline = async (trx: Transaction<Tables>, sandbox: Sandbox, attempt: PaymentAttempt) => {
  const shown = await showAttempt(trx, attempt)
  const ends = sandbox.profile.declined_charge === 'disables_payment' && shown.status === 'pending'
  return ends ? changePayment(trx, shown.id, { status: 'disabled' }) : shown
}

/** Derives a stored attempt's outcome, also for repeats. */
export const outcomeOf = (
  sandbox: Sandbox,
  { payment, transaction }: PaymentAttempt,
): AttemptOutcome => {
  if (transaction.status === 'pending') {
    const url = authenticationUrl(sandbox, transaction)
    return { kind: 'pending', transaction, payment, authenticationUrl: url }
  }
  if (transaction.status !== 'declined') return { kind: 'approved', transaction, payment }
  const decline = declineWithCode(transaction.iso_response_code ?? '')
  return { kind: 'declined', transaction, payment, decline }
}
