import type { DbQuery, StoreRow } from '../../db/db.ts'
import { sealEndpointSecret } from '../../db/endpoints/endpoint-secrets.ts'
import {
  deleteNotificationEndpoint,
  endpointsOfStore,
  findEndpoint,
  insertEndpoint,
  type NotificationEndpointRow,
  updateEndpoint,
} from '../../db/endpoints/endpoints.ts'
import { noteUse } from '../../db/installation/features.ts'
import { deleteCircuit } from '../../db/stores/circuits.ts'
import { lockStore } from '../../db/stores/stores.ts'
import { endpointNeed } from '../../db/tables/tasks.ts'
import type { EndpointId, StoreId } from '../../domain/ids.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { StoreDeps } from '../ports/store-connecting.ts'
import { newNotifySecret } from '../stores/store-fields.ts'
import { closeEndpointAlerts, disableEndpoint, endMissed } from './disable-endpoint.ts'
import {
  type EndpointFields,
  type EndpointRefusal,
  fieldRefusal,
  MOST_ENDPOINTS,
  readNotificationUrl,
} from './endpoint-fields.ts'
import { releaseDeliveries } from './release-deliveries.ts'

export type AddOutcome =
  | { outcome: 'added'; endpoint: NotificationEndpointRow; secret: string }
  | { outcome: 'no-such-store' }
  | { outcome: 'too-many'; most: number }
  | EndpointRefusal

export type EndpointOutcome<Done extends string> =
  | { outcome: Done; before: NotificationEndpointRow; endpoint: NotificationEndpointRow }
  | { outcome: 'no-such-endpoint' }

/** Adds an endpoint, which gets the notifications of changes from now on. Returns its secret. */
export const addNotificationEndpoint = (
  { query, sealer, ids, now, installation }: StoreDeps,
  storeId: StoreId,
  { url, description = null, events = null }: EndpointFields & { url: string },
): Promise<AddOutcome> =>
  query.transaction().execute(async (trx): Promise<AddOutcome> => {
    const store = await lockStore(trx, storeId)
    if (!store) return { outcome: 'no-such-store' }
    const others = await endpointsOfStore(trx, storeId)
    if (others.length >= MOST_ENDPOINTS) return { outcome: 'too-many', most: MOST_ENDPOINTS }
    const defect = fieldRefusal({ description })
    if (defect) return defect
    const read = readNotificationUrl(url, { store, others, installation })
    if (read.outcome === 'refused') return read
    await noteUse(trx, 'notification-endpoints')
    const id = ids.next('ep')
    const secret = newNotifySecret()
    const endpoint = await insertEndpoint(trx, {
      id,
      store_id: storeId,
      url: read.url,
      description,
      events: events && [...events],
      sealed_login: sealedLogin(sealer, id, read.login),
      sealed_secret: sealEndpointSecret(sealer, { id, field: 'sealed_secret', secret }),
      created_at: now,
      updated_at: now,
    })
    return { outcome: 'added', endpoint, secret }
  })

const sealedLogin = (
  sealer: SecretSealer,
  id: EndpointId,
  login: string | undefined,
): string | null =>
  login === undefined
    ? null
    : sealEndpointSecret(sealer, { id, field: 'sealed_login', secret: login })

export interface EndpointChanges extends EndpointFields {
  isEnabled?: boolean | undefined
}

/**
 * Changes the given fields. Waiting notifications go to a new address. Disabling ends them as missed;
 * a replay repeats them.
 */
export const changeEndpoint = async (
  deps: StoreDeps,
  known: Pick<NotificationEndpointRow, 'id' | 'store_id'>,
  changes: EndpointChanges,
): Promise<EndpointOutcome<'changed'> | EndpointRefusal> => {
  const changed = await writeChanges(deps, known, changes)
  if (changed.outcome !== 'changed') return changed
  const { query, now } = deps
  const { before, endpoint } = changed
  if (endpoint.disabled_at === null) {
    const hasMoved = changes.url !== undefined
    if (hasMoved || before.disabled_at !== null) await releaseDeliveries(query, endpoint.id, now)
    return changed
  }
  if (before.disabled_at !== null) return changed
  await endMissed(query, endpoint, now)
  return { ...changed, endpoint: (await findEndpoint(query, endpoint.id)) ?? endpoint }
}

const writeChanges = (
  { query, sealer, now, installation }: StoreDeps,
  known: Pick<NotificationEndpointRow, 'id' | 'store_id'>,
  { url, description, events, isEnabled }: EndpointChanges,
) =>
  withEndpoint(
    query,
    known,
    async (
      trx,
      { store, before, others },
    ): Promise<EndpointOutcome<'changed'> | EndpointRefusal> => {
      const { id } = before
      const defect = fieldRefusal({ description })
      if (defect) return defect
      const read =
        url === undefined ? undefined : readNotificationUrl(url, { store, others, installation })
      if (read?.outcome === 'refused') return read
      const moved = read && { url: read.url, sealed_login: sealedLogin(sealer, id, read.login) }
      const isReenabled = isEnabled === true && before.disabled_at !== null
      if (isEnabled === false && before.disabled_at === null)
        await disableEndpoint(trx, before, { by: 'person', since: now, now })
      // The alert of a disabled endpoint stays until a person enables it.
      if (isReenabled || (moved && before.disabled_at === null)) {
        await deleteCircuit(trx, endpointNeed(id))
        await closeEndpointAlerts(trx, before, now)
      }
      const endpoint = await updateEndpoint(trx, id, {
        ...moved,
        ...(description === undefined ? {} : { description }),
        ...(events === undefined ? {} : { events: events && [...events] }),
        ...(isReenabled ? { disabled_at: null, disabled_by: null } : {}),
        updated_at: now,
      })
      return endpoint ? { outcome: 'changed', before, endpoint } : { outcome: 'no-such-endpoint' }
    },
  )

/** Removes an endpoint with its secret. Its waiting notifications end as missed. */
export const removeNotificationEndpoint = async (
  { query, now }: Pick<StoreDeps, 'query' | 'now'>,
  known: Pick<NotificationEndpointRow, 'id' | 'store_id'>,
): Promise<EndpointOutcome<'removed'>> => {
  const removed = await withEndpoint(query, known, async (trx, { before }) => {
    await disableEndpoint(trx, before, { by: 'person', since: now, now })
    await closeEndpointAlerts(trx, before, now)
    await deleteNotificationEndpoint(trx, before)
    return { outcome: 'removed' as const, before, endpoint: before }
  })
  if (removed.outcome === 'removed') await endMissed(query, removed.before, now)
  return removed
}

/** Runs a change under the store's row lock. */
export const withEndpoint = <Outcome>(
  query: DbQuery,
  { id, store_id: storeId }: Pick<NotificationEndpointRow, 'id' | 'store_id'>,
  change: (
    trx: DbQuery,
    known: { store: StoreRow; before: NotificationEndpointRow; others: NotificationEndpointRow[] },
  ) => Promise<Outcome>,
): Promise<Outcome | { outcome: 'no-such-endpoint' }> =>
  query.transaction().execute(async (trx) => {
    const store = await lockStore(trx, storeId)
    const all = store ? await endpointsOfStore(trx, storeId) : []
    const before = all.find((endpoint) => endpoint.id === id)
    if (!store || !before) return { outcome: 'no-such-endpoint' }
    return change(trx, { store, before, others: all.filter((other) => other.id !== id) })
  })
