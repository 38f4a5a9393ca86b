import { createHmac } from 'node:crypto'
import type { WooBooks } from './books.ts'
import { viewOf } from './order-routes.ts'
import { created, ok, type RestRequest, type WooReply, wpError } from './reply.ts'

export interface StoredWebhook {
  id: number
  name: string
  status: string
  topic: string
  delivery_url: string
  secret: string
  failures: number
}

export interface WooWebhooks {
  all: Map<number, StoredWebhook>
  enqueueChange(orderId: number, event: 'created' | 'updated' | 'deleted'): void
  answer(request: RestRequest): Promise<WooReply | undefined>
  deliver(): Promise<number[]>
}

const TOPICS = /^(order|product|customer|coupon)\.(created|updated|deleted)$/
/** Consecutive failures that disable a webhook. */
const MOST_FAILURES = 7

export const startWooWebhooks = ({
  books,
  siteUrl,
}: {
  books: WooBooks
  siteUrl(): string
}): WooWebhooks => {
  const all = new Map<number, StoredWebhook>()
  const due: { webhookId: number; orderId: number }[] = []

  const post = async (url: string, headers: Record<string, string>, body: string) => {
    try {
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
      await response.body?.cancel()
      return response.status
    } catch {
      return 0
    }
  }

  /** The ping is unsigned, and WooCommerce ignores the response. */
  const ping = ({ id, delivery_url }: StoredWebhook) =>
    post(delivery_url, { 'content-type': 'application/x-www-form-urlencoded' }, `webhook_id=${id}`)

  const answer: WooWebhooks['answer'] = async ({ method, path, query, body }) => {
    const [, id] = /^webhooks(?:\/(\d+))?$/.exec(path) ?? ['no']
    if (id === 'no') return undefined
    if (!id && method === 'GET') {
      const perPage = Number(query.get('per_page') ?? 10)
      const offset = (Number(query.get('page') ?? 1) - 1) * perPage
      return ok([...all.values()].slice(offset, offset + perPage).map(viewOfWebhook))
    }
    if (!id) {
      if (!TOPICS.test(String(body.topic))) {
        const message = 'Webhook topic is required and must be valid.'
        return wpError(400, 'woocommerce_rest_shop_webhook_invalid_topic', message)
      }
      const webhook = { id: books.nextId(), status: 'active', failures: 0, ...fieldsOf(body) }
      all.set(webhook.id, webhook)
      await ping(webhook)
      return created(viewOfWebhook(webhook))
    }
    const webhook = all.get(Number(id))
    if (!webhook) return wpError(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.')
    if (method === 'DELETE') all.delete(webhook.id)
    if (method === 'PUT') Object.assign(webhook, body, { failures: 0 })
    return ok(viewOfWebhook(webhook))
  }

  return {
    all,
    answer,
    enqueueChange: (orderId, event) => {
      for (const webhook of all.values()) {
        const isWanted = webhook.topic === `order.${event}` && webhook.status === 'active'
        const isDue = due.some((one) => one.webhookId === webhook.id && one.orderId === orderId)
        if (isWanted && !isDue) due.push({ webhookId: webhook.id, orderId })
      }
    },
    deliver: async () => {
      const answers: number[] = []
      for (const { webhookId, orderId } of due.splice(0)) {
        const webhook = all.get(webhookId)
        if (webhook?.status !== 'active') continue
        // Sends the current order, not a snapshot from the change.
        const order = books.orders.get(orderId)
        const body = JSON.stringify(order ? viewOf(order, books) : { id: orderId })
        const [resource = '', event = ''] = webhook.topic.split('.')
        const signature = createHmac('sha256', webhook.secret).update(body).digest('base64')
        const status = await post(
          webhook.delivery_url,
          {
            'content-type': 'application/json',
            'x-wc-webhook-source': `${siteUrl()}/`,
            'x-wc-webhook-topic': webhook.topic,
            'x-wc-webhook-resource': resource,
            'x-wc-webhook-event': event,
            'x-wc-webhook-signature': signature,
            'x-wc-webhook-id': String(webhook.id),
            'x-wc-webhook-delivery-id': `d${books.nextId()}`,
          },
          body,
        )
        answers.push(status)
        webhook.failures = status >= 200 && status < 300 ? 0 : webhook.failures + 1
        if (webhook.failures >= MOST_FAILURES) webhook.status = 'disabled'
      }
      return answers
    },
  }
}

const fieldsOf = (body: Record<string, unknown>) => ({
  name: String(body.name ?? ''),
  topic: String(body.topic),
  delivery_url: String(body.delivery_url),
  secret: String(body.secret ?? ''),
})

const viewOfWebhook = ({ secret, failures, ...webhook }: StoredWebhook) => webhook
