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
import type { CardHolder, SandboxPaymentRow, Tables, TransactionRow } from '../database/tables.ts'
import { deleteFormFields, showInPayment } from '../database/transactions.ts'
import {
  AUTHENTICATION_WINDOW_MS,
  authenticationUrl,
} from '../payments/challenge/authentication-url.ts'
import type { Breakdown } from '../payments/pricing/pricing.ts'
import { settlementAfter } from '../payments/reversals/settlement.ts'
import { transitionOf } from '../payments/states.ts'
import { saveCard } from '../saved-cards/save-card.ts'
import { recordPaymentEvent } from '../webhooks/record-event.ts'

export type AttemptOutcome =
  | { kind: 'approved'; transaction: TransactionRow; payment: SandboxPaymentRow }
  | {
      kind: 'declined'
      transaction: TransactionRow
      payment: SandboxPaymentRow
      /** As the processor sends it (2.6). */
      decline: ProcessorDecline
    }
  /** 3-D Secure challenge, open until `transaction.authenticate_by`. */
  | {
      kind: 'pending'
      transaction: TransactionRow
      payment: SandboxPaymentRow
      authenticationUrl: string
    }

export type FinalAnswer = Exclude<ProcessorAnswer, { kind: 'challenge' }>

/**
 * Charges a card; records the attempt, the payment's new state and its event. Runs in the caller's
 * transaction, which must hold the row lock of a payable payment.
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
    redirects?: { success: string | null; failed: string | null }
  },
): Promise<AttemptOutcome> => {
  const { sandbox, payment, card, price } = attempt
  const now = sandbox.clock.now()
  const { customerPresent } = attempt
  const answer = processorAnswer(card.testCard, { customerPresent })
  const transaction = await trx
    .insertInto('transactions')
    .values({
      id: randomUUID(),
      payment_id: payment.id,
      environment: payment.environment,
      status: 'pending',
      subtotal_minor: price.subtotalMinor,
      sales_tax_minor: price.salesTaxMinor,
      service_fee_minor: price.serviceFeeMinor,
      total_minor: price.totalMinor,
      iso_response_code: null,
      ...cardColumns(card),
      form_key: attempt.formKey ?? null,
      form_fields: attempt.formFields ?? null,
      created_at: now,
      paid_at: null,
      settles_at: null,
      void_reason: null,
      authenticate_by: answer.kind === 'challenge' ? addMs(now, AUTHENTICATION_WINDOW_MS) : null,
      success_redirect_url: attempt.redirects?.success ?? null,
      failed_redirect_url: attempt.redirects?.failed ?? null,
      save_card_for: attempt.saveCardFor ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (answer.kind !== 'challenge') {
    return concludeAttempt(trx, { sandbox, payment, transaction, answer })
  }
  const shown = await showAttempt(trx, { payment, transaction })
  return outcomeOf(sandbox, { payment: shown, transaction })
}

/** Approves or declines an attempt, immediately or after its challenge, and records the event. */
export const concludeAttempt = async (
  trx: Transaction<Tables>,
  conclusion: {
    sandbox: Sandbox
    payment: SandboxPaymentRow
    transaction: TransactionRow
    answer: FinalAnswer
  },
): Promise<AttemptOutcome> => {
  const { sandbox, answer } = conclusion
  const now = sandbox.clock.now()
  const isApproved = answer.kind === 'approved'
  const transaction = await trx
    .updateTable('transactions')
    .set({
      status: isApproved ? 'paid' : 'declined',
      iso_response_code: answer.isoResponseCode,
      ...(isApproved && {
        paid_at: now,
        settles_at: settlementAfter(now, sandbox.profile),
        form_fields: null,
      }),
    })
    .where('id', '=', conclusion.transaction.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const transition = transitionOf(
    conclusion.payment,
    isApproved ? 'charge_approved' : 'charge_declined',
  )
  const payment = isApproved
    ? await showInPayment(trx, { payment: conclusion.payment, transaction })
    : await showDecline(trx, { sandbox, payment: conclusion.payment, transaction })
  if (transition?.event) {
    // A paid payment keeps the id of its approved charge; the event carries this attempt's (4.13).
    const reported = { ...payment, transaction_id: transaction.id }
    await recordPaymentEvent(trx, { sandbox, type: transition.event, payment: reported })
  }
  const hasEnded = transitionOf(payment, 'charge_approved') === undefined
  if (hasEnded) await deleteFormFields(trx, { of: 'payments', ids: [payment.id] })
  if (isApproved) await saveCard(trx, { sandbox, transaction })
  return outcomeOf(sandbox, { payment, transaction })
}

/** Keeps the id of an earlier approved charge. */
const showAttempt = async (
  trx: Transaction<Tables>,
  { payment, transaction }: { payment: SandboxPaymentRow; transaction: TransactionRow },
): Promise<SandboxPaymentRow> =>
  payment.paid_at
    ? payment
    : trx
        .updateTable('payments')
        .set({ transaction_id: transaction.id })
        .where('id', '=', payment.id)
        .returningAll()
        .executeTakeFirstOrThrow()

const showDecline = async (
  trx: Transaction<Tables>,
  {
    sandbox,
    payment,
    transaction,
  }: { sandbox: Sandbox; payment: SandboxPaymentRow; transaction: TransactionRow },
): Promise<SandboxPaymentRow> => {
  const shown = await showAttempt(trx, { payment, transaction })
  const ends = sandbox.profile.declined_charge === 'disables_payment' && shown.status === 'pending'
  if (!ends) return shown
  return trx
    .updateTable('payments')
    .set({ status: 'disabled' })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Derives a stored attempt's outcome, also for repeated requests. */
export const outcomeOf = (
  sandbox: Sandbox,
  { payment, transaction }: { payment: SandboxPaymentRow; transaction: TransactionRow },
): AttemptOutcome => {
  if (transaction.status === 'pending') {
    const url = authenticationUrl(sandbox, transaction)
    return { kind: 'pending', transaction, payment, authenticationUrl: url }
  }
  if (transaction.status !== 'declined') return { kind: 'approved', transaction, payment }
  const decline = declineWithCode(transaction.iso_response_code ?? '')
  return { kind: 'declined', transaction, payment, decline }
}
