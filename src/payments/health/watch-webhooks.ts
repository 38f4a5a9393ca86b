import { listOpenAlerts } from '../../db/alerts/alerts.ts'
import type { AlertRow, StoreRow } from '../../db/db.ts'
import { type DeliveryCount, latestDeliveries } from '../../db/events/webhook-counts.ts'
import { listStores } from '../../db/stores/stores.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import { aboutStore, closeAlert, openAlert, openOrRefreshAlert } from '../alerts/alerts.ts'
import {
  type DeliveryCause,
  type DeliveryFacts,
  isPreviousSecretInUse,
  type WebhookFailure,
  webhookFailure,
} from '../inbound/rules/webhook-health.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { deliveryFacts } from './delivery-facts.ts'
import { deliveryTexts } from './delivery-texts.ts'
import { webhookUrlOf } from './test-webhooks.ts'

const KINDS = ['webhooks_stopped', 'previous_secret_in_use'] as const
type WebhookAlert = (typeof KINDS)[number] & AlertKind

/**
 * Opens a store's delivery alerts (stopped, or signed with an expiring secret) and closes them once
 * events arrive. `webhooks_stopped` also closes after a week without new evidence.
 */
export const watchWebhooks = async (ctx: PaymentsContext): Promise<void> => {
  const { query } = ctx.db
  const now = ctx.clock.now()
  const listed = await listOpenAlerts(query, { kinds: KINDS })
  const latest = await latestDeliveries(query)
  const factsOf = await deliveryFacts(query, { now })
  for (const store of await listStores(query)) {
    const openOf = (kind: WebhookAlert): AlertRow | undefined =>
      listed.find((problem) => problem.store_id === store.id && problem.kind === kind)
    const last = latest.get(store.id)
    const facts = factsOf(store.id)
    const conflict = webhookFailure(facts, now)
    const stopped = openOf('webhooks_stopped')
    if (conflict) {
      const details = detailsOf(ctx, store, { conflict, facts })
      await openOrRefreshAlert(query, { ...aboutStore(store, 'webhooks_stopped', now), details })
      if (!stopped) ctx.log.warn({ store: store.id, ...details }, 'webhooks have stopped')
    }
    if (stopped && !conflict) await closeAlert(query, aboutStore(store, 'webhooks_stopped', now))

    const inUse = isPreviousSecretInUse(
      {
        until: store.previous_webhook_secret_until,
        byPreviousAt: last?.by_previous_secret_at ?? null,
        byCurrentAt: last?.by_current_secret_at ?? null,
      },
      now,
    )
    const secretProblem = openOf('previous_secret_in_use')
    if (inUse && !secretProblem) {
      const details = { until: store.previous_webhook_secret_until?.toISOString() }
      await openAlert(query, { ...aboutStore(store, 'previous_secret_in_use', now), details })
    }
    if (!inUse && secretProblem) {
      await closeAlert(query, aboutStore(store, 'previous_secret_in_use', now))
    }
  }
}

const BECAUSE: Record<DeliveryCause, string> = {
  wrong_secret: 'bad_signatures',
  clock: 'wrong_clock',
  nothing_arrives: 'events_missing',
}

const detailsOf = (
  ctx: PaymentsContext,
  store: StoreRow,
  { conflict, facts }: { conflict: WebhookFailure; facts: DeliveryFacts },
) => {
  const { cause, gaps, refusal } = conflict
  const webhookUrl = webhookUrlOf(ctx, store)
  const { text, todo } = deliveryTexts(
    { verdict: 'failing', ...conflict },
    { store, webhookUrl, facts },
  )
  return {
    because: BECAUSE[cause],
    gaps: gaps?.count ?? 0,
    last_event_at: facts.lastAcceptedAt?.toISOString() ?? null,
    ...(refusal ? { last_refused_at: refusal.at.toISOString() } : {}),
    ...(cause === 'clock' ? { seconds_off: refusal?.ageSeconds } : {}),
    reason: text,
    cure: todo,
  }
}

export const sumDeliveries = (counts: readonly DeliveryCount[]) => {
  const of = (result: DeliveryCount['result']): Record<string, number> =>
    Object.fromEntries(
      counts.filter((each) => each.result === result).map(({ detail, count }) => [detail, count]),
    )
  const total = (parts: Record<string, number>) =>
    Object.values(parts).reduce((sum, count) => sum + count, 0)
  const acceptedBy = of('accepted')
  const badSignatures = of('bad-signature')
  return {
    accepted: total(acceptedBy),
    acceptedBy,
    repeated: total(of('repeated')),
    badSignatures,
    refused: total(badSignatures),
    unreadableIds: total(of('no-event-id')),
    idHeaders: of('id-header'),
  }
}
