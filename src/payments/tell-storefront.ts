import { getOrder } from '../ledger/orders.ts'
import { findPayment } from '../ledger/payments.ts'
import { findStore } from '../ledger/stores.ts'
import { addToTimeline, type TimelineKind } from '../ledger/timeline.ts'
import { orderLog, type PaymentsContext } from './context.ts'
import type { AnnouncementType } from './rules/announcements.ts'
import type { TaskOutcome } from './task-outcome.ts'

/**
 * Tells the storefront one thing, with the order as it stands at this moment: a message that was
 * delayed by retries never describes an older state than its receiver already knows.
 */
export const tellStorefront = async (
  ctx: PaymentsContext,
  {
    type,
    paymentId,
    messageId,
  }: {
    type: AnnouncementType
    paymentId: string
    messageId: string
  },
): Promise<TaskOutcome> => {
  const payment = await findPayment(ctx.ledger.query, paymentId)
  const store = payment && (await findStore(ctx.ledger.query, payment.store_id))
  if (!payment || !store) return { outcome: 'done' }
  const order = await getOrder(ctx.ledger.query, payment.order_id)

  const told = await ctx.storefrontOf(store).tell({ id: messageId, type, order, payment })
  const log = orderLog(ctx.log, order).child({ payment: paymentId, message: messageId, type })
  const note = (kind: TimelineKind, details: Record<string, unknown>) =>
    addToTimeline(ctx.ledger.query, {
      at: ctx.clock.now(),
      order_id: order.id,
      payment_id: paymentId,
      kind,
      details: { type, message: messageId, ...details },
    })
  switch (told.outcome) {
    case 'told':
      await note('storefront_told', {})
      log.info('storefront told')
      return { outcome: 'done' }
    case 'nobody-to-tell':
      return { outcome: 'done' }
    case 'not-told':
      await note('storefront_not_told', { reason: told.detail, remedy: told.remedy })
      log.warn({ reason: told.detail }, 'storefront not told')
      return { ...told, outcome: 'failed' }
  }
}
