import type { StoreRow } from '../ledger/ledger.ts'
import {
  deliveriesSince,
  latestDeliveries,
  type WebhookLatestRow,
} from '../ledger/webhook-counts.ts'
import { countOpenGaps, openGaps, type WebhookGapRow } from '../ledger/webhook-gaps.ts'
import { addMs } from '../platform/clock.ts'
import type { PaymentsContext } from './context.ts'
import { RETRY_WINDOW_MS } from './rules/webhook-trouble.ts'
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

/** How the gateway's deliveries to a store have gone lately, as counted until a second ago. */
export const webhookHealth = async (
  ctx: PaymentsContext,
  store: StoreRow,
): Promise<WebhookHealth> => {
  const { query } = ctx.ledger
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
