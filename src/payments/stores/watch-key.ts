import { closeOpenAlerts, listOpenAlerts } from '../../db/alerts/alerts.ts'
import type { StoreRow } from '../../db/db.ts'
import type { GatewayOptions } from '../../gateway/caller.ts'
import { openAlert } from '../alerts/alerts.ts'
import type { PaymentsContext } from '../ports/context.ts'

const KIND = 'gateway_key_refused'

export type KeyWatch = (store: Pick<StoreRow, 'id'>) => NonNullable<GatewayOptions['onStatus']>

/** Cache lifetime of the alerts. */
const REFRESH_AFTER_MS = 2_000

/**
 * Watches whether the gateway accepts a store's secret key. A 401 concerns the key (5), and any
 * success clears it. Scopes are undocumented: a 403 concerns its route, and that route's next
 * success clears it. Failures here never affect the caller.
 */
export const createKeyWatch = (
  { db, clock, log }: Pick<PaymentsContext, 'db' | 'clock' | 'log'>,
  { lookAgainAfterMs: refreshAfterMs = REFRESH_AFTER_MS }: { lookAgainAfterMs?: number } = {},
): KeyWatch => {
  // Cached, because a success without an open alert costs no write.
  let listed: Promise<ReadonlySet<string>> | undefined
  let refreshedAtMs = 0

  const loadRefusedKeys = async (): Promise<ReadonlySet<string>> => {
    const problems = await listOpenAlerts(db.query, { kinds: [KIND] })
    return new Set(problems.map(({ subject }) => subject))
  }
  const isListed = async (subjects: readonly string[]): Promise<boolean> => {
    if (!listed || performance.now() - refreshedAtMs >= refreshAfterMs) {
      refreshedAtMs = performance.now()
      listed = loadRefusedKeys()
    }
    const known = await listed
    return subjects.some((subject) => known.has(subject))
  }

  return (store) =>
    async ({ method, path }, status) => {
      const ofKey = store.id
      const ofRoute = `${store.id} ${method} ${withoutIds(path)}`
      const about = { storeId: store.id, kind: KIND, now: clock.now() } as const
      try {
        if (status >= 200 && status < 300) {
          const subjects = [ofKey, ofRoute]
          if (!(await isListed(subjects))) return
          await closeOpenAlerts(db.query, { ...about, subjects })
        } else if (status === 401) await openAlert(db.query, { ...about, subject: ofKey })
        else if (status === 403) {
          const details = { call: `${method} ${withoutIds(path)}` }
          await openAlert(db.query, { ...about, subject: ofRoute, details })
        } else return
        listed = undefined
      } catch (error) {
        listed = undefined
        log.warn({ store: store.id, err: error }, 'not noted whether the key is accepted')
      }
    }
}

/** Ids contain digits or follow `payment-methods`; route names do neither. */
const withoutIds = (path: string): string =>
  path
    .replace(/\/payment-methods\/[^/]+/, '/payment-methods/{id}')
    .replace(/\/[^/]*\d[^/]*/g, '/{id}')
