import type { AlertGroupKey } from '../../db/alerts/alert-groups.ts'
import { KINDS_BY_SUBJECT, KINDS_OF_ALL_STORES } from '../../db/alerts/alerts-of-stores.ts'
import type { AlertRow } from '../../db/db.ts'

/** Returns the key that groups alerts in lists and messages. */
export const groupKeyOf = ({
  kind,
  store_id,
  subject,
}: Pick<AlertRow, 'kind' | 'store_id' | 'subject'>): AlertGroupKey => ({
  storeId: KINDS_OF_ALL_STORES.includes(kind) ? null : store_id,
  kind,
  cause: KINDS_BY_SUBJECT.includes(kind) ? subject : kind,
})
