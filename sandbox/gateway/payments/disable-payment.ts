import type { Sandbox } from '../context.ts'
import { commitAndWake } from '../database/commit.ts'
import { changePayment, findSandboxPayment, lockPayment } from '../database/payments.ts'
import type { SandboxPaymentRow, ScopedId } from '../database/tables.ts'
import { deleteFormFields } from '../database/transactions.ts'
import { recordPaymentEvent } from '../webhooks/record-event.ts'
import { transitionOf } from './states.ts'

export type DisableOutcome =
  | { kind: 'done'; payment: SandboxPaymentRow }
  | { kind: 'not-disableable'; payment: SandboxPaymentRow }
  | { kind: 'not-found' }

/**
 * Disables a link from the portal. The contract shows neither states nor event (3, 6.2), so the
 * profile decides.
 */
export const disablePayment = async (sandbox: Sandbox, id: ScopedId): Promise<DisableOutcome> =>
  commitAndWake(sandbox, async (trx): Promise<DisableOutcome> => {
    const found = await findSandboxPayment(trx, id)
    const payment = found && (await lockPayment(trx, found.id))
    if (!payment) return { kind: 'not-found' }
    const { disable, disabled_event } = sandbox.profile
    const transition = transitionOf(payment, 'disabled')
    if (!transition || (disable === 'pending_only' && payment.status !== 'pending')) {
      return { kind: 'not-disableable', payment }
    }
    const disabled = await changePayment(trx, payment.id, { status: transition.to })
    await deleteFormFields(trx, { of: 'payments', ids: [payment.id] })
    if (disabled_event !== 'none') {
      await recordPaymentEvent(trx, { sandbox, type: disabled_event, payment: disabled })
    }
    return { kind: 'done', payment: disabled }
  })
