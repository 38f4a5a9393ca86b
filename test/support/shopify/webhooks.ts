import { createHmac, randomUUID } from 'node:crypto'
import { API_VERSION } from '../../../adapters/shopify/api-version.ts'

export interface DueWebhook {
  topic: string
  /** Stable across retries. */
  webhookId: string
  eventId: string
  triggeredAt: string
  body: string
}

export interface ShopifyWebhooks {
  /** Endpoint from `shopify.app.toml`. */
  address: string | undefined
  due: DueWebhook[]
  sent: DueWebhook[]
  add(topic: string, body: unknown): DueWebhook
  /** Returns the statuses; 0 for no response. */
  deliver(how?: { reversed?: boolean; repeated?: boolean }): Promise<number[]>
  /** Another `secret` forges the signature. */
  send(webhook: DueWebhook, how?: { secret?: string; apiVersion?: string }): Promise<number>
}

export const startShopifyWebhooks = ({
  shop,
  clientSecret,
  address,
}: {
  shop: string
  clientSecret: string
  address: string | undefined
}): ShopifyWebhooks => {
  const send: ShopifyWebhooks['send'] = async (
    webhook,
    { secret = clientSecret, apiVersion = API_VERSION } = {},
  ) => {
    webhooks.sent.push(webhook)
    if (!webhooks.address) return 0
    const { topic, webhookId, eventId, triggeredAt, body } = webhook
    try {
      const response = await fetch(webhooks.address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-shopify-topic': topic,
          'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
          'x-shopify-shop-domain': shop,
          'x-shopify-api-version': apiVersion,
          'x-shopify-webhook-id': webhookId,
          'x-shopify-event-id': eventId,
          'x-shopify-triggered-at': triggeredAt,
        },
        body,
        redirect: 'manual',
      })
      await response.body?.cancel()
      return response.status
    } catch {
      return 0
    }
  }

  const webhooks: ShopifyWebhooks = {
    address,
    due: [],
    sent: [],
    add: (topic, body) => {
      const webhook = {
        topic,
        webhookId: randomUUID(),
        eventId: randomUUID(),
        triggeredAt: new Date().toISOString(),
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }
      webhooks.due.push(webhook)
      return webhook
    },
    send,
    deliver: async ({ reversed = false, repeated = false } = {}) => {
      const due = webhooks.due.splice(0)
      const statuses: number[] = []
      for (const webhook of reversed ? due.reverse() : due) {
        for (let time = 0; time < (repeated ? 2 : 1); time++) statuses.push(await send(webhook))
      }
      return statuses
    },
  }
  return webhooks
}
