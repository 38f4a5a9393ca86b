import { hondurasDayOf } from '../../../contract/honduras-time.ts'
import type { OrderRow } from '../../../db/db.ts'
import { getOrder } from '../../../db/orders/orders.ts'
import { paymentsOfOrder } from '../../../db/payments/payments.ts'
import type { DiscrepancyRow } from '../../../db/reconciliation/discrepancies.ts'
import { addTasks } from '../../../db/tasks/outbox.ts'
import type { OrderId } from '../../../domain/ids.ts'
import { hasMoney, type OrderStatus } from '../../../domain/order-status.ts'
import type { Failure } from '../../../gateway/outcomes.ts'
import { pollPayment } from '../../inbound/poll-payment.ts'
import { tasksToNotifyAgain } from '../../notifications/notify-again.ts'
import { hasCharge } from '../../orders/rules/advance.ts'
import { observePayment } from '../../orders/rules/observe.ts'
import { parseStoreOrder, type StoredStoreOrder } from '../compare/order-facts.ts'
import { detailsOfOrder } from '../compare/walk-orders.ts'
import { comparedOrders, type PlannedAttempt, planAttempt, planOrder } from '../dry-run.ts'
import {
  type FoundDiscrepancy,
  type KnownOrder,
  orderDifferences,
} from '../rules/classify-discrepancy.ts'
import type { RunContext } from '../work.ts'
import { DROPPED, type Resolution, recorded } from './close-discrepancies.ts'

/**
 * Re-checks a suspected order. Notifies a store that missed a change. If the store reports it paid,
 * polls the gateway for all payments first.
 */
export const repairOrder = async (
  work: RunContext,
  discrepancy: DiscrepancyRow,
  orderId: OrderId,
): Promise<Resolution> => {
  const { ctx, run } = work
  if (discrepancy.kind === 'store_says_paid') {
    const polled = await (run.dry ? planPolledPayments : pollPayments)(work, orderId)
    if (polled.outcome !== 'polled') return polled
    const { status } = polled
    if (hasMoney({ status })) {
      // The store was right; the database missed the event.
      const details = { side: 'store' as const, status }
      return recorded({ kind: 'missed_event', action: 'repaired', details })
    }
  }
  const order = await getOrder(ctx.db.query, orderId)
  const said = discrepancy.details.store_says as StoredStoreOrder
  const compared = await compare(work, order, said)
  const found = compared && orderDifferences(compared).find(({ kind }) => kind === discrepancy.kind)
  if (!compared || !found) return DROPPED
  const conclusion = {
    kind: found.kind,
    details: detailsOfOrder(order, found, compared.atStore),
    day: hondurasDayOf(order.created_at),
  }
  if (found.repair !== 'notify') return recorded({ ...conclusion, action: 'for_a_person' })
  const again = { occasion: run.id, isNew: isRepetition(compared, found) }
  return recorded({ ...conclusion, action: 'repaired' }, async (trx) => {
    const payments = await paymentsOfOrder(trx, order.id)
    const when = { again, now: ctx.clock.now() }
    await addTasks(trx, tasksToNotifyAgain({ order, payments }, when))
  })
}

const compare = async (
  work: RunContext,
  order: OrderRow,
  said: StoredStoreOrder,
): Promise<KnownOrder | undefined> => {
  const facts = await comparedOrders(work.ctx.db.query, work, [order])
  const known = facts.get(order.id)
  return known && { ...known, atStore: parseStoreOrder(said) }
}

/** Reports whether the store accepted the message without effect, and would dedupe a resend. */
const isRepetition = ({ notifying }: KnownOrder, { fields }: FoundDiscrepancy): boolean =>
  notifying.wasNotified &&
  !notifying.isDead &&
  Object.values(fields).some(([, theirs]) => theirs !== null)

type PolledOrder = { outcome: 'polled'; status: OrderStatus } | Failure

const pollPayments = async ({ ctx, store }: RunContext, orderId: OrderId): Promise<PolledOrder> => {
  for (const payment of await paymentsOfOrder(ctx.db.query, orderId)) {
    if (hasCharge(payment)) continue
    const polled = await pollPayment(ctx, { store, payment })
    if (polled.outcome === 'unreachable' || polled.outcome === 'unauthorized') return polled
  }
  return { outcome: 'polled', status: (await getOrder(ctx.db.query, orderId)).status }
}

/** A dry run polls, but records nothing. */
const planPolledPayments = async (
  { ctx, gateway }: RunContext,
  orderId: OrderId,
): Promise<PolledOrder> => {
  const payments = await paymentsOfOrder(ctx.db.query, orderId)
  const planned: PlannedAttempt[] = []
  for (const payment of payments) {
    if (hasCharge(payment) || payment.gateway_payment_id === null) continue
    const answer = await gateway.getPayment(Number(payment.gateway_payment_id))
    if (answer.outcome === 'unreachable' || answer.outcome === 'unauthorized') return answer
    if (answer.outcome !== 'found') continue
    const observed = observePayment(answer.payment)
    if (observed.kind === 'seen') planned.push(planAttempt(payment, observed))
  }
  const order = await getOrder(ctx.db.query, orderId)
  return { outcome: 'polled', status: planOrder(order, payments, planned).status }
}
