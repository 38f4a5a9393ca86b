import type { Environment } from '../../contract/keys.ts'
import type { DbQuery, StoreRow } from '../../db/db.ts'
import { deleteRecognisedRefusals } from '../../db/events/webhook-counts.ts'
import { revokeApiKeys } from '../../db/stores/api-keys.ts'
import { addressColumns, type SealedField, sealStoreSecret } from '../../db/stores/store-secrets.ts'
import { findStore, insertStore, lockStore, saveStore, wasRemoved } from '../../db/stores/stores.ts'
import type { Platform } from '../../db/tables/stores.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { Language } from '../../locales/language.ts'
import { NOTIFICATION_KINDS, resumeNotifications } from '../notifications/notifications.ts'
import { replayTasks } from '../ports/replay-tasks.ts'
import type { StoreDeps, StoreRefusal } from '../ports/store-connecting.ts'
import { newMailOwnersTask } from '../ports/tasks/notification-tasks.ts'
import { keepApiKey, newApiKey } from './api-keys.ts'
import { changedSecrets } from './mail-owners.ts'
import { replacedWebhookSecret } from './replaced-secrets.ts'
import {
  cleanFields,
  type GivenFields,
  gatewayKeyFields,
  invalidField,
  newNotifySecret,
  validateStore,
} from './store-fields.ts'

export interface StoreConnection extends GivenFields {
  /** Part of the webhook URL: short and readable. */
  id: StoreId
  name: string
  locale: Language
  /** Its prefix decides between test and live (`gateway-api.md` 5). */
  secretKey: string
  publishableKey: string | null
  webhookSecret: string
  /** `null` for a store that only polls. */
  notifyUrl: string | null
  /** Random by default; the demo shop needs a known one. */
  apiKey?: string | undefined
  notifySecret?: string | undefined
  /** Absent for a shop that the merchant built. */
  platform?: PlatformConnection | undefined
  /** Creates a store; rejects an existing id. */
  isNewIn?: { organizationId: string } | undefined
}

export interface PlatformConnection {
  name: Platform
  /** No secrets. */
  connection: Record<string, unknown>
  /** See `stores.failed_refund_notice_ms`; default: immediately. */
  failedRefundNoticeMs?: number
  /** Stored sealed. */
  credentials: Record<string, unknown>
}

export type ConnectOutcome =
  | {
      outcome: 'connected'
      environment: Environment
      /** Shown once; the database stores only its hash. */
      apiKey: string
      /** `whsec_` secret that verifies notifications. */
      notifySecret: string
    }
  | StoreRefusal

/** For platforms that sign their calls: no API key, no notify secret. */
export type PlatformConnectOutcome =
  | { outcome: 'connected'; environment: Environment }
  | StoreRefusal

const ID_IN_USE = 'There is a store of that id already; use another id'

const STORE_ID = /^[a-z0-9][a-z0-9-]{1,39}$/

const FIRST_KEY = 'first'

/**
 * Connects a store and its gateway account, or replaces that connection. Replaces API keys and
 * notify secret immediately, but adds an API key known in advance. A replaced webhook secret stays
 * valid for a while. A store with orders keeps its environment; a change of environment revokes all
 * API keys. Resumes a paused store. Rejects a policy with an impossible card page.
 */
export const connectStore = async (
  deps: StoreDeps,
  connection: StoreConnection,
): Promise<ConnectOutcome> => {
  const notifySecret = connection.notifySecret ?? newNotifySecret()
  const connected = await connect(deps, {
    connection,
    notifySecret,
    alsoSave: async (trx, environment) => {
      const { now, ids } = deps
      const { id: storeId, apiKey = newApiKey(ids, environment) } = connection
      if (connection.apiKey === undefined) await revokeApiKeys(trx, { storeId, now })
      await keepApiKey({ query: trx, ids, now }, { storeId, name: FIRST_KEY, apiKey })
      return apiKey
    },
  })
  if (connected.outcome === 'refused') return connected
  const { outcome, environment, saved: apiKey } = connected
  return { outcome, environment, apiKey, notifySecret }
}

/**
 * Connects a platform store. Its platform signs calls, so it gets no API key; existing keys
 * survive.
 */
export const connectPlatformStore = async (
  deps: StoreDeps,
  connection: Omit<StoreConnection, 'apiKey' | 'notifySecret' | 'notifyUrl' | 'ordersUrl'> & {
    platform: PlatformConnection
  },
): Promise<PlatformConnectOutcome> =>
  connect(deps, {
    connection: { ...connection, notifyUrl: null },
    notifySecret: newNotifySecret(),
    alsoSave: async () => undefined,
  })

const connect = async <Saved>(
  deps: StoreDeps,
  request: {
    connection: StoreConnection
    notifySecret: string
    alsoSave(trx: DbQuery, environment: Environment): Promise<Saved>
  },
): Promise<StoreRefusal | { outcome: 'connected'; environment: Environment; saved: Saved }> => {
  const { connection: typed, notifySecret, alsoSave } = request
  const { query, sealer, now } = deps
  const read = cleanFields(typed)
  if (read.outcome === 'refused') return read
  const { given: connection } = read
  const { id } = connection
  if (!STORE_ID.test(id))
    return invalidField('id', 'Use 2 to 40 lower-case letters, digits and hyphens')
  const existing = await findStore(query, id)
  // Not `isIdInUse`: another process may connect the same store concurrently.
  if (!existing && (await wasRemoved(query, id))) {
    return invalidField(
      'id',
      'A shop of that id was removed and its books are kept; use another id',
    )
  }
  const { platform, isNewIn } = connection
  if (existing && isNewIn) return invalidField('id', ID_IN_USE)
  if (existing && (isOfPlatform(existing) ? existing.platform : undefined) !== platform?.name) {
    return invalidField('id', `There is a ${existing.platform} shop of that id`)
  }
  const checked = await validateStore(deps, { existing, given: connection })
  if (checked.outcome === 'refused') return checked
  const { environment } = checked
  const seal = (field: SealedField, secret: string) =>
    sealStoreSecret(sealer, { storeId: id, field, secret })

  const saved = await query.transaction().execute(async (trx) => {
    // Race: another process may have replaced its secrets.
    const before = existing && (await lockStore(trx, id))
    const row = {
      id,
      name: connection.name,
      platform: platform?.name,
      connection: JSON.stringify(platform?.connection ?? {}),
      failed_refund_notice_ms: platform ? (platform.failedRefundNoticeMs ?? 0) : null,
      environment,
      locale: connection.locale,
      ...gatewayKeyFields(sealer, { storeId: id, secretKey: connection.secretKey }),
      publishable_key: connection.publishableKey,
      sealed_webhook_secret: seal('sealed_webhook_secret', connection.webhookSecret),
      ...(before
        ? replacedWebhookSecret(deps, before, {
            webhookSecret: connection.webhookSecret,
            until: connection.previousSecretUntil,
          })
        : {}),
      ...(connection.policy ? { policy: JSON.stringify(connection.policy) } : {}),
      notify_url: connection.notifyUrl,
      orders_url: connection.ordersUrl ?? null,
      ...(platform
        ? { sealed_connection: seal('sealed_connection', JSON.stringify(platform.credentials)) }
        : addressColumns(sealer, {
            storeId: id,
            addresses: {
              notify_url: connection.notifyUrl,
              orders_url: connection.ordersUrl ?? null,
            },
            before: {},
          })),
      sealed_notify_secret: seal('sealed_notify_secret', notifySecret),
      sealed_previous_notify_secret: null,
      previous_notify_secret_until: null,
      connected_at: now,
      created_at: now,
      updated_at: now,
    }
    if (!isNewIn) await saveStore(trx, row)
    else if (!(await insertStore(trx, { ...row, organization_id: isNewIn.organizationId }))) {
      return undefined
    }
    if (before) await deleteRecognisedRefusals(trx, id)
    // A test API key must not charge real cards, nor the reverse.
    const isMoved = before && before.environment !== environment
    if (isMoved) await revokeApiKeys(trx, { storeId: id, now })
    const secrets = before ? changedSecrets(sealer, before, connection) : []
    if (secrets.length > 0) await addTask(trx, newMailOwnersTask({ storeId: id, secrets }, { now }))
    return { by: await alsoSave(trx, environment) }
  })
  if (!saved) return invalidField('id', ID_IN_USE)
  if (existing) {
    await resumeNotifications(query, { storeId: id, now })
    await replayNotifications(deps, id)
  }
  return { outcome: 'connected', environment, saved: saved.by }
}

const isOfPlatform = ({ connection }: Pick<StoreRow, 'connection'>): boolean =>
  Object.keys(connection).length > 0

/** Replays dead notifications over the new connection; the store may have refused the old one. */
export const replayNotifications = async (
  { query, now }: { query: DbQuery; now: Date },
  storeId: StoreId,
): Promise<void> => {
  for (const kind of NOTIFICATION_KINDS) {
    for (let more = true; more; ) {
      more = (await replayTasks({ query, now, storeId }, { kind })).more
    }
  }
}
