import { lowerMissedSince } from '../../db/endpoints/deliveries.ts'
import { findEndpoint } from '../../db/endpoints/endpoints.ts'
import { readFactsNow } from '../../db/notifications/notification-facts.ts'
import type { TaskRow } from '../../db/tasks/outbox.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { SAVED_CARD_TYPE } from '../ports/notification.ts'
import type { StorefrontMessage } from '../ports/storefront.ts'
import { outcomeOfDelivery, type TaskOutcome } from '../ports/task-outcome.ts'
import { type EndpointNotification, isInFilter } from '../ports/tasks/endpoint-tasks.ts'
import { notificationJson } from './message-body.ts'
import { isUpToDate, messageOf } from './notify-storefront.ts'
import { recordCalls } from './record-calls.ts'
import { isTriedOut } from './rules/endpoint-outage.ts'

/** Note of a task whose endpoint was disabled or removed, or refused it for days. */
export const MISSED = 'missed'

/**
 * Notifies an endpoint of the order's current state. Skips a notification that is no longer true, as
 * the store's own address does, or whose type left the endpoint's filter.
 */
export const notifyEndpoint = async (
  ctx: PaymentsContext,
  payload: EndpointNotification,
  task: Pick<TaskRow, 'tries' | 'created_at'>,
): Promise<TaskOutcome> => {
  const { query } = ctx.db
  const endpoint = await findEndpoint(query, payload.endpointId)
  if (!endpoint) return { outcome: 'done', note: MISSED }
  if (endpoint.disabled_at || isTriedOut(task, ctx.clock.now())) {
    await lowerMissedSince(query, endpoint.id, task.created_at)
    return { outcome: 'done', note: MISSED }
  }
  if (!isInFilter(endpoint, payload.type)) return { outcome: 'done', note: 'left-out' }
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
