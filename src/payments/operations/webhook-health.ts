import { RETRY_WINDOW_MS } from '../../contract/events.ts'
import type { StoreRow } from '../../db/db.ts'
import { newestPendingPayments } from '../../db/payments.ts'
import {
  deliveriesSince,
  latestDeliveries,
  type WebhookLatestRow,
} from '../../db/webhook-counts.ts'
import { countOpenGaps, openGaps, type WebhookGapRow } from '../../db/webhook-gaps.ts'
import type { StoreId } from '../../domain/ids.ts'
import { addMs } from '../../runtime/clock.ts'
import { within } from '../../runtime/within.ts'
import { openAlert } from '../alerts/alerts.ts'
import { askAboutPayment } from '../inbound/ask-gateway.ts'
import {
  type DeliveryFacts,
  type DeliveryVerdict,
  judgeDeliveries,
  refusalSince,
} from '../inbound/rules/webhook-health.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { deliveryFacts } from './delivery-facts.ts'
import { type DeliveryWords, deliveryWords } from './delivery-words.ts'
import { webhookUrlOf } from './test-webhooks.ts'
import { sumUp } from './watch-webhooks.ts'

export interface WebhookHealth {
  latest: WebhookLatestRow | undefined
  lastDay: ReturnType<typeof sumUp>
  gaps: {
    /** Found, and the gateway does not try the event again. */
    missing: number
    /** Found, and the event may still come. */
    awaited: number
    newest: WebhookGapRow[]
  }
}

const DAY_MS = 24 * 60 * 60_000
const SHOWN_GAPS = 20

/** What the gateway really delivered lately, and what that says about the way. */
export interface DeliveryReport {
  verdict: DeliveryVerdict
  /** `null`: nothing says so for sure. */
  arrives: boolean | null
  words: DeliveryWords
  facts: DeliveryFacts
}

const ARRIVES = { arriving: true, refused: null, failing: false, not_known: null } as const

/** Payments that a self-test asks the gateway about, and the time that it takes for that. */
const ASKED = { most: 5, withinMs: 5_000 }

/**
 * Judges the gateway's deliveries for a person who asks. Deliveries that may be a stranger's make it
 * ask the gateway about payments that wait: one that changed without its event is the proof. `pasteAt`:
 * where a person of the store pastes the signing secret, where that is known.
 */
export const reportDeliveries = async (
  ctx: PaymentsContext,
  store: StoreRow,
  pasteAt?: Parameters<typeof deliveryWords>[1]['pasteAt'],
): Promise<DeliveryReport> => {
  const now = ctx.clock.now()
  const load = async () => {
    const asked = { now: ctx.clock.now(), storeIds: [store.id], settledAfterMs: 0 }
    return (await deliveryFacts(ctx.db.query, asked))(store.id)
  }
  let facts = await load()
  if (mayBeStrangers(facts, now)) {
    await within(ASKED.withinMs, () => askAboutWaiting(ctx, store)).catch((error) =>
      ctx.log.warn({ err: error, store: store.id }, 'payments not asked about'),
    )
    facts = await load()
  }
  const verdict = judgeDeliveries(facts, now)
  const webhookUrl = webhookUrlOf(ctx, store)
  const words = deliveryWords(verdict, { store, webhookUrl, facts, pasteAt })
  return { verdict, arrives: ARRIVES[verdict.verdict], facts, words }
}

const mayBeStrangers = (facts: DeliveryFacts, now: Date): boolean =>
  judgeDeliveries(facts, now).verdict !== 'failing' &&
  refusalSince(facts, addMs(now, -DAY_MS)) !== undefined

const askAboutWaiting = async (ctx: PaymentsContext, store: StoreRow): Promise<void> => {
  const waiting = await newestPendingPayments(ctx.db.query, {
    storeId: store.id,
    limit: ASKED.most,
  })
  await Promise.all(waiting.map((payment) => askAboutPayment(ctx, { store, payment })))
}

/** Opens an alert for a rightly signed event without an id, which cannot be deduplicated and is lost. */
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

/** How the gateway's deliveries to a store have gone lately, as counted until a second ago. */
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
    lastDay: sumUp(await deliveriesSince(query, { storeId, since: addMs(now, -DAY_MS) })),
    gaps: {
      missing,
      awaited: (gaps?.all?.count ?? 0) - missing,
      newest: await openGaps(query, { storeId, foundBefore, limit: SHOWN_GAPS }),
    },
  }
}
