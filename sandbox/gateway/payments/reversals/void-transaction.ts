import type { Sandbox } from '../../context.ts'
import { commitAndWake } from '../../database/commit.ts'
import type { EnvironmentScope, SandboxPaymentRow, TransactionRow } from '../../database/tables.ts'
import {
  lockTransaction,
  showInPayment,
  viewThroughTransaction,
} from '../../database/transactions.ts'
import { recordPaymentEvent } from '../../webhooks/record-event.ts'
import { transitionOf } from '../states.ts'
import { isSettled } from './settlement.ts'
import { visibleFrom } from './shown-refunds.ts'

/** Reasons of `errors.void` (4.6); `only_attempted` has a separate code (7). */
export type VoidRefusal =
  | 'already_voided'
  | 'already_refunded'
  | 'already_settled'
  | 'not_voidable'
  | 'only_attempted'

export type SandboxVoidOutcome =
  | { kind: 'voided'; payment: SandboxPaymentRow }
  | { kind: 'refused'; because: VoidRefusal }
  | { kind: 'not-found' }

/** Voids a whole charge before settlement (3, 4.6), from the API or the portal. */
export const voidTransaction = async (
  sandbox: Sandbox,
  request: {
    transactionId: string
    environment: EnvironmentScope
    reason?: string | undefined
  },
): Promise<SandboxVoidOutcome> => {
  return commitAndWake(sandbox, async (trx): Promise<SandboxVoidOutcome> => {
    const { transactionId: id, environment } = request
    const found = await lockTransaction(trx, { id, environment })
    if (!found) return { kind: 'not-found' }
    const before = viewThroughTransaction(found.payment, found.transaction)
    const because = voidRefusalOf(found.transaction, sandbox.clock.now())
    if (because) return { kind: 'refused', because }
    const transition = transitionOf(before, 'voided')
    if (!transition?.event) return { kind: 'refused', because: 'not_voidable' }

    const transaction = await trx
      .updateTable('transactions')
      .set({
        status: 'voided',
        // Although nothing was refunded (2.1).
        refunded_minor: found.transaction.total_minor,
        void_reason: request.reason ?? null,
        voided_at: sandbox.clock.now(),
      })
      .where('id', '=', found.transaction.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const isShown = found.payment.transaction_id === transaction.id
    if (isShown) await showInPayment(trx, { payment: found.payment, transaction })
    const payment = viewThroughTransaction(found.payment, transaction)
    const notBefore = visibleFrom(sandbox)
    await recordPaymentEvent(trx, { sandbox, type: transition.event, payment, notBefore })
    return { kind: 'voided', payment }
  })
}

export const voidRefusalOf = (transaction: TransactionRow, now: Date): VoidRefusal | undefined => {
  switch (transaction.status) {
    case 'voided':
      return 'already_voided'
    case 'refunded':
    case 'partially_refunded':
      return 'already_refunded'
    case 'pending':
    case 'declined':
      return 'only_attempted'
    case 'paid':
      return isSettled(transaction, now) ? 'already_settled' : undefined
  }
}
