import { readNotificationFacts } from '../../db/notifications/notification-facts.ts'
import type { TaskRow } from '../../db/tasks/outbox.ts'
import { viewOfOrder, viewOfPayment, viewOfRefund } from '../../wire/order-view.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { SAVED_CARD_TYPE } from '../ports/notification.ts'
import type { StorefrontMessage } from '../ports/storefront.ts'
import { notifySavedCardKind, notifyStorefrontKind } from '../ports/tasks/notification-tasks.ts'
import { messageOf } from './notify-storefront.ts'

export const notificationJson = (message: StorefrontMessage): string =>
  JSON.stringify({
    type: message.type,
    timestamp: message.at.toISOString(),
    data: notificationData(message),
  })

export const notificationData = (message: StorefrontMessage): object =>
  message.type === SAVED_CARD_TYPE
    ? { payment_method: message.card }
    : {
        order: viewOfOrder(message.order),
        payment: message.payment && viewOfPayment(message.payment),
        payments: message.charges.flatMap((charge) => viewOfPayment(charge) ?? []),
        refunds: message.refunds.map(viewOfRefund),
      }

/**
 * Renders a notification as if sent now. Returns `undefined` if its order
 * or payment is missing.
 */
export const previewNotification = async (
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  task: TaskRow,
): Promise<{ type: string; data: object } | undefined> => {
  const at = clock.now()
  if (task.kind === notifySavedCardKind.kind || task.payload.type === SAVED_CARD_TYPE) {
    const saved = notifySavedCardKind.payload.parse(task.payload)
    const { messageId: id, customerId = null, card } = saved
    const type = SAVED_CARD_TYPE
    return { type, data: notificationData({ id, type, at, customerId, card }) }
  }
  if (!task.order_id) return undefined
  const times = new Map([[task.order_id, at]])
  const facts = (await readNotificationFacts(db.hot.pool, times)).get(task.order_id)
  const payload = notifyStorefrontKind.payload.parse(task.payload)
  const message = facts && messageOf(payload, facts)
  return message && { type: message.type, data: notificationData(message) }
}
