import { isOrderEvent, verifyNotification } from '@puente/node'
import type { OrderAtPuente } from '../payments/charge.js'
import type { PuenteOptions } from '../settings/options.js'

/** A request as Medusa passes it to a provider. */
export interface WebhookRequest {
  rawData: string | Uint8Array
  headers: Readonly<Record<string, unknown>>
  /** Order to read at Puente instead. This package alone asks for one: Medusa never passes it. */
  orderId?: string | undefined
}

/** An order with what it asks for. */
export interface SeenOrder extends OrderAtPuente {
  order: OrderAtPuente['order'] & { amount: string; currency: string }
}

export type VerifiedRequest =
  | { outcome: 'refused'; why: string }
  /** Signed, and nothing that this package applies. */
  | { outcome: 'ignored'; type: string }
  | { outcome: 'order'; seen: SeenOrder }

/** Verifies the signature of a notification over the raw body. */
export const verifiedRequest = (
  { notifySecret }: PuenteOptions,
  { rawData, headers }: WebhookRequest,
): VerifiedRequest => {
  const verified = verifyNotification(
    rawData,
    headers as Record<string, string | string[] | undefined>,
    notifySecret,
  )
  if (!verified.valid) return { outcome: 'refused', why: verified.message }
  const { event } = verified
  return isOrderEvent(event)
    ? { outcome: 'order', seen: { ...event.data, at: event.timestamp } }
    : { outcome: 'ignored', type: event.type === 'unknown' ? event.name : event.type }
}
