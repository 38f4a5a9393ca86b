import type { ProblemRow, StoreRow } from '../ledger/ledger.ts'
import { openProblemsOfKinds } from '../ledger/problems.ts'
import { listStores } from '../ledger/stores.ts'
import type { ProblemKind } from '../ledger/tables/problems.ts'
import { type DeliveryCount, deliveriesSince, latestDeliveries } from '../ledger/webhook-counts.ts'
import { countOpenGaps } from '../ledger/webhook-gaps.ts'
import { addMs } from '../platform/clock.ts'
import type { PaymentsContext } from './context.ts'
import { closeProblem, openProblem } from './problems.ts'
import {
  haveEventsComeBack,
  isPreviousSecretInUse,
  RETRY_WINDOW_MS,
  refusedByUs,
  webhookTrouble,
} from './rules/webhook-trouble.ts'

const KINDS = ['webhooks_stopped', 'previous_secret_in_use'] as const
type WebhookProblem = (typeof KINDS)[number] & ProblemKind

const LOOK_BACK_MS = 60 * 60_000

/**
 * Puts on each store's list of problems that the gateway's events do not arrive any more, and that
 * they are still signed with a secret that ends, and takes it off when they arrive as they should.
 */
export const watchWebhooks = async (ctx: PaymentsContext): Promise<void> => {
  const { query } = ctx.ledger
  const now = ctx.clock.now()
  const listed = await openProblemsOfKinds(query, KINDS)
  const latest = await latestDeliveries(query)
  const gaps = await countOpenGaps(query, { foundBefore: addMs(now, -RETRY_WINDOW_MS) })
  const deliveries = Map.groupBy(
    await deliveriesSince(query, { since: addMs(now, -LOOK_BACK_MS) }),
    ({ storeId }) => storeId,
  )
  for (const store of await listStores(query)) {
    const openOf = (kind: WebhookProblem): ProblemRow | undefined =>
      listed.find((problem) => problem.store_id === store.id && problem.kind === kind)
    const last = latest.get(store.id)
    const lastEventAt = last?.at ?? null
    const sums = sumUp(deliveries.get(store.id) ?? [])
    const trouble = webhookTrouble({
      lastEventAt,
      gaps: gaps.get(store.id),
      accepted: sums.accepted,
      refused: refusedByUs(sums.badSignatures),
    })
    const stopped = openOf('webhooks_stopped')
    if (trouble && !stopped) {
      const details = { ...trouble, last_event_at: lastEventAt?.toISOString() ?? null }
      await openProblem(query, { ...about(store, 'webhooks_stopped', now), details })
      ctx.log.warn({ store: store.id, ...details }, 'webhooks seem to have stopped')
    }
    if (stopped && haveEventsComeBack({ trouble, openedAt: stopped.opened_at, lastEventAt })) {
      await closeProblem(query, about(store, 'webhooks_stopped', now))
    }

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
      await openProblem(query, { ...about(store, 'previous_secret_in_use', now), details })
    }
    if (!inUse && secretProblem) {
      await closeProblem(query, about(store, 'previous_secret_in_use', now))
    }
  }
}

const about = (store: StoreRow, kind: WebhookProblem, now: Date) => ({
  kind,
  storeId: store.id,
  subject: store.id,
  now,
})

/** The deliveries of one store, by what was done with them. */
export const sumUp = (counts: readonly Omit<DeliveryCount, 'hour'>[]) => {
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
  }
}
