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
 * Disables an endpoint. Ends its waiting notifications as missed. `since`: time from which on it
 * missed notifications, for a later replay.
 */
export const disableEndpoint = async (
  trx: DbQuery,
  { id, missed_since }: NotificationEndpointRow,
  { by, since, now }: { by: 'failures' | 'person'; since: Date; now: Date },
): Promise<void> => {
  const oldest = await endWaitingDeliveries(trx, { needs: endpointNeed(id), note: MISSED, now })
  const starts = [since, missed_since, oldest].filter((each) => each !== null)
  await updateEndpoint(trx, id, {
    disabled_at: now,
    disabled_by: by,
    missed_since: new Date(Math.min(...starts.map((each) => each.getTime()))),
    updated_at: now,
  })
  await deleteCircuit(trx, endpointNeed(id))
}
