import { type SavedCard, savedCard } from '../contract/charges.ts'
import { EVENT_TYPES, eventEnvelope } from '../contract/events.ts'
import { type PaymentObject, paymentObject, timestamp } from '../contract/payment.ts'
import { readStorableJson } from '../runtime/text/storable.ts'
import { declineInEvent } from './declines.ts'

/** Unknown types become `other`. */
export type GatewayEvent =
  /** `at`: creation at the gateway, if stated. `decline`: reason of a failed charge, if stated. */
  | {
      kind: 'payment'
      id: string
      type: string
      payment: PaymentObject
      at: Date | null
      decline?: ReturnType<typeof declineInEvent>
    }
  | { kind: 'saved-card'; id: string; type: string; card: SavedCard }
  | { kind: 'other'; id: string; type: string }
  | { kind: 'unreadable'; detail: string }

/** Types with a payment; the `data` of others has an unknown shape. */
const PAYMENT_EVENTS = new Set<string>(EVENT_TYPES.filter((type) => type.startsWith('payment.')))

export interface EventName {
  id: string
  type?: string | undefined
}

/** Looser than a UUID, but printable in logs and pages. */
const EVENT_ID = /^[\x21-\x7e]{1,200}$/

/**
 * Reads id and type from the signed body; headers are unsigned. If the JSON fails to parse, tries
 * again without control characters: an event with an id enters the inbox even if unreadable
 * otherwise.
 */
export const readEventName = (rawBody: Buffer): EventName | undefined => {
  const text = textOf(rawBody)
  const json = readStorableJson(text) ?? readStorableJson(text.replace(CONTROL_CHARACTERS, ' '))
  if (typeof json !== 'object' || json === null) return undefined
  const { id, type } = json as { id?: unknown; type?: unknown }
  if (typeof id !== 'string' || !EVENT_ID.test(id)) return undefined
  return { id, type: typeof type === 'string' ? type : undefined }
}

const CONTROL_CHARACTERS = /\p{Cc}/gu

const utf8 = new TextDecoder()

/** TextDecoder strips a byte order mark. */
const textOf = (rawBody: Buffer): string => utf8.decode(rawBody)

/** Parses a raw delivery (6.3). */
export const readEvent = (rawBody: Buffer): GatewayEvent => {
  const json = readStorableJson(textOf(rawBody))
  if (json === undefined) return { kind: 'unreadable', detail: 'the body is no JSON' }
  const envelope = eventEnvelope.safeParse(json)
  if (!envelope.success) return { kind: 'unreadable', detail: issuesOf(envelope.error) }
  const { id, type, data, created_at } = envelope.data
  if (type === 'payment_method.saved') {
    const card = savedCard.safeParse(data)
    return card.success
      ? { kind: 'saved-card', id, type, card: card.data }
      : { kind: 'unreadable', detail: issuesOf(card.error) }
  }
  if (!PAYMENT_EVENTS.has(type)) return { kind: 'other', id, type }
  const payment = paymentObject.safeParse(data)
  if (!payment.success) return { kind: 'unreadable', detail: issuesOf(payment.error) }
  const at = timestamp.safeParse(created_at).data ?? null
  const decline = type === 'payment.failed' ? declineInEvent(data) : undefined
  return { kind: 'payment', id, type, payment: payment.data, at, ...(decline && { decline }) }
}

const issuesOf = (error: { issues: { path: PropertyKey[]; message: string }[] }): string =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ')
