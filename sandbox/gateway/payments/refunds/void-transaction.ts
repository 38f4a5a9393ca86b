import type { Sandbox } from '../../context.ts'
import { commitAndWake } from '../../database/commit.ts'
import type { SandboxPaymentRow, ScopedId, TransactionRow } from '../../database/tables.ts'
import {
  changeTransaction,
  lockTransaction,
  viewThroughTransaction,
} from '../../database/transactions.ts'
import { recordPaymentEvent } from '../../webhooks/record-event.ts'
import { transitionOf } from '../states.ts'
import { type ActionRefusal, showRefund } from './refund-transaction.ts'
import { isSettled } from './settlement.ts'
import { visibleFrom } from './shown-refunds.ts'

/** Reasons of `errors.void` (4.6). `void_invalid`: only attempted, which has a code (7). */
export type VoidRefusal =
  | 'already_voided'
  | 'already_refunded'
  | 'already_settled'
  | 'not_voidable'
  | 'void_invalid'

export type SandboxVoidOutcome = { kind: 'done'; payment: SandboxPaymentRow } | ActionRefusal

/** Voids the whole charge (3, 4.6). */
export const voidTransaction = async (
  sandbox: Sandbox,
  request: ScopedId & { reason?: string | undefined },
): Promise<SandboxVoidOutcome> =>
  commitAndWake(sandbox, async (trx): Promise<SandboxVoidOutcome> => {
    const found = await lockTransaction(trx, request)
    if (!found) return { kind: 'not-found' }
    const transition = transitionOf(
      viewThroughTransaction(found.payment, found.transaction),
      'voided',
    )
    const because = voidRefusalOf(found.transaction, sandbox.clock.now())
    if (because || !transition?.event) {
      return { kind: 'refused', violations: { void: [because ?? 'not_voidable'] } }
    }
    const transaction = await changeTransaction(trx, found.transaction.id, {
      status: 'voided',
      // Although nothing was refunded (2.1).
      refunded_minor: found.transaction.total_minor,
      void_reason: request.reason ?? null,
      voided_at: sandbox.clock.now(),
    })
    const payment = await showRefund(trx, { payment: found.payment, transaction })
    const notBefore = visibleFrom(sandbox)
    await recordPaymentEvent(trx, { sandbox, type: transition.event, payment, notBefore })
    return { kind: 'done', payment }
  })

export const voidRefusalOf = (transaction: TransactionRow, now: Date): VoidRefusal | undefined => {
  switch (transaction.status) {
    case 'voided':
      return 'already_voided'
    case 'refunded':
    case 'partially_refunded':
      return 'already_refunded'
    case 'pending':
    case 'declined':
      return 'void_invalid'
    case 'paid':
      return isSettled(transaction, now) ? 'already_settled' : undefined
  }
}
