import { randomUUID } from 'node:crypto'
import { formatHondurasTime } from '../../../../src/contract/honduras-time.ts'
import { formatMoney, moneyFromMinor } from '../../../../src/domain/money.ts'
import type { Sandbox } from '../../context.ts'
import { commitAndWake } from '../../database/commit.ts'
import type { EnvironmentScope, SandboxPaymentRow, TransactionRow } from '../../database/tables.ts'
import {
  lockTransaction,
  showInPayment,
  viewThroughTransaction,
} from '../../database/transactions.ts'
import type { Violations } from '../../messages.ts'
import { recordPaymentEvent } from '../../webhooks/record-event.ts'
import { jsonAmount, readAmount } from '../pricing/amount.ts'
import { transitionOf } from '../states.ts'
import { refundEligibility } from './settlement.ts'
import { visibleFrom } from './shown-refunds.ts'

export interface SandboxRefund {
  id: string
  amountMinor: bigint
  reason: string | null
  createdAt: Date
}

export type SandboxRefundOutcome =
  | { kind: 'refunded'; payment: SandboxPaymentRow; refund: SandboxRefund }
  | { kind: 'refused'; violations: Violations }
  | { kind: 'not-found' }

/**
 * Refunds a transaction fully or partially (3, 4.7), from the API or the portal. Locks the
 * payment's row, so that concurrent refunds never exceed the charge.
 */
export const refundTransaction = async (
  sandbox: Sandbox,
  request: {
    transactionId: string
    environment: EnvironmentScope
    /** Decimal units. Default: everything left. */
    amount?: string | undefined
    reason?: string | undefined
    /** Refunded amount that the merchant saw; a change since then rejects the refund. */
    refundedBefore?: string | undefined
  },
): Promise<SandboxRefundOutcome> => {
  return commitAndWake(sandbox, async (trx): Promise<SandboxRefundOutcome> => {
    const { transactionId: id, environment } = request
    const found = await lockTransaction(trx, { id, environment })
    if (!found) return { kind: 'not-found' }
    const { payment, transaction } = found
    const remaining = transaction.total_minor - transaction.refunded_minor
    const amount = amountOf(request.amount, { payment, remaining })
    const violations = {
      ...refundRefusalOf(sandbox, transaction),
      ...changeSince(request.refundedBefore, { payment, transaction }),
      // No amount of a voided charge would be valid.
      ...(transaction.status === 'voided' ? {} : amount.violations),
    }
    if (Object.keys(violations).length > 0) return { kind: 'refused', violations }
    if (sandbox.faults.refundsRejected()) return REJECTED_BY_PROCESSOR

    const isRest = amount.minor === remaining
    const transition = transitionOf(
      viewThroughTransaction(payment, transaction),
      isRest ? 'refunded_in_full' : 'refunded_in_part',
    )
    if (!transition?.event) return { kind: 'refused', violations: { refund: ['not_refundable'] } }
    const refund: SandboxRefund = {
      id: randomUUID(),
      amountMinor: amount.minor,
      reason: request.reason ?? null,
      createdAt: sandbox.clock.now(),
    }
    await trx
      .insertInto('refunds')
      .values({
        id: refund.id,
        transaction_id: transaction.id,
        amount_minor: refund.amountMinor,
        reason: refund.reason,
        created_at: refund.createdAt,
      })
      .execute()
    const refunded = await trx
      .updateTable('transactions')
      .set({
        status: isRest ? 'refunded' : 'partially_refunded',
        refunded_minor: transaction.refunded_minor + amount.minor,
      })
      .where('id', '=', transaction.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (payment.transaction_id === refunded.id) {
      await showInPayment(trx, { payment, transaction: refunded })
    }
    const seen = viewThroughTransaction(payment, refunded)
    await recordPaymentEvent(trx, {
      sandbox,
      type: transition.event,
      payment: seen,
      more: refundFields(seen, {
        ...refund,
        amountMinor:
          sandbox.profile.refund_event_amount === 'sum'
            ? refunded.refunded_minor
            : refund.amountMinor,
      }),
      notBefore: visibleFrom(sandbox),
    })
    return { kind: 'refunded', payment: seen, refund }
  })
}

/** "A processor message such as Invalid transaction may appear" (4.7). */
const REJECTED_BY_PROCESSOR: SandboxRefundOutcome = {
  kind: 'refused',
  violations: { refund: ['processor:Invalid transaction'] },
}

/** Fields that refund events add (2.1). */
const refundFields = (
  payment: SandboxPaymentRow,
  { amountMinor, reason, createdAt }: SandboxRefund,
) => ({
  refund_amount: jsonAmount(amountMinor, payment.currency_code),
  refunded_at: formatHondurasTime(createdAt),
  refund_reason: reason,
})

const amountOf = (
  decimal: string | undefined,
  { payment, remaining }: { payment: SandboxPaymentRow; remaining: bigint },
): { minor: bigint; violations: Violations } => {
  if (decimal === undefined) return { minor: remaining, violations: {} }
  const { currency } = moneyFromMinor(0n, payment.currency_code)
  const reading = readAmount(decimal, currency)
  if (!reading.ok) return { minor: 0n, violations: { amount: [reading.violation] } }
  const { minor } = reading
  if (minor <= remaining) return { minor, violations: {} }
  const left = formatMoney({ minor: remaining, currency })
  return { minor, violations: { amount: [`above_refundable:${left}`] } }
}

/** Rejects a double click. */
const changeSince = (
  refundedBefore: string | undefined,
  { payment, transaction }: { payment: SandboxPaymentRow; transaction: TransactionRow },
): Violations => {
  const refunded = formatMoney(moneyFromMinor(transaction.refunded_minor, payment.currency_code))
  return refundedBefore === undefined || refundedBefore === refunded
    ? {}
    : { refund: ['refunded_meanwhile'] }
}

/** Returns why a refund is impossible; empty if it is possible. */
export const refundRefusalOf = (sandbox: Sandbox, transaction: TransactionRow): Violations => {
  switch (transaction.status) {
    case 'voided':
      return { refund: ['refund_of_voided'] }
    case 'refunded':
      return { refund: ['already_refunded_in_full'] }
    case 'pending':
    case 'declined':
      return { refund: ['not_refundable'] }
    case 'paid':
    case 'partially_refunded': {
      const { profile, clock } = sandbox
      const eligibility = refundEligibility(transaction, { profile, now: clock.now() })
      return eligibility === 'open' ? {} : { refund: [`refund_${eligibility}`] }
    }
  }
}
