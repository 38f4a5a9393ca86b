import { z } from 'zod'
import type { StoreId } from '../../../src/domain/ids.ts'
import { type RestClient, type RestOutcome, readAll } from '../rest/rest-client.ts'
import { WEBHOOK_TOPICS } from './store-webhooks.ts'

export const WOOCOMMERCE_WEBHOOKS_PATH = '/webhooks/woocommerce'

export const storeWebhookAddress = (publicUrl: string, storeId: StoreId): string =>
  `${publicUrl}${WOOCOMMERCE_WEBHOOKS_PATH}/${storeId}`

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

/**
 * Ensures one active webhook per topic, ours by name or URL. Rewrites the secret, which the API
 * never returns. Concurrent calls may each create one; the last to list keeps the oldest.
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
    const removed = await removeEach(rest, more)
    if (removed.outcome === 'failed') return removed
    check.removed += removed.value
  }
  return check.made > 0
    ? withoutDuplicates(rest, registration, check)
    : { outcome: 'done', value: check }
}

const withoutDuplicates = async (
  rest: RestClient,
  registration: WebhookRegistration,
  check: WebhookCheck,
): Promise<RestOutcome<WebhookCheck>> => {
  const ours = await ourWebhooks(rest, registration)
  if (ours.outcome === 'failed') return ours
  const isDuplicate = ({ id, topic }: Webhook): boolean =>
    ours.value.some((other) => other.topic === topic && other.id < id)
  const removed = await removeEach(rest, ours.value.filter(isDuplicate))
  if (removed.outcome === 'failed') return removed
  return { outcome: 'done', value: { ...check, removed: check.removed + removed.value } }
}

export const removeWebhooks = async (
  rest: RestClient,
  registration: Omit<WebhookRegistration, 'secret'>,
): Promise<RestOutcome<number>> => {
  const ours = await ourWebhooks(rest, registration)
  return ours.outcome === 'failed' ? ours : removeEach(rest, ours.value)
}

const NO_SUCH_WEBHOOK = 'woocommerce_rest_shop_webhook_invalid_id'

/** Skips those that a concurrent call removed. */
const removeEach = async (
  rest: RestClient,
  webhooks: readonly Webhook[],
): Promise<RestOutcome<number>> => {
  for (const { id } of webhooks) {
    const removed = await rest.delete(`webhooks/${id}`, z.unknown(), { force: 'true' })
    const isGone = removed.outcome === 'failed' && removed.code === NO_SUCH_WEBHOOK
    if (removed.outcome === 'failed' && !isGone) return removed
  }
  return { outcome: 'done', value: webhooks.length }
}

const nameOf = ({ storeId }: Pick<WebhookRegistration, 'storeId'>): string => `Puente ${storeId}`

const ourWebhooks = async (
  rest: RestClient,
  registration: Omit<WebhookRegistration, 'secret'>,
): Promise<RestOutcome<Webhook[]>> => {
  const query = { orderby: 'id', order: 'asc' }
  const read = await readAll(rest, 'webhooks', { schema: webhook, query })
  if (read.outcome === 'failed') return read
  const ours = read.value.filter(
    ({ name, delivery_url }) =>
      name.startsWith(`${nameOf(registration)}:`) || delivery_url === registration.deliveryUrl,
  )
  return { outcome: 'done', value: ours }
}
