import type { AlertGroupKey } from '../../db/alert-groups.ts'
import type { AlertRow } from '../../db/db.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'

/** All stores of an installation have one gateway, and the same channels. */
const OF_ALL_STORES: readonly AlertKind[] = ['gateway_unreachable', 'alerts_not_delivered']

/** What an alert has in common with those that people hear of together with it. */
export const groupKeyOf = ({
  kind,
  store_id,
  subject,
}: Pick<AlertRow, 'kind' | 'store_id' | 'subject'>): AlertGroupKey => ({
  storeId: OF_ALL_STORES.includes(kind) ? null : store_id,
  kind,
  cause: kind === 'alerts_not_delivered' ? subject : kind,
})
