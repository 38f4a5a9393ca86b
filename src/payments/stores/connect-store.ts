import type { Environment } from '../../contract/keys.ts'
import { revokeApiKeys } from '../../db/api-keys.ts'
import type { DbQuery, StoreRow } from '../../db/db.ts'
import { addTask } from '../../db/outbox.ts'
import { addressColumns, type SealedField, sealStoreSecret } from '../../db/store-secrets.ts'
import { findStore, insertStore, lockStore, saveStore, wasRemoved } from '../../db/stores.ts'
import type { Locale, Platform } from '../../db/tables/stores.ts'
import { forgetRecognisedRefusals } from '../../db/webhook-counts.ts'
import type { StoreId } from '../../domain/ids.ts'
import { NOTIFICATION_KINDS, resumeNotifications } from '../notifications/notifications.ts'
import type { GivenPolicy } from '../ports/policy.ts'
import { replayTasks } from '../ports/replay-tasks.ts'
import type { StoreDeps, StoreRefusal } from '../ports/store-connecting.ts'
import { taskToMailOwners } from '../ports/tasks/mail-owners.ts'
import { keepApiKey, newApiKey } from './api-keys.ts'
import { changedSecrets } from './changed-secrets.ts'
import { replacedWebhookSecret } from './replaced-secrets.ts'
import {
  cleanFields,
  gatewayKeyFields,
  newNotifySecret,
  refused,
  wrongWithStore,
} from './store-fields.ts'

export interface StoreConnection {
  /** Short and readable: it is part of the webhook address. */
  id: StoreId
  name: string
  locale: Locale
  /** The gateway account: its secret key decides between test and live (`gateway-api.md` 5). */
  secretKey: string
  publishableKey: string | null
  webhookSecret: string
  /** An owner or the command line may set a webhook secret below the minimum length. */
  allowShort?: boolean | undefined
  /** Until when a secret that is replaced goes on verifying; without it, for a day. */
  previousSecretUntil?: Date | undefined
  /** Where the shop is notified what happened; `null` for a shop that only asks. */
  notifyUrl: string | null
  /** Where the shop says how its orders stand, for reconciliation; without it, it is not asked. */
  ordersUrl?: string | null | undefined
  /** Given only where they must be known beforehand (the demo shop); made at random otherwise. */
  apiKey?: string | undefined
  /** What differs from the defaults; without it, what was set before stays. */
  policy?: GivenPolicy | undefined
  notifySecret?: string | undefined
  /** The platform of the shop and what its adapter needs; without it, a shop of the merchant's own. */
  platform?: PlatformConnection | undefined
  /** Of a store that is not there yet; one of that id is not connected anew. */
  isNewIn?: { organizationId: string } | undefined
}

export interface PlatformConnection {
  name: Platform
  /** How the shop is reached; no secrets. */
  connection: Record<string, unknown>
  /** See `stores.failed_refund_notice_ms`; without it, it is told at once. */
  failedRefundNoticeMs?: number
  /** Is sealed. */
  credentials: Record<string, unknown>
}

export type ConnectOutcome =
  | {
      outcome: 'connected'
      environment: Environment
      /** Shown once: the database keeps its hash only. */
      apiKey: string
      /** The `whsec_` secret by which the shop verifies what it is told. */
      notifySecret: string
    }
  | StoreRefusal

/** Of a shop whose platform signs its calls, and needs no key and no notify secret. */
export type PlatformConnectOutcome =
  | { outcome: 'connected'; environment: Environment }
  | StoreRefusal

const ID_TAKEN = 'There is a store of that id already; use another id'

const STORE_ID = /^[a-z0-9][a-z0-9-]{1,39}$/

/** What the key is called that a store is connected with. */
const FIRST_KEY = 'first'

/**
 * Connects a shop and its gateway account, or replaces the connection of that id. Its API keys and its
 * notify secret are replaced at once (an API key that was known beforehand is added instead); a
 * replaced webhook secret is accepted for a while; the environment of a shop with orders stays, and no
 * API key of another environment goes on.
 * A shop that was paused is tried again.
 * A policy that leads to the card page is refused where that cannot work.
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
 * The same of a shop whose platform signs its calls: it gets no API key, and those that somebody made
 * for it stay in force when it is connected anew.
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
  {
    connection: typed,
    notifySecret,
    alsoSave,
  }: {
    connection: StoreConnection
    notifySecret: string
    /** In the transaction that makes or changes the store. */
    alsoSave(trx: DbQuery, environment: Environment): Promise<Saved>
  },
): Promise<StoreRefusal | { outcome: 'connected'; environment: Environment; saved: Saved }> => {
  const { query, sealer, now } = deps
  const read = cleanFields(typed)
  if (read.outcome === 'refused') return read
  const { given: connection } = read
  const { id } = connection
  if (!STORE_ID.test(id)) return refused('id', 'Use 2 to 40 lower-case letters, digits and hyphens')
  const existing = await findStore(query, id)
  // Another process may connect it at this moment.
  if (!existing && (await wasRemoved(query, id))) {
    return refused('id', 'A shop of that id was removed and its books are kept; use another id')
  }
  const { platform, isNewIn } = connection
  if (existing && isNewIn) return refused('id', ID_TAKEN)
  if (existing && (isOfPlatform(existing) ? existing.platform : undefined) !== platform?.name) {
    return refused('id', `There is a ${existing.platform} shop of that id`)
  }
  const checked = await wrongWithStore(deps, { existing, given: connection })
  if (checked.outcome === 'refused') return checked
  const { environment } = checked
  const seal = (field: SealedField, secret: string) =>
    sealStoreSecret(sealer, { storeId: id, field, secret })

  const saved = await query.transaction().execute(async (trx) => {
    // Another process may have replaced its secrets at this moment.
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
    if (before) await forgetRecognisedRefusals(trx, id)
    // Who was given a key to try things out with must not charge for real by it, nor the other way.
    const isMoved = before && before.environment !== environment
    if (isMoved) await revokeApiKeys(trx, { storeId: id, now })
    const secrets = before ? changedSecrets(sealer, before, connection) : []
    if (secrets.length > 0) await addTask(trx, taskToMailOwners({ storeId: id, secrets }, { now }))
    return { by: await alsoSave(trx, environment) }
  })
  if (!saved) return refused('id', ID_TAKEN)
  if (existing) {
    await resumeNotifications(query, { storeId: id, now })
    await tellAgain(deps, id)
  }
  return { outcome: 'connected', environment, saved: saved.by }
}

/** Stores of platforms are reached in a way of their own; those of merchants by addresses alone. */
const isOfPlatform = ({ connection }: Pick<StoreRow, 'connection'>): boolean =>
  Object.keys(connection).length > 0

/** What the shop could not be told, perhaps because it refused us, is told over the new connection. */
export const tellAgain = async (
  { query, now }: { query: DbQuery; now: Date },
  storeId: StoreId,
): Promise<void> => {
  for (const kind of NOTIFICATION_KINDS) {
    for (let more = true; more; ) {
      more = (await replayTasks({ query, now, storeId }, { kind })).more
    }
  }
}
