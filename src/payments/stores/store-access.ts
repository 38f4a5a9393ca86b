import { closeOpenAlerts, listOpenAlerts } from '../../db/alerts/alerts.ts'
import type { DbQuery } from '../../db/db.ts'
import { releaseOldestStorefrontTask } from '../../db/stores/circuits.ts'
import { lockStore } from '../../db/stores/stores.ts'
import type { StoreId } from '../../domain/ids.ts'
import { HOUR, MINUTE } from '../../runtime/clock.ts'
import { openOrRefreshAlert } from '../alerts/alerts.ts'
import { resumeNotifications } from '../notifications/notifications.ts'
import type { Store } from '../ports/platform-views.ts'

const KIND = 'store_access_refused'

/** Backoff while a store refuses us; once it allows access, waiting tasks are due. */
export const ACCESS_WAITS_MS: readonly number[] = [MINUTE, 10 * MINUTE, HOUR]

/**
 * Opens the alert that a store refuses us, with its start. A store that was disconnected during the
 * refused call gets none: its row stays locked until the alert is open, so that a disconnection
 * after the check closes the alert. Returns whether the store is still connected.
 */
export const noteAccessRefused = (
  query: DbQuery,
  refusal: {
    storeId: StoreId
    /** Refused part of the API; absent: all access. */
    part?: string | undefined
    reason: string
    isConnected(store: Store): boolean
    now: Date
  },
): Promise<boolean> =>
  query.transaction().execute(async (trx) => {
    const { storeId, part, reason, isConnected, now } = refusal
    const store = await lockStore(trx, storeId)
    if (!store || !isConnected(store)) return false
    const about = { kind: KIND, storeId, subject: subjectOf(storeId, part) } as const
    const open = await listOpenAlerts(trx, { kinds: [KIND], storeIds: [storeId] })
    const known = open.find(({ subject }) => subject === about.subject)
    const since = (known?.opened_at ?? now).toISOString()
    await openOrRefreshAlert(trx, { ...about, details: { since, reason }, now })
    return true
  })

/**
 * Handles a store that allows access and these parts: if an alert is open, makes waiting tasks due
 * and closes it. `isReconnected`: makes them due without an alert, too.
 */
export const resumeAfterAccess = async (
  query: DbQuery,
  access: {
    storeId: StoreId
    parts?: readonly string[]
    isReconnected?: boolean
    now: Date
  },
): Promise<void> => {
  const { storeId, parts = [], isReconnected = false, now } = access
  const subjects = [undefined, ...parts].map((part) => subjectOf(storeId, part))
  const open = await listOpenAlerts(query, { kinds: [KIND], storeIds: [storeId] })
  const isOpen = open.some(({ subject }) => subjects.includes(subject))
  if (!isOpen && !isReconnected) return
  // Resumes before it closes the alert, or waiting notifications would run concurrently.
  await resumeNotifications(query, { storeId, now })
  if (!isOpen) return
  await closeOpenAlerts(query, { storeId, kind: KIND, subjects, now })
}

/**
 * Handles a successful read: if the store still refuses another part (writes), the oldest waiting
 * task probes it now.
 */
export const probeRefusedPart = async (
  query: DbQuery,
  { storeId, now }: { storeId: StoreId; now: Date },
): Promise<void> => {
  const open = await listOpenAlerts(query, { kinds: [KIND], storeIds: [storeId] })
  if (open.length > 0) await releaseOldestStorefrontTask(query, { storeId, now })
}

const subjectOf = (storeId: StoreId, part: string | undefined): string =>
  part === undefined ? storeId : `${storeId}:${part}`
