import { createHash, randomBytes } from 'node:crypto'
import { type Environment, environmentOfSecretKey } from '../contract/keys.ts'
import type { LedgerQuery, StoreRow } from '../ledger/ledger.ts'
import { hasOrders } from '../ledger/orders.ts'
import {
  openFormerWebhookSecret,
  type SealedField,
  sealStoreSecret,
} from '../ledger/store-secrets.ts'
import { findStore, hashApiKey, saveStore } from '../ledger/stores.ts'
import type { Locale, Platform } from '../ledger/tables/stores.ts'
import { addMs } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { canBeReadOnTheWay, HTTPS_NEEDED } from '../platform/plain-http.ts'
import type { SecretSealer } from '../platform/sealed-secrets.ts'
import {
  type CardPageInstallation,
  type CardPageObstacle,
  obstacleToPolicy,
} from './card-page-setup.ts'
import type { FollowUpKind } from './follow-ups.ts'
import { resumeNotifications } from './notifications.ts'
import type { GivenPolicy } from './policy.ts'
import { replayTasks } from './replay-tasks.ts'

export interface StoreConnection {
  /** Short and readable: it is part of the webhook address. */
  id: string
  name: string
  locale: Locale
  /** The gateway account: its secret key decides between test and live (`gateway-api.md` 5). */
  secretKey: string
  publishableKey: string | null
  webhookSecret: string
  /** Until when a secret that is replaced goes on verifying; without it, for a day. */
  previousSecretUntil?: Date | undefined
  /** Where the shop is told what happened; `null` for a shop that only asks. */
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
}

export interface PlatformConnection {
  name: Exclude<Platform, 'headless'>
  /** How the shop is reached; no secrets. */
  connection: Record<string, unknown>
  /** Is sealed. */
  credentials: Record<string, unknown>
}

export type ConnectOutcome =
  | {
      outcome: 'connected'
      environment: Environment
      /** Shown once: the ledger keeps its hash only. */
      apiKey: string
      /** The `whsec_` secret by which the shop verifies what it is told. */
      notifySecret: string
    }
  | {
      outcome: 'refused'
      field:
        | 'id'
        | 'secretKey'
        | 'notifyUrl'
        | 'ordersUrl'
        | 'siteUrl'
        | 'publishableKey'
        | 'policy'
        | 'previousSecretUntil'
      reason: string
    }

const FIELD_OF_PART = {
  installation: 'policy',
  'publishable-key': 'publishableKey',
} as const satisfies Record<CardPageObstacle['part'], string>

const STORE_ID = /^[a-z0-9][a-z0-9-]{1,39}$/

/** The gateway's retries of an event go on for 81 minutes (`gateway-api.md` 6.5). */
const PREVIOUS_SECRET_FOR_MS = 24 * 60 * 60_000
/** A secret that is known to be replaced is not trusted for ever. */
const PREVIOUS_SECRET_AT_MOST_MS = 30 * PREVIOUS_SECRET_FOR_MS

/**
 * A secret that is replaced goes on verifying for a day, or until `previousSecretUntil`: deliveries
 * may be under way with it. The end of one that was replaced before can be moved.
 */
const previousSecret = (
  { sealer, now }: { sealer: SecretSealer; now: Date },
  existing: StoreRow,
  { webhookSecret, previousSecretUntil }: StoreConnection,
) => {
  const secret = openFormerWebhookSecret(sealer, existing)
  if (secret === undefined) {
    return { sealed_previous_webhook_secret: null, previous_webhook_secret_until: null }
  }
  const moved = previousSecretUntil ? { previous_webhook_secret_until: previousSecretUntil } : {}
  if (secret === webhookSecret) return existing.sealed_previous_webhook_secret ? moved : {}
  const field = 'sealed_previous_webhook_secret' as const
  return {
    [field]: sealStoreSecret(sealer, { storeId: existing.id, field, secret }),
    previous_webhook_secret_until: addMs(now, PREVIOUS_SECRET_FOR_MS),
    ...moved,
  }
}

/**
 * Connects a shop and its gateway account, or replaces the connection of that id. A
 * replaced webhook secret is accepted for a while; the environment of a shop with orders stays.
 * A shop that was paused is tried again.
 * A policy that leads to the card page is refused where that cannot work.
 */
export const connectStore = async (
  deps: {
    query: LedgerQuery
    sealer: SecretSealer
    ids: Ids
    now: Date
    /** Without it, no store is led to the card page. */
    installation?: CardPageInstallation
  },
  connection: StoreConnection,
): Promise<ConnectOutcome> => {
  const { id } = connection
  if (!STORE_ID.test(id)) {
    const reason = 'Use 2 to 40 lower-case letters, digits and hyphens'
    return { outcome: 'refused', field: 'id', reason }
  }
  const environment = environmentOfSecretKey(connection.secretKey)
  if (!environment) {
    const reason = 'A secret key begins with sk_test_ or sk_live_'
    return { outcome: 'refused', field: 'secretKey', reason }
  }
  for (const field of ['notifyUrl', 'ordersUrl'] as const) {
    const url = connection[field]
    if (url && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
      return { outcome: 'refused', field, reason: 'Must be an http or https address' }
    }
    if (url && deps.installation?.requiresHttps && canBeReadOnTheWay(url)) {
      return { outcome: 'refused', field, reason: HTTPS_NEEDED.en }
    }
  }
  const { previousSecretUntil: until } = connection
  const latestEnd = addMs(deps.now, PREVIOUS_SECRET_AT_MOST_MS)
  if (until && (until <= deps.now || until > latestEnd)) {
    const reason = 'Must be a time within the next 30 days'
    return { outcome: 'refused', field: 'previousSecretUntil', reason }
  }
  const existing = await findStore(deps.query, id)
  const platform = connection.platform?.name ?? 'headless'
  if (existing && existing.platform !== platform) {
    const reason = `There is a ${existing.platform} shop of that id`
    return { outcome: 'refused', field: 'id', reason }
  }
  const changesEnvironment = existing && existing.environment !== environment
  if (changesEnvironment && (await hasOrders(deps.query, id))) {
    const reason = `The shop has orders in the ${existing.environment} environment; connect another one`
    return { outcome: 'refused', field: 'secretKey', reason }
  }
  const obstacle = obstacleToPolicy(
    {
      environment,
      publishable_key: connection.publishableKey,
      policy: connection.policy ?? existing?.policy ?? {},
    },
    deps.installation,
  )
  if (obstacle) {
    return { outcome: 'refused', field: FIELD_OF_PART[obstacle.part], reason: obstacle.reason }
  }
  const apiKey = connection.apiKey ?? `puente_${environment}_${deps.ids.secret(24)}`
  const notifySecret = connection.notifySecret ?? `whsec_${randomBytes(24).toString('base64')}`
  const seal = (field: SealedField, secret: string) =>
    sealStoreSecret(deps.sealer, { storeId: id, field, secret })

  await saveStore(deps.query, {
    id,
    name: connection.name,
    platform,
    connection: JSON.stringify(connection.platform?.connection ?? {}),
    sealed_connection: connection.platform
      ? seal('sealed_connection', JSON.stringify(connection.platform.credentials))
      : null,
    environment,
    locale: connection.locale,
    api_key_hash: hashApiKey(apiKey),
    sealed_secret_key: seal('sealed_secret_key', connection.secretKey),
    publishable_key: connection.publishableKey,
    gateway_account: createHash('sha256').update(connection.secretKey).digest('hex').slice(0, 16),
    sealed_webhook_secret: seal('sealed_webhook_secret', connection.webhookSecret),
    ...(existing ? previousSecret(deps, existing, connection) : {}),
    ...(connection.policy ? { policy: JSON.stringify(connection.policy) } : {}),
    notify_url: connection.notifyUrl,
    orders_url: connection.ordersUrl ?? null,
    sealed_notify_secret: seal('sealed_notify_secret', notifySecret),
    connected_at: deps.now,
    created_at: deps.now,
    updated_at: deps.now,
  })
  if (existing) {
    await resumeNotifications(deps.query, { storeId: id, now: deps.now })
    await tellAgain(deps, id)
  }
  return { outcome: 'connected', environment, apiKey, notifySecret }
}

/** What the shop could not be told, perhaps because it refused us, is told over the new connection. */
const tellAgain = async (
  { query, now }: { query: LedgerQuery; now: Date },
  storeId: string,
): Promise<void> => {
  for (const kind of ['tell-storefront', 'tell-saved-card'] satisfies FollowUpKind[]) {
    for (let more = true; more; ) {
      more = (await replayTasks({ query, now, storeId }, { kind })).more
    }
  }
}
