import { RETRY_WINDOW_MS } from '../../contract/events.ts'
import type { StoreRow } from '../../db/db.ts'
import {
  deliveriesSince,
  latestDeliveries,
  type WebhookLatestRow,
} from '../../db/events/webhook-counts.ts'
import { countOpenGaps, openGaps, type WebhookGapRow } from '../../db/events/webhook-gaps.ts'
import { newestPendingPayments } from '../../db/payments/payments.ts'
import type { StoreId } from '../../domain/ids.ts'
import { addMs, DAY } from '../../runtime/clock.ts'
import { within } from '../../runtime/queue/within.ts'
import { openAlert } from '../alerts/alerts.ts'
import { pollPayment } from '../inbound/poll-payment.ts'
import {
  type DeliveryFacts,
  type DeliveryVerdict,
  judgeDeliveries,
  refusalSince,
} from '../inbound/rules/webhook-health.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { deliveryFacts } from './delivery-facts.ts'
import { type DeliveryTexts, deliveryTexts } from './delivery-texts.ts'
import { webhookUrlOf } from './test-webhooks.ts'
import { sumDeliveries } from './watch-webhooks.ts'

export interface WebhookHealth {
  latest: WebhookLatestRow | undefined
  lastDay: ReturnType<typeof sumDeliveries>
  gaps: {
    /** Past the gateway's last attempt. */
    missing: number
    /** The event may still arrive. */
    awaited: number
    newest: WebhookGapRow[]
  }
}

const SHOWN_GAPS = 20

export interface DeliveryReport {
  verdict: DeliveryVerdict
  /** `null` if uncertain. */
  arrives: boolean | null
  words: DeliveryTexts
  facts: DeliveryFacts
}

const ARRIVES = { arriving: true, refused: null, failing: false, not_known: null } as const

const POLL_LIMIT = { most: 5, withinMs: 5_000 }

/**
 * Judges deliveries on demand. If a stranger may have sent refused ones, polls pending payments
 * first: a change without its event is proof. `pasteAt`: where to paste the signing secret.
 */
export const reportDeliveries = async (
  ctx: PaymentsContext,
  store: StoreRow,
  pasteAt?: Parameters<typeof deliveryTexts>[1]['pasteAt'],
): Promise<DeliveryReport> => {
  const now = ctx.clock.now()
  const load = async () => {
    const factsQuery = { now: ctx.clock.now(), storeIds: [store.id], dueAfterMs: 0 }
    return (await deliveryFacts(ctx.db.query, factsQuery))(store.id)
  }
  let facts = await load()
  if (mayBeStrangers(facts, now)) {
    await within(POLL_LIMIT.withinMs, () => pollWaiting(ctx, store)).catch((error) =>
      ctx.log.warn({ err: error, store: store.id }, 'payments not asked about'),
    )
    facts = await load()
  }
  const verdict = judgeDeliveries(facts, now)
  const webhookUrl = webhookUrlOf(ctx, store)
  const words = deliveryTexts(verdict, { store, webhookUrl, facts, pasteAt })
  return { verdict, arrives: ARRIVES[verdict.verdict], facts, words }
}

const mayBeStrangers = (facts: DeliveryFacts, now: Date): boolean =>
  judgeDeliveries(facts, now).verdict !== 'failing' &&
  refusalSince(facts, addMs(now, -DAY)) !== undefined

const pollWaiting = async (ctx: PaymentsContext, store: StoreRow): Promise<void> => {
  const waiting = await newestPendingPayments(ctx.db.query, {
    storeId: store.id,
    limit: POLL_LIMIT.most,
  })
  await Promise.all(waiting.map((payment) => pollPayment(ctx, { store, payment })))
}

/**
 * Opens an alert for a correctly signed event without an id: it cannot be deduplicated and is lost.
 */
export const reportNoEventId = (
  { db: { query }, clock }: PaymentsContext,
  { storeId, bytes }: { storeId: StoreId; bytes: number },
): Promise<void> =>
  openAlert(query, {
    kind: 'gateway_data_unreadable',
    storeId,
    subject: `event-id:${storeId}`,
    now: clock.now(),
    details: { because: 'event_without_id', bytes },
  })

export const webhookHealth = async (
  ctx: PaymentsContext,
  store: StoreRow,
): Promise<WebhookHealth> => {
  const { query } = ctx.db
  const now = ctx.clock.now()
  const storeId = store.id
  const foundBefore = addMs(now, -RETRY_WINDOW_MS)
  const ages = { all: now, missing: foundBefore }
  const gaps = (await countOpenGaps(query, { storeIds: [storeId], foundBefore: ages })).get(storeId)
  const missing = gaps?.missing?.count ?? 0
  return {
    latest: (await latestDeliveries(query, [storeId])).get(storeId),
    lastDay: sumDeliveries(await deliveriesSince(query, { storeId, since: addMs(now, -DAY) })),
    gaps: {
      missing,
      awaited: (gaps?.all?.count ?? 0) - missing,
      newest: await openGaps(query, { storeId, foundBefore, limit: SHOWN_GAPS }),
    },
  }
}
