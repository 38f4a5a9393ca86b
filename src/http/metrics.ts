import { Counter, collectDefaultMetrics, Registry } from 'prom-client'

export type WebhookResult =
  | 'accepted'
  | 'bad-signature'
  | 'bad-request'
  | 'too-large'
  | 'unknown-store'
  | 'not-stored'

export interface Metrics {
  countWebhook(store: string, result: WebhookResult): void
  /** In the text format of Prometheus. */
  expose(): Promise<{ contentType: string; text: string }>
}

export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const webhooks = new Counter({
    name: 'puente_gateway_webhooks_total',
    help: "Deliveries of the gateway's webhooks, by store and by what was done with them.",
    labelNames: ['store', 'result'],
    registers: [registry],
  })
  return {
    countWebhook: (store, result) => webhooks.inc({ store, result }),
    expose: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
