import { z } from 'zod'
import type { StoreId } from '../../../src/domain/ids.ts'
import type { RestClient, RestOutcome } from '../rest/rest-client.ts'
import { WEBHOOK_TOPICS } from './store-webhooks.ts'

const webhook = z.object({
  id: z.int(),
  name: z.string(),
  /** `disabled` after seven failed deliveries in a row, or manually. */
  status: z.string(),
  topic: z.string(),
  delivery_url: z.string(),
})

type Webhook = z.output<typeof webhook>

export interface WebhookRegistration {
  storeId: StoreId
  deliveryUrl: string
  secret: string
}

export interface WebhookCheck {
  made: number
  /** Previously disabled, or with another delivery URL. */
  repaired: number
  /** Duplicates. */
  removed: number
}

const PER_PAGE = 100

/**
 * Ensures one active webhook per topic, ours by name or URL. Always rewrites the secret, which the
 * API never returns.
 */
export const registerWebhooks = async (
  rest: RestClient,
  registration: WebhookRegistration,
): Promise<RestOutcome<WebhookCheck>> => {
  const ours = await ourWebhooks(rest, registration)
  if (ours.outcome === 'failed') return ours
  const check: WebhookCheck = { made: 0, repaired: 0, removed: 0 }
  for (const topic of WEBHOOK_TOPICS) {
    const [kept, ...more] = ours.value.filter((each) => each.topic === topic)
    const fields = {
      status: 'active',
      delivery_url: registration.deliveryUrl,
      secret: registration.secret,
    }
    const name = `${nameOf(registration)}: ${topic}`
    const done = kept
      ? await rest.put(`webhooks/${kept.id}`, webhook, fields)
      : await rest.post('webhooks', webhook, { name, topic, ...fields })
    if (done.outcome === 'failed') return done
    if (!kept) check.made++
    else if (kept.status !== 'active' || kept.delivery_url !== registration.deliveryUrl)
      check.repaired++
    for (const { id } of more) {
      const removed = await rest.delete(`webhooks/${id}`, z.unknown(), { force: 'true' })
      if (removed.outcome === 'failed') return removed
      check.removed++
    }
  }
  return { outcome: 'done', value: check }
}

/** Removes our webhooks; returns their number. */
export const removeWebhooks = async (
  rest: RestClient,
  registration: Omit<WebhookRegistration, 'secret'>,
): Promise<RestOutcome<number>> => {
  const ours = await ourWebhooks(rest, registration)
  if (ours.outcome === 'failed') return ours
  for (const { id } of ours.value) {
    const removed = await rest.delete(`webhooks/${id}`, z.unknown(), { force: 'true' })
    if (removed.outcome === 'failed') return removed
  }
  return { outcome: 'done', value: ours.value.length }
}

/** Returns the topics without an active webhook. */
export const inactiveTopics = async (
  rest: RestClient,
  registration: Omit<WebhookRegistration, 'secret'>,
): Promise<RestOutcome<string[]>> => {
  const ours = await ourWebhooks(rest, registration)
  if (ours.outcome === 'failed') return ours
  const isActive = (topic: string) =>
    ours.value.some(
      (each) =>
        each.topic === topic &&
        each.status === 'active' &&
        each.delivery_url === registration.deliveryUrl,
    )
  return { outcome: 'done', value: WEBHOOK_TOPICS.filter((topic) => !isActive(topic)) }
}

const nameOf = ({ storeId }: Pick<WebhookRegistration, 'storeId'>): string => `Puente ${storeId}`

const ourWebhooks = async (
  rest: RestClient,
  registration: Omit<WebhookRegistration, 'secret'>,
): Promise<RestOutcome<Webhook[]>> => {
  const found: Webhook[] = []
  for (let page = 1; ; page++) {
    const query = { per_page: PER_PAGE, page, orderby: 'id', order: 'asc' }
    const read = await rest.get('webhooks', z.array(webhook), query)
    if (read.outcome === 'failed') return read
    found.push(
      ...read.value.filter(
        ({ name, delivery_url }) =>
          name.startsWith(`${nameOf(registration)}:`) || delivery_url === registration.deliveryUrl,
      ),
    )
    if (read.value.length < PER_PAGE) return { outcome: 'done', value: found }
  }
}
