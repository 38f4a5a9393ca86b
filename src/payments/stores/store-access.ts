import { closeOpenAlerts, listOpenAlerts } from '../../db/alerts.ts'
import { hurryOldestShopTask } from '../../db/circuits.ts'
import type { DbQuery } from '../../db/db.ts'
import type { StoreId } from '../../domain/ids.ts'
import { openOrRefreshAlert } from '../alerts/alerts.ts'
import { resumeNotifications } from '../notifications/notifications.ts'

const KIND = 'store_access_refused'

const MINUTE_MS = 60_000

/** A store that refuses us is tried on, but rarely; once it lets us in, all that waits is due. */
export const ACCESS_WAITS_MS: readonly number[] = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]

/** A store refuses us: it is on its list of alerts, with since when, until it lets us in again. */
export const noteAccessRefused = async (
  query: DbQuery,
  {
    storeId,
    part,
    reason,
    now,
  }: {
    storeId: StoreId
    /** What it refuses while it allows other things; without it, access at all. */
    part?: string | undefined
    reason: string
    now: Date
  },
): Promise<void> => {
  const about = { kind: KIND, storeId, subject: subjectOf(storeId, part) } as const
  const open = await listOpenAlerts(query, { kinds: [KIND], storeIds: [storeId] })
  const known = open.find(({ subject }) => subject === about.subject)
  const since = (known?.opened_at ?? now).toISOString()
  await openOrRefreshAlert(query, { ...about, details: { since, reason }, now })
}

/**
 * A store lets us in, and allows some parts. Where it did not before, everything that waits for it
 * is due at once.
 */
export const resumeOnceAllowed = async (
  query: DbQuery,
  { storeId, parts = [], now }: { storeId: StoreId; parts?: readonly string[]; now: Date },
): Promise<void> => {
  const subjects = [undefined, ...parts].map((part) => subjectOf(storeId, part))
  const open = await listOpenAlerts(query, { kinds: [KIND], storeIds: [storeId] })
  if (!open.some(({ subject }) => subjects.includes(subject))) return
  // Before the alert is closed: from then on, what waits would be told side by side.
  await resumeNotifications(query, { storeId, now })
  await closeOpenAlerts(query, { storeId, kind: KIND, subjects, now })
}

/**
 * The store lets its orders be read. Where it refuses something else (to have them changed), the task
 * that has waited longest tries at once whether it still does.
 */
export const tryWhatWasRefused = async (
  query: DbQuery,
  { storeId, now }: { storeId: StoreId; now: Date },
): Promise<void> => {
  const open = await listOpenAlerts(query, { kinds: [KIND], storeIds: [storeId] })
  if (open.length > 0) await hurryOldestShopTask(query, { storeId, now })
}

/** Nobody has to see to the access of a store that does not want us. */
export const forgetAccess = async (
  query: DbQuery,
  { storeId, now }: { storeId: StoreId; now: Date },
): Promise<void> => {
  await closeOpenAlerts(query, { storeId, kind: KIND, now })
}

const subjectOf = (storeId: StoreId, part: string | undefined): string =>
  part === undefined ? storeId : `${storeId}:${part}`
