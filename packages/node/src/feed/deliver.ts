import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { backoffMs } from '../call/backoff.ts'
import { reasonOf } from '../call/caller.ts'
import type { Settings } from '../call/settings.ts'
import type { FeedEntry } from '../generated/merchant-api.ts'
import { eventOf, type NotificationEvent, type NotificationType } from '../notifications/events.ts'
import { keysOf, signatureOf } from '../notifications/signature.ts'

/** A notification as Puente would post it, signed with the secret of `listen` or `replay`. */
export interface Delivery {
  entry: FeedEntry
  headers: Record<string, string>
  body: string
}

/** A callback, or an address such as `http://localhost:8080/puente`. */
export type Target = string | URL | ((event: NotificationEvent, delivery: Delivery) => unknown)

export interface DeliveryReport {
  entry: FeedEntry
  /** `failed`: given up, and the next one follows. */
  outcome: 'delivered' | 'retrying' | 'failed'
  /** HTTP status, or an error in words. */
  answer: string
  tries: number
}

/** Options that `listen` and `replay` share. */
export interface FeedOptions {
  to: Target
  /** Notifications to the shop (default), events of the gateway, or both. */
  events?: 'notifications' | 'gateway' | 'all' | undefined
  /** Only these types, such as `['order.paid']`. */
  types?: readonly (NotificationType | (string & {}))[] | undefined
  /** Only this order of the shop. */
  orderId?: string | undefined
  /** Secret that signs the deliveries. By default a new one, which the result names. */
  secret?: string | undefined
  /** Called after each try, for logs. */
  onDelivery?: ((report: DeliveryReport) => void) | undefined
  signal?: AbortSignal | undefined
}

export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

const ANSWERS_WITHIN_MS = 15_000

type Deliver = (
  entry: FeedEntry,
  options: { tries: number; signal: AbortSignal | undefined },
) => Promise<'delivered' | 'failed' | 'aborted'>

/** Delivers entries one by one, each up to `tries` times. */
export const createDeliver = (
  { fetch, wait }: Pick<Settings, 'fetch' | 'wait'>,
  { to, secret, onDelivery }: Pick<FeedOptions, 'to' | 'onDelivery'> & { secret: string },
): Deliver => {
  const [key] = keysOf(secret)
  if (!key) throw new TypeError('There is no secret.')
  const send = typeof to === 'function' ? callbackOf(to) : postTo(fetch, addressOf(to))
  return async (entry, { tries: most, signal }) => {
    for (let tries = 1; ; tries++) {
      const sent = await send({ entry, body: entry.body, headers: headersOf(key, entry) })
      const isLast = !sent.isAcknowledged && tries >= most
      const outcome = sent.isAcknowledged ? 'delivered' : isLast ? 'failed' : 'retrying'
      onDelivery?.({ entry, outcome, answer: sent.answer, tries })
      if (outcome !== 'retrying') return outcome
      await wait(backoffMs(tries), signal)
      await nextTurn()
      if (signal?.aborted) return 'aborted'
    }
  }
}

/** Lets timers run: a `wait` of tests may resolve at once, for ever. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Tells whether the options select the entry. */
export const isSelected = (entry: FeedEntry, { types, orderId }: FeedOptions): boolean =>
  (!types || types.includes(entry.type ?? '')) &&
  (orderId === undefined || entry.order_id === orderId)

const headersOf = (key: Uint8Array, { id, source, type, body }: FeedEntry) => {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(key, { id, timestamp, body: Buffer.from(body) }),
    'puente-source': source,
    'puente-type': type ?? '',
  }
}

interface Sent {
  isAcknowledged: boolean
  answer: string
}

const callbackOf =
  (callback: Extract<Target, (...given: never[]) => unknown>) =>
  async (delivery: Delivery): Promise<Sent> => {
    try {
      await callback(eventOfEntry(delivery.entry), delivery)
      return { isAcknowledged: true, answer: 'handled' }
    } catch (error) {
      return { isAcknowledged: false, answer: reasonOf(error) }
    }
  }

/** Parses a notification; passes a gateway event on as an unknown event, also if it is no JSON. */
export const eventOfEntry = ({ id, source, type, at, body }: FeedEntry): NotificationEvent => {
  const json = jsonOf(body)
  const event = source === 'puente' ? eventOf(id, json) : undefined
  return event ?? { id, type: 'unknown', name: type ?? '', timestamp: at, data: json ?? body }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const postTo =
  (fetch: Settings['fetch'], url: string) =>
  async ({ headers, body }: Delivery): Promise<Sent> => {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
    try {
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
      await answer.body?.cancel()
      return { isAcknowledged: answer.ok, answer: String(answer.status) }
    } catch (error) {
      return { isAcknowledged: false, answer: reasonOf(error) }
    }
  }

const addressOf = (given: string | URL): string => {
  const text = String(given)
  const address = text.includes('://') ? text : `http://${text}`
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return address
  throw new TypeError('"to" is not a callback or an address such as http://localhost:8080/puente.')
}
