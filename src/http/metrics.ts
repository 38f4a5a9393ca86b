import { Counter, collectDefaultMetrics, Registry } from 'prom-client'

export type WebhookResult =
  | 'accepted'
  | 'bad-signature'
  | 'bad-request'
  | 'no-event-id'
  | 'too-large'
  | 'unknown-store'
  | 'not-stored'

export type IdHeader = 'differs' | 'missing'

export interface Metrics {
  countWebhook(store: string, result: WebhookResult): void
  /** A delivery whose header, which is not signed, does not name the event of its signed body. */
  countIdHeader(store: string, header: IdHeader): void
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
  const idHeaders = new Counter({
    name: 'puente_gateway_webhook_id_headers_total',
    help: "Deliveries of the gateway's webhooks whose header does not name the event of the signed body.",
    labelNames: ['store', 'header'],
    registers: [registry],
  })
  return {
    countWebhook: (store, result) => webhooks.inc({ store, result }),
    countIdHeader: (store, header) => idHeaders.inc({ store, header }),
    expose: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
