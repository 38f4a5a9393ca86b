import type { z } from 'zod'
import { listOpenAlerts } from '../../../db/alerts/alerts.ts'
import { ordersByIds } from '../../../db/orders/orders.ts'
import {
  type SelfTest,
  testWebhooks,
  webhookUrlOf,
} from '../../../payments/health/test-webhooks.ts'
import {
  type DeliveryReport,
  reportDeliveries,
  webhookHealth,
} from '../../../payments/health/webhook-health.ts'
import { byStore } from '../operator/locate.ts'
import { defineMerchantRoute } from '../route.ts'
import { selfTestView, webhookHealthView } from './webhook-health-schemas.ts'

export const readWebhookHealth = defineMerchantRoute({
  method: 'get',
  path: '/v1/webhook-health',
  scope: 'read',
  operationId: 'readWebhookHealth',
  tag: 'Webhook health',
  summary: "Read the health of the gateway's webhooks",
  byPerson: {
    path: '/operator/v1/stores/{id}/webhook-health',
    locate: byStore,
  },
  answers: {
    200: {
      description: 'Counts of the last 24 hours, gaps and secrets',
      schema: webhookHealthView,
    },
  },
  problems: {},
  handle: async ({ ctx, store }) => {
    const { latest, lastDay, gaps } = await webhookHealth(ctx, store)
    const orders = await ordersByIds(
      ctx.db.query,
      gaps.newest.map(({ order_id }) => order_id),
    )
    const listed = await listOpenAlerts(ctx.db.query, {
      kinds: ['webhooks_stopped', 'previous_secret_in_use'],
      storeIds: [store.id],
    })
    const all = lastDay.accepted + lastDay.refused
    const body: z.input<typeof webhookHealthView> = {
      webhook_url: webhookUrlOf(ctx, store),
      problems: listed.map(({ kind }) => kind),
      last_event: latest ? { at: latest.at.toISOString(), type: latest.type } : null,
      last_24_hours: {
        accepted: lastDay.accepted,
        accepted_by: lastDay.acceptedBy,
        repeated: lastDay.repeated,
        bad_signatures: lastDay.refused,
        bad_signatures_by: lastDay.badSignatures,
        bad_signature_rate: all === 0 ? 0 : lastDay.refused / all,
      },
      event_ids: {
        header_differs: lastDay.idHeaders.differs ?? 0,
        header_missing: lastDay.idHeaders.missing ?? 0,
        unreadable: lastDay.unreadableIds,
      },
      gaps: {
        missing: gaps.missing,
        awaited: gaps.awaited,
        newest: gaps.newest.map((gap) => ({
          order_id: orders.get(gap.order_id)?.external_id ?? null,
          payment_id: gap.payment_id,
          state: gap.state,
          found_by: gap.found_by,
          found_at: gap.found_at.toISOString(),
        })),
      },
      secret: {
        previous_until: store.previous_webhook_secret_until?.toISOString() ?? null,
        last_by_current_at: latest?.by_current_secret_at?.toISOString() ?? null,
        last_by_previous_at: latest?.by_previous_secret_at?.toISOString() ?? null,
      },
    }
    return { status: 200, body }
  },
})

export const runWebhookSelfTest = defineMerchantRoute({
  method: 'post',
  path: '/v1/webhook-health/self-test',
  scope: 'admin',
  operationId: 'testWebhooks',
  tag: 'Webhook health',
  summary:
    "Send a test event to the store's webhook address, and check the gateway's latest deliveries",
  byPerson: {
    path: '/operator/v1/stores/{id}/webhook-test',
    scope: 'checkout',
    locate: byStore,
  },
  answers: { 200: { description: 'The result of the test', schema: selfTestView } },
  problems: {},
  handle: async ({ ctx, store, reader: language = store.locale }) => ({
    status: 200,
    language,
    body: viewOfTest(
      await testWebhooks(ctx, store),
      await reportDeliveries(ctx, { ...store, locale: language }),
    ),
  }),
})

/** Includes the delivery report: Puente's own signed event proves nothing about the gateway's. */
const viewOfTest = (test: SelfTest, report: DeliveryReport): z.input<typeof selfTestView> => {
  const { text, todo } = report.words
  const ofGateway = report.arrives ? null : [text, todo].filter(Boolean).join(' ')
  const isTried = test.stoppedAt !== 'signature' || test.status !== null
  const isRead = test.status !== null && test.stoppedAt !== 'answer'
  return {
    passed: test.stoppedAt === null ? report.arrives : false,
    url: test.url,
    stopped_at: test.stoppedAt,
    reachable: isTried ? test.status !== null : null,
    status: test.status,
    signature_accepted: isRead ? test.stoppedAt !== 'signature' : null,
    detail: test.detail ?? ofGateway,
    deliveries: viewOfDeliveries(report),
    took_ms: test.tookMs,
    warnings: warningsOf(new URL(test.url)),
  }
}

const TIMED: readonly string[] = ['too-old', 'from-the-future']

const viewOfDeliveries = ({
  verdict,
  words,
  facts,
}: DeliveryReport): z.input<typeof selfTestView>['deliveries'] => ({
  verdict: verdict.verdict,
  cause: verdict.verdict === 'failing' ? verdict.cause : null,
  last_accepted_at: facts.lastAcceptedAt?.toISOString() ?? null,
  last_refused: facts.refusals.map(({ at, reason, ageSeconds }) => ({
    at: at.toISOString(),
    reason,
    // A forged delivery's timestamp means nothing.
    seconds_off: TIMED.includes(reason) ? ageSeconds : null,
  })),
  changed_without_event: facts.gaps.all?.count ?? 0,
  text: words.text,
  todo: words.todo,
})

const LOCAL = /^(localhost|.*\.localhost|.*\.local|127\..*|10\..*|192\.168\..*|\[::1\])$/

/** The gateway delivers to public HTTPS addresses only (6.1). */
const warningsOf = ({ protocol, hostname }: URL): ('not_https' | 'not_public')[] => [
  ...(protocol === 'https:' ? [] : (['not_https'] as const)),
  ...(LOCAL.test(hostname) ? (['not_public'] as const) : []),
]
