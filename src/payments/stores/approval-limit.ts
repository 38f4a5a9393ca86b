import { currentActor } from '../../db/current-actor.ts'
import type { DbQuery, StoreRow } from '../../db/db.ts'
import { noteUse } from '../../db/installation/features.ts'
import { findStore, lockStore, updateStoreRow } from '../../db/stores/stores.ts'
import { nameOfActor } from '../../domain/actor.ts'
import type { StoreId } from '../../domain/ids.ts'
import { formatMoney, type Money } from '../../domain/money.ts'
import { addMs, DAY } from '../../runtime/clock.ts'
import { aboutStore, closeAlert, openOrRefreshAlert } from '../alerts/alerts.ts'
import { approvalLimitOf, formerLimitOf } from '../orders/rules/refunds/approval.ts'

/** A day, in which others can object: a limit that one person lifts for a minute would be none. */
const LOOSER_AFTER_MS = DAY

export type ApprovalLimitOutcome =
  | { outcome: 'no-such-store' }
  | { outcome: 'changed'; before: StoreRow; store: StoreRow }

/**
 * Sets the amount above which a refund waits for a second person; `null` removes it, 0 makes each
 * refund wait. A stricter limit applies at once; until a looser one is a day old, the strictest
 * former one applies too, and an alert is open. Refunds that wait go on waiting.
 */
export const setApprovalLimit = (
  { query, now }: { query: DbQuery; now: Date },
  { storeId, limit }: { storeId: StoreId; limit: Money | null },
): Promise<ApprovalLimitOutcome> =>
  query.transaction().execute(async (trx): Promise<ApprovalLimitOutcome> => {
    const before = await lockStore(trx, storeId)
    if (!before) return { outcome: 'no-such-store' }
    if (limit) await noteUse(trx, 'refund-approvals')
    const former = formerOf(before, { limit, now })
    await updateStoreRow(trx, storeId, {
      approval_limit_minor: limit?.minor ?? null,
      approval_limit_currency: limit?.currency.code ?? null,
      former_approval_limit_minor: former?.limit.minor ?? null,
      former_approval_limit_currency: former?.limit.currency.code ?? null,
      former_approval_limit_until: former?.until ?? null,
      updated_at: now,
    })
    await showLooser(trx, { before, former, now })
    const store = await findStore(trx, storeId)
    return store ? { outcome: 'changed', before, store } : { outcome: 'no-such-store' }
  })

type Former = ReturnType<typeof formerLimitOf>

const formerOf = (store: StoreRow, { limit, now }: { limit: Money | null; now: Date }): Former => {
  const current = approvalLimitOf(store)
  const former = formerLimitOf(store, now)
  const strictest = former?.limit ?? current
  if (!strictest || !isLooser(limit, strictest)) return undefined
  const isUnchanged = current && limit && isSame(limit, current)
  return { limit: strictest, until: (isUnchanged && former?.until) || addMs(now, LOOSER_AFTER_MS) }
}

const isSame = (one: Money, other: Money): boolean =>
  one.currency.code === other.currency.code && one.minor === other.minor

/** Limits of two currencies do not compare, so a new currency counts as looser. */
const isLooser = (limit: Money | null, than: Money): boolean =>
  !limit || limit.currency.code !== than.currency.code || limit.minor > than.minor

const showLooser = async (
  trx: DbQuery,
  { before, former, now }: { before: StoreRow; former: Former; now: Date },
): Promise<void> => {
  const about = aboutStore(before, 'approval_limit_raised', now)
  if (!former) return closeAlert(trx, about)
  const actor = currentActor()
  const details = {
    by: actor && nameOfActor(actor),
    amount: formatMoney(former.limit),
    currency: former.limit.currency.code,
    until: former.until.toISOString(),
  }
  await openOrRefreshAlert(trx, { ...about, details })
}
