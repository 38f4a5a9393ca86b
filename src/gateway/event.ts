import { type SavedCard, savedCard } from '../contract/charges.ts'
import { EVENT_TYPES, eventEnvelope } from '../contract/events.ts'
import { type PaymentObject, paymentObject } from '../contract/payment.ts'
import { parseKeepableJson } from '../platform/keepable.ts'

/** A delivered event, read. Types that we do not know yet are `other`, and break nothing. */
export type GatewayEvent =
  | { kind: 'payment'; id: string; type: string; payment: PaymentObject }
  | { kind: 'saved-card'; id: string; type: string; card: SavedCard }
  | { kind: 'other'; id: string; type: string }
  | { kind: 'unreadable'; detail: string }

/** What a type that is not among these has for `data`, nobody knows. */
const PAYMENT_EVENTS = new Set<string>(EVENT_TYPES.filter((type) => type.startsWith('payment.')))

/** Reads the raw body of a delivery, `gateway-api.md` 6.3. */
export const readEvent = (rawBody: Buffer): GatewayEvent => {
  let json: unknown
  try {
    json = parseKeepableJson(rawBody.toString('utf8'))
  } catch {
    return { kind: 'unreadable', detail: 'the body is no JSON' }
  }
  const envelope = eventEnvelope.safeParse(json)
  if (!envelope.success) return { kind: 'unreadable', detail: issuesOf(envelope.error) }
  const { id, type, data } = envelope.data
  if (type === 'payment_method.saved') {
    const card = savedCard.safeParse(data)
    return card.success
      ? { kind: 'saved-card', id, type, card: card.data }
      : { kind: 'unreadable', detail: issuesOf(card.error) }
  }
  if (!PAYMENT_EVENTS.has(type)) return { kind: 'other', id, type }
  const payment = paymentObject.safeParse(data)
  if (!payment.success) return { kind: 'unreadable', detail: issuesOf(payment.error) }
  return { kind: 'payment', id, type, payment: payment.data }
}

const issuesOf = (error: { issues: { path: PropertyKey[]; message: string }[] }): string =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ')
