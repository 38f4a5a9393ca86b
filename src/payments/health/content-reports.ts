import {
  addContentReports,
  blockedScripts,
  type CountedReport,
} from '../../db/content-reports/content-reports.ts'
import { aboutStore, openOrRefreshAlert } from '../alerts/alerts.ts'
import type { PaymentsContext } from '../ports/context.ts'

/** Sources that an alert names. */
const MOST_SOURCES = 10

/**
 * Records what browsers blocked on pay pages. Opens an alert for a script on the card page from a
 * source that no browser of the store has reported before.
 */
export const recordContentReports = async (
  { db: { query }, clock, log }: Pick<PaymentsContext, 'db' | 'clock' | 'log'>,
  reports: readonly CountedReport[],
): Promise<void> => {
  const now = clock.now()
  const added = await addContentReports(query, { reports, now })
  const scripts = added.filter(
    ({ page, directive }) => page === 'card' && directive.startsWith('script-src'),
  )
  for (const storeId of new Set(scripts.map(({ store_id }) => store_id))) {
    const sources = await blockedScripts(query, { storeId, most: MOST_SOURCES })
    const about = aboutStore({ id: storeId }, 'card_page_script_blocked', now)
    await openOrRefreshAlert(query, { ...about, details: { sources } })
    log.warn({ store: storeId, sources }, 'browsers blocked an unknown script on the card page')
  }
}
