import { findEndpoint } from '../../db/endpoints/endpoints.ts'
import { readFactsNow } from '../../db/notifications/notification-facts.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { SAVED_CARD_TYPE } from '../ports/notification.ts'
import type { StorefrontMessage } from '../ports/storefront.ts'
import { outcomeOfDelivery, type TaskOutcome } from '../ports/task-outcome.ts'
import type { EndpointNotification } from '../ports/tasks/endpoint-tasks.ts'
import { notificationJson } from './message-body.ts'
import { isUpToDate, messageOf } from './notify-storefront.ts'
import { recordCalls } from './record-calls.ts'

/** Note of a task whose endpoint was disabled or removed before it got the notification. */
export const MISSED = 'missed'

/**
 * Notifies an endpoint of the order's current state. Skips an obsolete notification, as for the
 * store's own address.
 */
export const notifyEndpoint = async (
  ctx: PaymentsContext,
  payload: EndpointNotification,
): Promise<TaskOutcome> => {
  const endpoint = await findEndpoint(ctx.db.query, payload.endpointId)
  if (!endpoint || endpoint.disabled_at) return { outcome: 'done', note: MISSED }
  const message = await readMessage(ctx, payload)
  if (!message) return { outcome: 'done' }
  if (message.type !== SAVED_CARD_TYPE && !isUpToDate(message))
    return { outcome: 'done', note: 'left-out' }
  const { note, calls } = recordCalls()
  const { id, type } = message
  const result = await ctx.endpointOf(endpoint).post({ id, body: notificationJson(message) }, note)
  const about = { store: endpoint.store_id, endpoint: endpoint.id, message: id, type }
  ctx.log.info({ ...about, outcome: result.outcome }, 'endpoint notified')
  return { ...outcomeOfDelivery(result), calls }
}

/** Returns `undefined` if the order or its payment is missing. */
const readMessage = async (
  ctx: PaymentsContext,
  payload: EndpointNotification,
): Promise<StorefrontMessage | undefined> => {
  const now = ctx.clock.now()
  if (payload.type === SAVED_CARD_TYPE) {
    const { messageId: id, customerId = null, card, type } = payload
    return { id, type, at: now, customerId, card }
  }
  const { orderId } = payload
  const facts = (await readFactsNow(ctx.db, { orderIds: [orderId], now })).get(orderId)
  return facts && messageOf(payload, facts)
}
