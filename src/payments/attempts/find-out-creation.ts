import { findPayment } from '../../db/payments/payments.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { PaymentId } from '../../domain/ids.ts'
import { addLine } from '../orders/change-held.ts'
import { decideOrder, paymentOf } from '../orders/held-order.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { failedAtGateway, type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import { findAtGateway, recordCreated } from './create-at-gateway.ts'
import { endCreation } from './end-creation.ts'
import { isClaimed } from './rules/payable-checkout.ts'

/**
 * Resolves an attempt still intended after a crash or an abandoned request: adopts its payment or
 * abandons the attempt.
 */
export const resolveCreation = async (
  ctx: PaymentsContext,
  { paymentId }: { paymentId: PaymentId },
): Promise<TaskOutcome> => {
  const payment = await findPayment(ctx.db.query, paymentId)
  const store = payment && (await findStore(ctx.db.query, payment.store_id))
  if (!payment || !store || payment.state !== 'intended') return { outcome: 'done' }
  if (isClaimed(payment, ctx.clock.now())) return BEING_CREATED

  const found = await findAtGateway(ctx.gatewayOf(store, payment.order_id), payment)
  if (found.outcome === 'found') {
    await recordCreated(ctx, payment, found.payment, [])
    return { outcome: 'done' }
  }
  if (found.outcome !== 'absent') return failedAtGateway(found)
  return decideOrder(ctx, payment.order_id, (held): TaskOutcome => {
    const latest = paymentOf(held, paymentId)
    if (latest.state !== 'intended') return { outcome: 'done' }
    // Another request retried it during the search.
    if (isClaimed(latest, held.now)) return BEING_CREATED
    endCreation(held, paymentId, 'abandoned')
    addLine(held, { payment_id: paymentId, kind: 'payment_abandoned' })
    return { outcome: 'done' }
  })
}

const BEING_CREATED = tryAgain('somebody is creating it')
