import type { Sandbox } from '../context.ts'
import { commitAndWake } from '../database/commit.ts'
import { lockPayment } from '../database/payments.ts'
import type { SandboxPaymentRow } from '../database/tables.ts'
import { deleteFormFields } from '../database/transactions.ts'
import { recordPaymentEvent } from '../webhooks/record-event.ts'
import { transitionOf } from './states.ts'

export type DisableOutcome =
  | { kind: 'disabled'; payment: SandboxPaymentRow }
  | { kind: 'refused'; payment: SandboxPaymentRow }
  | { kind: 'not-found' }

/**
 * Disables a link from the portal. The contract shows neither states nor event (3, 6.2), so the
 * profile decides.
 */
export const disablePayment = async (
  sandbox: Sandbox,
  paymentId: number,
): Promise<DisableOutcome> => {
  return commitAndWake(sandbox, async (trx): Promise<DisableOutcome> => {
    const payment = await lockPayment(trx, paymentId)
    if (!payment) return { kind: 'not-found' }
    const { disable, disabled_event } = sandbox.profile
    const transition = transitionOf(payment, 'disabled')
    if (!transition || (disable === 'pending_only' && payment.status !== 'pending')) {
      return { kind: 'refused', payment }
    }
    const disabled = await trx
      .updateTable('payments')
      .set({ status: transition.to })
      .where('id', '=', payment.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await deleteFormFields(trx, { of: 'payments', ids: [payment.id] })
    if (disabled_event !== 'none') {
      await recordPaymentEvent(trx, { sandbox, type: disabled_event, payment: disabled })
    }
    return { kind: 'disabled', payment: disabled }
  })
}
