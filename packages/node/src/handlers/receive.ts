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
  /**
   * The store's notify secret; during a rotation the new and the previous one. A function reads it
   * at each request, where it is not known at the start or at the build.
   */
  secret: NotifySecrets | (() => NotifySecrets | undefined)
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
  onRefused?(refusal: Extract<Verified, { valid: false }>): unknown
  /**
   * Called with an error of the shop: of `onEvent`, which has its event, or of another option.
   * Prints it by default.
   */
  onError?(error: unknown, event?: NotificationEvent): unknown
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

interface Received {
  method: string | undefined
  headers: HeadersGiven
  /** Rejects if the connection ends before the body does. */
  readBody(): Promise<ReceivedBody>
}

export type Receive = (request: Received) => Promise<HandlerAnswer>

/**
 * Answers 400 to what is not a valid notification, and 500 where the shop must be corrected or its
 * handler fails: Puente retries both, so that no notification is lost. Never rejects.
 */
export const createReceive = (options: HandlerOptions): Receive => {
  const { secret, onEvent } = options
  // A missing secret fails when the shop starts, not at its first payment.
  if (typeof secret !== 'function') keysOf(secret)
  if (typeof onEvent !== 'function') throw new TypeError('"onEvent" is not a function.')
  return async (request) => {
    try {
      return await answerTo(request, options)
    } catch (error) {
      return failed(options, error)
    }
  }
}

const words = (status: number, text: string): HandlerAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
})

const answerTo = async (
  { method, headers, readBody }: Received,
  options: HandlerOptions,
): Promise<HandlerAnswer> => {
  if (method !== 'POST') {
    const answer = words(405, 'Puente sends its notifications to this address by POST.')
    return { ...answer, headers: { ...answer.headers, allow: 'POST' } }
  }
  const { secret, onRefused } = options
  const body = await readBody().catch(() => undefined)
  switch (body?.outcome) {
    case undefined:
      return words(400, 'The request ended before its body was complete.')
    case 'too-large':
      return words(413, 'The body is too large for a notification.')
    case 'lost':
      await onRefused?.({ valid: false, reason: 'not_raw', message: body.why })
      return words(500, body.why)
    case 'raw': {
      const secrets = (typeof secret === 'function' ? secret() : secret) ?? []
      const verified = verifyNotification(body.bytes, headers, secrets, options)
      if (verified.valid) return handled(verified.event, options)
      await onRefused?.(verified)
      return words(400, verified.message)
    }
  }
}

const handled = async (
  event: NotificationEvent,
  options: HandlerOptions,
): Promise<HandlerAnswer> => {
  const { onEvent, onOrdersRequested } = options
  try {
    if (event.type !== 'orders.requested') {
      await onEvent(event)
      return { status: 204, headers: {}, body: '' }
    }
    if (!onOrdersRequested) {
      return words(501, 'The handler has no "onOrdersRequested".')
    }
    const orders = await onOrdersRequested(event.data.order_ids)
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ orders } satisfies RequestedOrders),
    }
  } catch (error) {
    return failed(options, error, event)
  }
}

/** Reports an error of the shop, and asks Puente to repeat the notification. */
const failed = async (
  { onError = printError }: HandlerOptions,
  error: unknown,
  event?: NotificationEvent,
): Promise<HandlerAnswer> => {
  try {
    await onError(error, event)
  } catch (failure) {
    printError(failure, event)
  }
  return words(500, 'The shop could not handle the notification. Send it again.')
}

const printError = (error: unknown, event?: NotificationEvent): void => {
  const named = event ? `The notification ${event.id} (${event.type})` : 'A notification'
  // biome-ignore lint/suspicious/noConsole: a shop that sets no onError must still see its own errors.
  console.error(`${named} was not handled:`, error)
}
