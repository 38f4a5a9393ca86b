import { isOrderEvent, type OrderEvent, verifyNotification } from '@puente/node'
import type { PuenteOptions } from '../settings/options.js'

/** A request as Medusa passes it to a provider. */
export interface WebhookRequest {
  rawData: string | Uint8Array
  headers: Readonly<Record<string, unknown>>
}

export type VerifiedRequest =
  | { outcome: 'refused'; why: string }
  /** Signed, and nothing that this package applies. */
  | { outcome: 'ignored'; type: string }
  | { outcome: 'order'; event: OrderEvent }

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
    ? { outcome: 'order', event }
    : { outcome: 'ignored', type: event.type === 'unknown' ? event.name : event.type }
}
