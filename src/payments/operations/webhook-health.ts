import { RETRY_WINDOW_MS } from '../../contract/events.ts'
import type { StoreRow } from '../../db/db.ts'
import {
  deliveriesSince,
  latestDeliveries,
  type WebhookLatestRow,
} from '../../db/webhook-counts.ts'
import { countOpenGaps, openGaps, type WebhookGapRow } from '../../db/webhook-gaps.ts'
import type { StoreId } from '../../domain/ids.ts'
import { addMs } from '../../runtime/clock.ts'
import { openAlert } from '../alerts/alerts.ts'
import {
  type DeliveryFacts,
  type DeliveryVerdict,
  judgeDeliveries,
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

/** What the gateway really delivered lately, and what it says about the way. */
export interface DeliveryReport {
  verdict: DeliveryVerdict
  words: DeliveryWords
  facts: DeliveryFacts
}

/**
 * Judges by what the gateway delivered, or did not, of late. `pasteAt`: where a person of the store
 * pastes the signing secret, where that is known.
 */
export const reportDeliveries = async (
  ctx: PaymentsContext,
  store: StoreRow,
  pasteAt?: Parameters<typeof deliveryWords>[1]['pasteAt'],
): Promise<DeliveryReport> => {
  const now = ctx.clock.now()
  const facts = (await deliveryFacts(ctx.db.query, { now, storeId: store.id }))(store.id)
  const verdict = judgeDeliveries(facts, now)
  const webhookUrl = webhookUrlOf(ctx, store)
  return { verdict, facts, words: deliveryWords(verdict, { store, webhookUrl, facts, pasteAt }) }
}

/** A rightly signed event without an id is lost: nobody could tell its repetition. A person asks the gateway. */
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
  const countOf = async (before: Date): Promise<number> =>
    (await countOpenGaps(query, { storeId, foundBefore: before })).get(storeId)?.count ?? 0
  const missing = await countOf(foundBefore)
  return {
    latest: (await latestDeliveries(query, storeId)).get(storeId),
    lastDay: sumUp(await deliveriesSince(query, { storeId, since: addMs(now, -DAY_MS) })),
    gaps: {
      missing,
      awaited: (await countOf(now)) - missing,
      newest: await openGaps(query, { storeId, foundBefore, limit: SHOWN_GAPS }),
    },
  }
}
