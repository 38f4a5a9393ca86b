import type { AlertGroupKey } from '../../db/alerts/alert-groups.ts'
import type { AlertRow } from '../../db/db.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'

/** All stores share one gateway and the same alert channels. */
const OF_ALL_STORES: readonly AlertKind[] = ['gateway_unreachable', 'alerts_not_delivered']

/** Returns the key that groups alerts in lists and messages. */
export const groupKeyOf = ({
  kind,
  store_id,
  subject,
}: Pick<AlertRow, 'kind' | 'store_id' | 'subject'>): AlertGroupKey => ({
  storeId: OF_ALL_STORES.includes(kind) ? null : store_id,
  kind,
  cause: kind === 'alerts_not_delivered' ? subject : kind,
})
