import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { formatHondurasTime } from '../../../../src/contract/honduras-time.ts'
import { formatMoney, moneyFromMinor } from '../../../../src/domain/money.ts'
import type { Sandbox } from '../../context.ts'
import { commitAndWake } from '../../database/commit.ts'
import type {
  PaymentAttempt,
  SandboxPaymentRow,
  SandboxRefundRow,
  ScopedId,
  Tables,
  TransactionRow,
} from '../../database/tables.ts'
import {
  changeTransaction,
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

export type ActionRefusal = { kind: 'refused'; violations: Violations } | { kind: 'not-found' }

export type SandboxRefundOutcome =
  | { kind: 'done'; payment: SandboxPaymentRow; refund: SandboxRefundRow }
  | ActionRefusal

/** Locks the payment's row, so concurrent refunds never exceed the charge (3, 4.7). */
export const refundTransaction = async (
  sandbox: Sandbox,
  request: ScopedId & {
    /** Decimal units. Default: everything left. */
    amount?: string | undefined
    reason?: string | undefined
    /** Sum that the merchant saw; a change since then rejects the refund. */
    refundedBefore?: string | undefined
  },
): Promise<SandboxRefundOutcome> =>
  commitAndWake(sandbox, async (trx): Promise<SandboxRefundOutcome> => {
    const found = await lockTransaction(trx, request)
    if (!found) return { kind: 'not-found' }
    const { payment, transaction } = found
    const remaining = transaction.total_minor - transaction.refunded_minor
    const amount = amountOf(request.amount, { payment, remaining })
    const violations = {
      ...refundRefusalOf(sandbox, transaction),
      ...changeSince(request.refundedBefore, { payment, transaction }),
      // A voided charge has no valid amount.
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
    const refund = await trx
      .insertInto('refunds')
      .values({
        id: randomUUID(),
        transaction_id: transaction.id,
        amount_minor: amount.minor,
        reason: request.reason ?? null,
        created_at: sandbox.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const refunded = await changeTransaction(trx, transaction.id, {
      status: isRest ? 'refunded' : 'partially_refunded',
      refunded_minor: transaction.refunded_minor + amount.minor,
    })
    const seen = await showRefund(trx, { payment, transaction: refunded })
    const isSum = sandbox.profile.refund_event_amount === 'sum'
    const shownMinor = isSum ? refunded.refunded_minor : refund.amount_minor
    await recordPaymentEvent(trx, {
      sandbox,
      type: transition.event,
      payment: seen,
      // Fields that refund events add (2.1).
      more: {
        refund_amount: jsonAmount(shownMinor, payment.currency_code),
        refunded_at: formatHondurasTime(refund.created_at),
        refund_reason: refund.reason,
      },
      notBefore: visibleFrom(sandbox),
    })
    return { kind: 'done', payment: seen, refund }
  })

/** Shows a void or refund, unless the payment shows another transaction. */
export const showRefund = async (trx: Transaction<Tables>, shown: PaymentAttempt) => {
  const { payment, transaction } = shown
  if (payment.transaction_id === transaction.id) await showInPayment(trx, shown)
  return viewThroughTransaction(payment, transaction)
}

/** "A processor message such as Invalid transaction may appear" (4.7). */
const REJECTED_BY_PROCESSOR: SandboxRefundOutcome = {
  kind: 'refused',
  violations: { refund: ['processor:Invalid transaction'] },
}

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
  { payment, transaction }: PaymentAttempt,
): Violations => {
  const refunded = formatMoney(moneyFromMinor(transaction.refunded_minor, payment.currency_code))
  return refundedBefore === undefined || refundedBefore === refunded
    ? {}
    : { refund: ['refunded_meanwhile'] }
}

/** Returns nothing if a refund is possible. */
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
