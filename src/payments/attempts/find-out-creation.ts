import type { PaymentRow } from '../../db/db.ts'
import { lockOrder } from '../../db/orders.ts'
import { findPayment } from '../../db/payments.ts'
import { findStore } from '../../db/stores.ts'
import { addToTimeline } from '../../db/timeline.ts'
import type { PaymentId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { failedAtGateway, type TaskOutcome } from '../ports/task-outcome.ts'
import { findAtGateway, recordCreated } from './create-at-gateway.ts'
import { endCreation } from './end-creation.ts'

/**
 * Some time after an attempt was intended: if nobody has learned yet what became of it (the
 * process was killed, the customer went away), asks the gateway, and adopts or abandons it.
 */
export const findOutCreation = async (
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
  const now = ctx.clock.now()
  return ctx.db.query.transaction().execute(async (trx): Promise<TaskOutcome> => {
    const order = await lockOrder(trx, payment.order_id)
    const latest = await findPayment(trx, paymentId)
    if (latest?.state !== 'intended') return { outcome: 'done' }
    // Tried again while we were looking: what comes of that is not known yet either.
    if (isClaimed(latest, now)) return BEING_CREATED
    await endCreation(trx, { order, id: paymentId, state: 'abandoned', now })
    const about = { at: now, order_id: payment.order_id, payment_id: paymentId }
    await addToTimeline(trx, { ...about, kind: 'payment_abandoned' })
    return { outcome: 'done' }
  })
}

const BEING_CREATED: TaskOutcome = {
  outcome: 'failed',
  retry: 'retry',
  detail: 'somebody is creating it',
}

const isClaimed = ({ claimed_until }: PaymentRow, now: Date): boolean =>
  claimed_until !== null && claimed_until > now
