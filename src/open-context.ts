import { randomInt } from 'node:crypto'
import { alertSettings } from '../config/alert-settings.ts'
import { type Settings, settingsOf } from '../config/settings.ts'
import { storeConnections } from '../config/store-connections.ts'
import { type Db, type DbOptions, openDb, type StoreRow } from './db/db.ts'
import { openEndpointLogin, openEndpointSecrets } from './db/endpoints/endpoint-secrets.ts'
import { requireSealingKeys } from './db/installation/sealing-check.ts'
import { openRefusedActs } from './db/people/refused-acts.ts'
import { createPartitionsAhead } from './db/privacy/partitions.ts'
import { openStoreSecret } from './db/stores/store-secrets.ts'
import { showAsAlive, watchProcesses } from './db/tasks/processes.ts'
import { createGateway } from './gateway/client.ts'
import { signDelivery } from './gateway/webhook-signature.ts'
import type { InstalledPlatform, OpenedPlatform } from './http/platform-routes.ts'
import { CIRCUIT_SIGNAL, createCircuits } from './payments/circuits/circuits.ts'
import { noticeGateway, noticeStorefront } from './payments/circuits/notice-availability.ts'
import { openPlatform } from './payments/facade/open-platform.ts'
import { openNotifyCredentials } from './payments/facade/stores.ts'
import { countStoreWork } from './payments/health/count-store-work.ts'
import { noticeRestore } from './payments/health/notice-restore.ts'
import { posterTo } from './payments/notifications/post-notification.ts'
import {
  EVENT_SIGNAL,
  NOTIFICATION_SIGNAL,
  orderLog,
  PAYMENT_CREATED_SIGNAL,
  type PaymentsContext,
  PEOPLE_SIGNAL,
  REFUND_SIGNAL,
  WORK_SIGNAL,
} from './payments/ports/context.ts'
import { platformOf, schemasOf, sealedPlacesOf } from './payments/ports/platform.ts'
import { taskKindsOf } from './payments/ports/tasks/task-kinds.ts'
import { CLOCK_SIGNAL } from './payments/ports/test-clock.ts'
import { createKeyWatch } from './payments/stores/watch-key.ts'
import { type AdjustableClock, adjustableClock, type Clock, systemClock } from './runtime/clock.ts'
import { createIds } from './runtime/ids.ts'
import type { Log } from './runtime/log/log.ts'
import { createMeasurements, type Measurements } from './runtime/log/measurements.ts'
import type { Connections } from './runtime/net/connections.ts'
import { listenForSignals, type Signals } from './runtime/queue/signals.ts'
import { isNotAllowed } from './runtime/schema/prepare-schema.ts'
import { createSecretSealer, type SecretSealer } from './runtime/secrets/sealed-secrets.ts'
import { sealingKeyOfDataDir } from './runtime/secrets/sealing-key-file.ts'
import type { Tracing } from './runtime/tracing/tracing.ts'

export interface OpenedPuente {
  ctx: PaymentsContext
  sealer: SecretSealer
}

/** What the context is made of. */
export interface ContextOptions {
  settings: Settings
  /** From `adapters/registry.ts`. */
  platforms: readonly InstalledPlatform[]
  databaseUrl: string
  log: Log
  /** `undefined`: off. */
  tracing?: Tracing | undefined
  /** `{base_url}` of the gateway. */
  gatewayBaseUrl: string
  /** Required to confirm cards (contract 4.13). */
  gatewayEmbedBaseUrl?: string | undefined
  /** Required for card fields (contract 4.14). */
  gatewaySdkUrl?: string | undefined
  gatewayPortalUrl?: string | undefined
  /** Public address of the web role. */
  publicUrl: string
}

/** Same as the timeout of a store's own address. */
const ENDPOINT_TIMEOUT_MS = 15_000

/** Attempts go before their tasks. */
export const attemptDays = (settings: Settings): number =>
  Math.min(settings.RETENTION_ATTEMPTS_DAYS, settings.RETENTION_TASKS_DAYS)

export type OnClose = (closer: () => Promise<void>) => void

export interface OpenedContext extends OpenedPuente {
  /** Tasks report availability to the circuits themselves. */
  ctxOfTasks: PaymentsContext
  platforms: readonly OpenedPlatform[]
  clock: AdjustableClock
}

/** Opens the database, the signals between processes, and the way to gateways and stores. */
export const openContext = async (
  options: ContextOptions,
  onClose: OnClose,
): Promise<OpenedContext> => {
  const { settings, log, publicUrl } = options
  const sealer = createSecretSealer(settings.SEALING_KEYS ?? sealingKeyOfDataDir(settings.DATA_DIR))
  const processId = randomInt(1, 2 ** 31 - 1)
  const clock = adjustableClock()
  const db = await openTables(options, { sealer, now: clock.now(), onClose })
  const refusedActions = openRefusedActs({ query: db.query, log })
  onClose(refusedActions.close)
  const signals = await listen(options, { processId, onClose })
  const circuits = createCircuits({ db, clock, signals, log })
  const ids = createIds(clock)
  const connections = storeConnections(settings)
  const platforms = options.platforms.map((adapter) => {
    const own = settingsOf(settings, adapter)
    const shared = { db, sealer, ids, clock, publicUrl, storeConnections: connections }
    return openPlatform(adapter, { ...shared, settings: own })
  })
  const measurements = createMeasurements()
  const storeWork = countStoreWork({
    db,
    clock,
    log,
    levelSeconds: settings.SERVICE_LEVEL_SECONDS,
  })
  onClose(storeWork.close)
  const watchKey = createKeyWatch({ db, clock, log })
  const sources = { options, sealer, platforms, clock, connections, watchKey, measurements }
  const ctx: PaymentsContext = {
    processId,
    processes: watchProcesses(db.query, processId),
    creating: new Set(),
    db,
    clock,
    ids,
    log,
    signals,
    measurements,
    storeWork,
    tracing: options.tracing,
    circuits,
    ...connectorsOf(sources, (store) => ({ circuits, store, log })),
    platforms,
    taskKinds: taskKindsOf(platforms),
    mail: alertSettings(settings),
    signAsGateway: (store, rawBody) => {
      const secret = openStoreSecret(sealer, store, 'sealed_webhook_secret')
      return signDelivery({ secret, rawBody, now: systemClock.now() })
    },
    canConfirm: options.gatewayEmbedBaseUrl !== undefined,
    cardPage: {
      requiresHttps: settings.NODE_ENV === 'production',
      publicUrl,
      embedBaseUrl: options.gatewayEmbedBaseUrl,
      sdkUrl: options.gatewaySdkUrl,
      frameUrl: settings.GATEWAY_FRAME_URL,
    },
    refusedActions,
    storeConnections: connections,
    publicUrl,
    gatewayPortalUrl: options.gatewayPortalUrl,
    attemptDays: attemptDays(settings),
    gatewayTimeoutMs: settings.GATEWAY_TIMEOUT_MS,
  }
  return { ctx, ctxOfTasks: { ...ctx, ...connectorsOf(sources) }, platforms, sealer, clock }
}

export const databaseOptions = (
  settings: Settings,
  databaseUrl: string,
): Omit<DbOptions, 'log' | 'platformSchemas'> => ({
  databaseUrl,
  directUrl: settings.DATABASE_DIRECT_URL,
  isPreparing: settings.DATABASE_PREPARED === 'on',
  limits: {
    statementMs: settings.DATABASE_TIMEOUT_MS,
    longStatementMs: settings.DATABASE_LONG_TIMEOUT_MS,
  },
})

/** Throws if the sealing keys do not open the database's secrets. */
const openTables = async (
  { settings, databaseUrl, platforms, log }: ContextOptions,
  { sealer, now, onClose }: { sealer: SecretSealer; now: Date; onClose: OnClose },
): Promise<Db> => {
  const platformSchemas = schemasOf(platforms)
  const db = await openDb({ ...databaseOptions(settings, databaseUrl), platformSchemas, log })
  onClose(db.close)
  // Before new rows hide the time of the backup.
  if (settings.ROLES.length > 0) await noticeRestore(db.query, now)
  await requireSealingKeys(db.query, sealer, sealedPlacesOf(platforms))
  await createPartitionsAhead(db.query, now).catch((error) => {
    if (!isNotAllowed(error)) throw error
    // Rows of these months go to the default partition.
    log.warn(
      { err: error },
      'the role of DATABASE_URL may not make partitions: see docs/operations.md',
    )
  })
  return db
}

const listen = async (
  { settings, databaseUrl, log }: ContextOptions,
  { processId, onClose }: { processId: number; onClose: OnClose },
): Promise<Signals> => {
  const signals = await listenForSignals({
    url: settings.DATABASE_DIRECT_URL ?? databaseUrl,
    applicationName: 'puente-signals',
    channels: [
      WORK_SIGNAL,
      NOTIFICATION_SIGNAL,
      EVENT_SIGNAL,
      PAYMENT_CREATED_SIGNAL,
      PEOPLE_SIGNAL,
      REFUND_SIGNAL,
      CLOCK_SIGNAL,
      CIRCUIT_SIGNAL,
    ],
    // Heartbeat for other workers: the process lives as long as this connection.
    onConnect: (client) => showAsAlive(client, processId),
    statementMs: settings.DATABASE_TIMEOUT_MS,
    log,
  })
  onClose(signals.close)
  return signals
}

interface ConnectionSources {
  options: ContextOptions
  sealer: SecretSealer
  platforms: PaymentsContext['platforms']
  clock: Clock
  connections: Connections
  watchKey: ReturnType<typeof createKeyWatch>
  measurements: Measurements
}

const ofEndpoints = (connections: Connections) => ({
  timeoutMs: ENDPOINT_TIMEOUT_MS,
  connections,
  clock: systemClock,
})

/** `noticing` reports each call to the circuits. */
const connectorsOf = (
  { options, sealer, platforms, clock, connections, watchKey, measurements }: ConnectionSources,
  noticing?: (store: StoreRow) => Parameters<typeof noticeGateway>[0],
): Pick<PaymentsContext, 'gatewayOf' | 'storefrontOf' | 'endpointOf' | 'ownEndpointOf'> => ({
  gatewayOf: (store, orderId, answered) =>
    createGateway({
      baseUrl: options.gatewayBaseUrl,
      embedBaseUrl: options.gatewayEmbedBaseUrl,
      secretKey: openStoreSecret(sealer, store, 'sealed_secret_key'),
      timeoutMs: options.settings.GATEWAY_TIMEOUT_MS,
      language: store.locale,
      onStatus: watchKey(store),
      measurements,
      tracing: options.tracing,
      onOutcome: answered ?? (noticing && noticeGateway(noticing(store))),
      log: orderId
        ? orderLog(options.log, { id: orderId, store_id: store.id })
        : options.log.child({ store: store.id }),
    }),
  storefrontOf: (store) => {
    const storefront = platformOf(platforms, store).storefrontOf(store)
    return noticing ? noticeStorefront(storefront, noticing(store)) : storefront
  },
  endpointOf: (endpoint) => ({
    post: posterTo({
      url: endpoint.url,
      login: openEndpointLogin(sealer, endpoint),
      secrets: openEndpointSecrets(sealer, endpoint, clock.now()),
      ...ofEndpoints(connections),
    }),
  }),
  ownEndpointOf: (store) => {
    const { notify_url: url } = store
    if (url === null) return undefined
    const { secrets, logins } = openNotifyCredentials(sealer, store, clock.now())
    const login = logins.notify_url
    return { post: posterTo({ url, login, secrets, ...ofEndpoints(connections) }) }
  },
})
