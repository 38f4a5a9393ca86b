import type { OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { findPayment, paymentsOfOrder } from '../../db/payments/payments.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { PaymentId } from '../../domain/ids.ts'
import { addLine, addTaskToChanges } from '../orders/change-held.ts'
import { decideOrder, type HeldOrder, paymentOf } from '../orders/held-order.ts'
import {
  isChargeOverdue,
  isOpenCharge,
  neverArrived,
} from '../orders/rules/charges/unresolved-charge.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'
import { newResolveChargeTask } from '../ports/tasks/find-out-charge.ts'
import { type FindOutcome, findAtGateway, recordCreated } from './create-at-gateway.ts'
import { isShownAs, referenceIn } from './creation-request.ts'
import { endCharge } from './end-charge.ts'
import { isNamelessCharge } from './rules/nameless-charge.ts'

/**
 * Resolves a charge by searching the gateway. While inconclusive, the charge stays open and a task
 * polls again.
 */
export const resolveCharge = async (
  ctx: PaymentsContext,
  { store, payment }: { store: StoreRow; payment: PaymentRow },
): Promise<{ found: FindOutcome; order: OrderRow; payment: PaymentRow }> => {
  const gateway = ctx.gatewayOf(store, payment.order_id)
  const attempts = await paymentsOfOrder(ctx.db.query, payment.order_id)
  const found = await findAtGateway(
    gateway,
    payment,
    (shown) =>
      isShownAs(payment, shown) ||
      (referenceIn(shown) === undefined && isNamelessCharge(payment, shown, attempts)),
  )
  if (found.outcome === 'found') await recordCreated(ctx, payment, found.payment, [])
  return decideOrder(ctx, payment.order_id, (held) => {
    const latest = paymentOf(held, payment.id)
    if (isOpenCharge(latest)) goOnOrEnd(held, latest, found)
    return { found, order: held.order, payment: paymentOf(held, payment.id) }
  })
}

const goOnOrEnd = (held: HeldOrder, charge: PaymentRow, found: FindOutcome): void => {
  const { now } = held
  const isNeverArrived = found.outcome === 'absent' && neverArrived(charge, now)
  const isOver = charge.state !== 'intended' && isChargeOverdue(charge, now)
  if (isNeverArrived || isOver) {
    endCharge(held, charge.id, { state: isOver ? 'declined' : 'abandoned' })
    const kind = isOver ? 'payment_declined' : 'payment_abandoned'
    addLine(held, { payment_id: charge.id, kind })
  } else addTaskToChanges(held, newResolveChargeTask(charge, { now }))
}

export const findOutChargeLater = async (
  ctx: PaymentsContext,
  { paymentId }: { paymentId: PaymentId },
): Promise<TaskOutcome> => {
  const payment = await findPayment(ctx.db.query, paymentId)
  const store = payment && (await findStore(ctx.db.query, payment.store_id))
  if (!payment || !store || !isOpenCharge(payment)) return { outcome: 'done' }
  await resolveCharge(ctx, { store, payment })
  return { outcome: 'done' }
}
