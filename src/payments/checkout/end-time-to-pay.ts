import type { OrderRow } from '../../db/db.ts'
import { getOrder } from '../../db/orders/orders.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { OrderId } from '../../domain/ids.ts'
import { MINUTE } from '../../runtime/clock.ts'
import { openAttempts, pollOpenAttempts } from '../inbound/refresh-payments.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { updateOrder } from '../orders/change-held.ts'
import { decideOrder } from '../orders/held-order.ts'
import { isOpenCharge } from '../orders/rules/charges/open-attempts.ts'
import { orderLog, type PaymentsContext } from '../ports/context.ts'
import { type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'

/** Slow, because only an operator can replace a refused key. */
const ASK_REFUSING_AGAIN_MS = 15 * MINUTE

/**
 * Ends the payment deadline of a card page order, which has no gateway payment to expire. Polls
 * older attempts first: the event of a payment may be late. A no-op if the store extended the
 * deadline or the order left the card page. Retries while a charge is in flight or at the bank, and
 * while the gateway does not say whether an older attempt is paid.
 */
export const endTimeToPay = async (
  ctx: PaymentsContext,
  { orderId }: { orderId: OrderId },
): Promise<TaskOutcome> => {
  const { query } = ctx.db
  const known = await getOrder(query, orderId)
  if (!isOverdue(known, ctx.clock.now())) return { outcome: 'done' }
  const store = await findStore(query, known.store_id)
  const open = openAttempts(await paymentsOfOrder(query, orderId))
  const failure = store && (await pollOpenAttempts(ctx, store, open))
  if (failure?.outcome === 'unreachable') return tryAgain(`gateway: ${failure.detail}`)
  if (failure) return tryAgain(`gateway: ${failure.outcome}`, ASK_REFUSING_AGAIN_MS)
  return decideOrder(ctx, orderId, (held): TaskOutcome => {
    const { order, now } = held
    if (!isOverdue(order, now)) return { outcome: 'done' }
    if (held.payments.some(isOpenCharge)) return tryAgain('a charge is under way')
    updateOrder(held, { time_over_at: now })
    applyDerivedStatus(held, { orderBefore: order })
    orderLog(ctx.log, order).info({ status: held.order.status }, 'time to pay ended')
    return { outcome: 'done' }
  })
}

const isOverdue = ({ status, checkout_mode, payable_until }: OrderRow, now: Date): boolean =>
  status === 'awaiting_payment' &&
  checkout_mode === 'card_page' &&
  payable_until !== null &&
  payable_until <= now
