import type { DbQuery } from '../../db/db.ts'
import { endWaitingDeliveries } from '../../db/endpoints/deliveries.ts'
import { type NotificationEndpointRow, updateEndpoint } from '../../db/endpoints/endpoints.ts'
import { deleteCircuit } from '../../db/stores/circuits.ts'
import { endpointNeed } from '../../db/tables/tasks.ts'
import { type AlertAbout, closeAlert } from '../alerts/alerts.ts'
import { MISSED } from '../notifications/notify-endpoint.ts'

const ALERT_KINDS = ['endpoint_failing', 'endpoint_disabled'] as const

export const aboutEndpoint = (
  { id, store_id: storeId }: Pick<NotificationEndpointRow, 'id' | 'store_id'>,
  kind: (typeof ALERT_KINDS)[number],
  now: Date,
): AlertAbout => ({ kind, storeId, subject: id, now })

export const closeEndpointAlerts = async (
  trx: DbQuery,
  endpoint: Pick<NotificationEndpointRow, 'id' | 'store_id'>,
  now: Date,
): Promise<void> => {
  for (const kind of ALERT_KINDS) await closeAlert(trx, aboutEndpoint(endpoint, kind, now))
}

/**
 * Stops an endpoint; `since`: start of what it missed, for a later replay. Call `endMissed` after the
 * commit.
 */
export const disableEndpoint = async (
  trx: DbQuery,
  { id, missed_since }: NotificationEndpointRow,
  { by, since, now }: { by: 'failures' | 'person'; since: Date; now: Date },
): Promise<void> => {
  await deleteCircuit(trx, endpointNeed(id))
  await updateEndpoint(trx, id, {
    disabled_at: now,
    disabled_by: by,
    missed_since: missed_since && missed_since < since ? missed_since : since,
    updated_at: now,
  })
}

/**
 * Ends what waits for a stopped endpoint as missed, outside the store's lock: new orders would wait
 * for a long backlog. A process that dies meanwhile leaves tasks, which end when they are due.
 */
export const endMissed = (
  query: DbQuery,
  endpoint: Pick<NotificationEndpointRow, 'id' | 'store_id'>,
  now: Date,
): Promise<void> => endWaitingDeliveries(query, { endpoint, note: MISSED, now })
