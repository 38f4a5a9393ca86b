import type { RequestedOrders } from '../generated/merchant-api.ts'
import type { NotificationEvent } from '../notifications/events.ts'
import { keysOf, type NotifySecrets } from '../notifications/signature.ts'
import {
  type HeadersGiven,
  type Verified,
  type VerifyOptions,
  verifyNotification,
} from '../notifications/verify.ts'

/** Options of a handler of notifications. */
export interface HandlerOptions extends VerifyOptions {
  /** The store's notify secret; during a rotation the new and the previous one. */
  secret: NotifySecrets
  /**
   * Handles an event. Puente repeats a notification until this resolves: ignore an `event.id` that
   * the shop handled before.
   */
  onEvent(event: NotificationEvent): unknown
  /** Answers a reconciliation's question about orders; leave out orders that the shop does not know. */
  onOrdersRequested?(
    orderIds: readonly string[],
  ): RequestedOrders['orders'] | Promise<RequestedOrders['orders']>
  /** Called for a request that is no valid notification, for logs. */
  onRefused?(refusal: Extract<Verified, { valid: false }>): void
  /** Called with an error of `onEvent`. Prints it by default. */
  onError?(error: unknown, event: NotificationEvent): void
}

/** An answer to Puente. */
export interface HandlerAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A body as it arrived, or why it is not available. */
export type ReceivedBody =
  | { outcome: 'raw'; bytes: Uint8Array | string }
  | { outcome: 'lost'; why: string }
  | { outcome: 'too-large' }

export type Receive = (request: {
  method: string | undefined
  headers: HeadersGiven
  readBody(): Promise<ReceivedBody>
}) => Promise<HandlerAnswer>

/** A notification has some kilobytes. */
export const MOST_BYTES = 1_048_576

/**
 * Answers 400 to what is not a valid notification, and 500 where the shop must be corrected or its
 * handler fails: Puente retries both, so that no notification is lost.
 */
export const createReceive = (options: HandlerOptions): Receive => {
  const { secret, onEvent, onRefused } = options
  // A missing secret fails when the shop starts, not at its first payment.
  keysOf(secret)
  if (typeof onEvent !== 'function') throw new TypeError('"onEvent" is not a function.')
  return async ({ method, headers, readBody }) => {
    if (method !== 'POST') {
      const answer = words(405, 'Puente sends its notifications to this address by POST.')
      return { ...answer, headers: { ...answer.headers, allow: 'POST' } }
    }
    const body = await readBody()
    switch (body.outcome) {
      case 'too-large':
        return words(413, 'The body is too large for a notification.')
      case 'lost':
        onRefused?.({ valid: false, reason: 'not_raw', message: body.why })
        return words(500, body.why)
      case 'raw':
        return answerTo(verifyNotification(body.bytes, headers, secret, options), options)
    }
  }
}

const words = (status: number, text: string): HandlerAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
})

const answerTo = async (verified: Verified, options: HandlerOptions): Promise<HandlerAnswer> => {
  const { onEvent, onOrdersRequested, onRefused, onError = printError } = options
  if (!verified.valid) {
    onRefused?.(verified)
    return words(400, verified.message)
  }
  const { event } = verified
  try {
    if (event.type !== 'orders.requested') {
      await onEvent(event)
      return { status: 204, headers: {}, body: '' }
    }
    if (!onOrdersRequested) {
      return words(501, 'The shop answers no questions about orders: set "onOrdersRequested".')
    }
    const orders = await onOrdersRequested(event.data.order_ids)
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ orders } satisfies RequestedOrders),
    }
  } catch (error) {
    onError(error, event)
    return words(500, 'The shop could not handle the notification, and waits for its repetition.')
  }
}

const printError = (error: unknown, { id, type }: NotificationEvent): void => {
  // biome-ignore lint/suspicious/noConsole: a shop that sets no onError must still see its own errors.
  console.error(`The notification ${id} (${type}) was not handled:`, error)
}
