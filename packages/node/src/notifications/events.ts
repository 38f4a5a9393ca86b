import { NOTIFICATION_TYPES, type NotificationData } from '../generated/merchant-api.ts'

export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

interface KnownEvent<Type extends NotificationType> {
  /** `webhook-id`: equal for every delivery, so that a shop can ignore a repetition. */
  id: string
  type: Type
  /** Time of the snapshot; the later of two notifications is current. */
  timestamp: string
  data: NotificationData[Type]
}

/** A notification of a type that this version of the package does not know. */
export interface UnknownEvent {
  id: string
  type: 'unknown'
  /** Its type as received. */
  name: string
  timestamp: string | undefined
  data: unknown
}

/** A notification, as a union by `type`. */
export type NotificationEvent =
  | { [Type in NotificationType]: KnownEvent<Type> }[NotificationType]
  | UnknownEvent

/** Notifications about an order. */
export type OrderEvent = Extract<NotificationEvent, { type: `order.${string}` }>

/** Recognises a notification about an order, which has `data.order`. */
export const isOrderEvent = (event: NotificationEvent): event is OrderEvent =>
  event.type.startsWith('order.')

const TYPES: ReadonlySet<string> = new Set(NOTIFICATION_TYPES)

/** Reads a signed body. `undefined`: it is no notification. */
export const eventOf = (id: string, body: unknown): NotificationEvent | undefined => {
  if (typeof body !== 'object' || body === null) return undefined
  const { type, timestamp, data } = body as Record<string, unknown>
  if (typeof type !== 'string') return undefined
  if (TYPES.has(type)) {
    const isWhole = typeof timestamp === 'string' && typeof data === 'object' && data !== null
    return isWhole ? ({ id, type, timestamp, data } as NotificationEvent) : undefined
  }
  const at = typeof timestamp === 'string' ? timestamp : undefined
  return { id, type: 'unknown', name: type, timestamp: at, data: data ?? body }
}
