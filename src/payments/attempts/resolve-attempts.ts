import type { OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore, getOrder } from '../../db/orders/orders.ts'
import { findPayment, paymentsOfOrder } from '../../db/payments/payments.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { PaymentId } from '../../domain/ids.ts'
import { addLine, addTaskToChanges } from '../orders/change-held.ts'
import { answerForPaidOrder, type PaidAnswer } from '../orders/charges/paid-answer.ts'
import { decideOrder, type HeldOrder, paymentOf } from '../orders/held-order.ts'
import {
  isChargeOverdue,
  isOpenCharge,
  neverArrived,
  unresolvedCharge,
} from '../orders/rules/charges/open-attempts.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { failedAtGateway, type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import { newResolveChargeTask } from '../ports/tasks/payment-tasks.ts'
import { type FindOutcome, findAtGateway, recordCreated } from './create-at-gateway.ts'
import { isShownAs, referenceIn } from './creation-request.ts'
import { endCharge, endCreation, endOrderOfLink } from './end-attempt.ts'
import { isNamelessCharge } from './rules/nameless-charge.ts'
import { isClaimed } from './rules/payable-checkout.ts'

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
    endOrderOfLink(held)
    return { outcome: 'done' }
  })
}

const BEING_CREATED = tryAgain('another process is creating it')

export type OrderFoundOut =
  | PaidAnswer
  | { outcome: 'charge-unresolved' }
  /** A request to charge it may be in flight. */
  | { outcome: 'not-charged' }

/** Resolves whether an order was charged. Creates nothing payable. */
export const resolveOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { orderExternalId }: { orderExternalId: string },
): Promise<OrderFoundOut> => {
  const { query } = ctx.db
  const known = await findOrderOfStore(query, store.id, orderExternalId)
  if (!known) return { outcome: 'not-charged' }
  const charge = unresolvedCharge(await paymentsOfOrder(query, known.id))
  if (charge) await resolveCharge(ctx, { store, payment: charge })
  const order = await getOrder(query, known.id)
  const payments = await paymentsOfOrder(query, known.id)
  const paid = answerForPaidOrder({ order, payments })
  if (paid) return paid
  return { outcome: unresolvedCharge(payments) ? 'charge-unresolved' : 'not-charged' }
}
