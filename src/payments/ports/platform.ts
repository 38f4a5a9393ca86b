import type { z } from 'zod'
import type { Db, DbQuery, StoreRow } from '../../db/db.ts'
import { type SealedPlace, sealedPlaces } from '../../db/installation/sealed-values.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { Language } from '../../locales/language.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { Connections } from '../../runtime/net/connections.ts'
import type { SettingsPart } from '../../runtime/process/settings-part.ts'
import type { SchemaPart } from '../../runtime/schema/prepare-schema.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { PlatformCommands } from './platform-commands.ts'
import type { PlatformMessages } from './platform-messages.ts'
import type { Store } from './platform-views.ts'
import type { PolicyInput } from './policy.ts'
import type { Storefront } from './storefront.ts'
import type { TaskOutcome } from './task-outcome.ts'
import type { RetryRules, TaskKind } from './tasks/task-kind.ts'

/**
 * Everything that a platform brings to Puente. The core names no platform; `adapters/registry.ts`
 * lists them. `Routes` and `Web` are types of the web role, `Core` is the facade (`facade.ts`).
 */
export interface PlatformAdapter<Routes = unknown, Web = never, Core = never> {
  /** Value of `stores.platform`, also in settings and URLs; lower-case letters and hyphens. */
  name: string
  title: string
  policy: z.ZodType
  traits: PlatformTraits
  settings?: SettingsPart
  tables?: PlatformTables
  retention?: PlatformRetention
  personalData?: PlatformPersonalData
  /** Runs once per process, before any other call. */
  open(deps: PlatformDeps): OpenPlatform<Routes, Web, Core>
  cli: PlatformCommands
  /** Wording of alerts with a platform-specific cause or fix. */
  alertTexts?: PlatformAlertTexts
}

/** Facts for which the core would otherwise check the platform's name. */
export interface PlatformTraits {
  /** Its stores have a notify address, a notify secret and an orders address. */
  receivesSignedNotifications: boolean
  isPolled: boolean
}

/** Row types stay with the platform: `query.withTables<…>()`. */
export interface PlatformTables {
  /** SQL for an empty schema; table names begin with the platform's name. */
  schema: string
  sealed?: readonly SealedPlace[]
}

export interface PlatformRetention {
  /** Deletes old rows every few hours. `eventsBefore`: the core keeps no older webhooks. */
  deleteOld(query: DbQuery, times: { eventsBefore: Date; now: Date }): Promise<void>
  /** Runs in the transaction that removes the store. */
  deleteStore?(trx: DbQuery, storeId: StoreId): Promise<void>
}

export interface PlatformPersonalData {
  /** Runs in the transaction that erases people from orders. */
  erase(trx: DbQuery, about: { orderIds: readonly OrderId[]; now: Date }): Promise<void>
  /** Customer data of an order, for the customer's export. */
  ofOrder(query: DbQuery, orderId: OrderId): Promise<Readonly<Record<string, unknown>>>
  /** Where the inbox holds the shop's messages; by default, under the platform's name. */
  messagesOf?(store: Pick<Store, 'connection'>): PlatformMessages
  /** Runs in the transaction that erases a removed store. */
  eraseStore?(trx: DbQuery, store: Pick<Store, 'id' | 'connection'>): Promise<void>
}

export interface AlertWording {
  what: string
  why: string
  todo: string
}

export type PlatformAlertTexts = Readonly<
  Record<Language, { readonly [Kind in AlertKind]?: Partial<AlertWording> }>
>

export type PlatformValues = Readonly<Record<string, unknown>>

export interface PlatformDeps {
  db: Db
  sealer: SecretSealer
  ids: Ids
  /** Puente's clock, which tests may move outside production. */
  clock: Clock
  publicUrl: string
  storeConnections: Connections
  settings: PlatformValues
}

export interface OpenPlatform<Routes = unknown, Web = never, Core = never> {
  storefrontOf(store: Store): Storefront
  openRoutes?(core: Core, web: Web): Routes
  inbound?: InboundWebhooks<Core>
  /** Kinds are permanent: databases hold such tasks. */
  tasks?: readonly PlatformTask<unknown, Core>[]
}

export interface PlatformTask<Payload = unknown, Core = never> extends TaskKind<Payload> {
  run(core: Core, payload: Payload): Promise<TaskOutcome>
}

export interface RunningPlatform<Routes = unknown, Web = never, Core = never>
  extends Omit<OpenPlatform<Routes, Web, Core>, 'inbound'> {
  adapter: PlatformAdapter<Routes, Web>
  inbound?: Pick<InboundWebhooks, 'source' | 'kind' | 'orderOf'>
  tasks: readonly PlatformTask<unknown, Core>[]
}

/** Webhooks that the adapter verifies and stores before it responds. Each becomes a task. */
export interface InboundWebhooks<Core = never> extends RetryRules {
  source: string
  kind: string
  /** Applies one webhook. It may repeat, arrive late, or follow a newer one. */
  apply(core: Core, message: PlatformMessage): Promise<PlatformMessageOutcome>
  /** Returns the store's own id of a webhook's order, if it names one. */
  orderOf?(message: Pick<PlatformMessage, 'topic' | 'body'>): string | undefined
}

export interface PlatformMessage {
  /** Store id, or the platform's name of the shop before a store is connected. */
  storeId: StoreId
  messageId: string
  topic: string
  body: Buffer
  /** The platform's timestamp, or the time of arrival if it sends none. */
  at: Date
  address: { month: string; seq: string }
}

export type PlatformMessageOutcome =
  /** `note`: the outcome in a word. */
  { outcome: 'handled'; note: string } | Extract<TaskOutcome, { outcome: 'failed' | 'busy' }>

export const schemasOf = (platforms: readonly PlatformAdapter[]): SchemaPart[] =>
  platforms.flatMap(({ name, tables }) => (tables ? [{ name, sql: tables.schema }] : []))

export const sealedPlacesOf = (platforms: readonly PlatformAdapter[]): readonly SealedPlace[] =>
  sealedPlaces(platforms.flatMap(({ tables }) => tables?.sealed ?? []))

export const platformNamed = (platforms: readonly PlatformAdapter[], name: string) => {
  const platform = platforms.find((one) => one.name === name)
  if (!platform) throw new Error(`There is no platform ${name} here`)
  return platform
}

export const platformOf = <Platform extends { adapter: PlatformAdapter }>(
  platforms: readonly Platform[],
  { id, platform: name }: Pick<Store, 'id' | 'platform'>,
): Platform => {
  const platform = platforms.find(({ adapter }) => adapter.name === name)
  if (!platform) throw new Error(`Store ${id} is of a platform that is not installed: ${name}`)
  return platform
}

/**
 * Returns whether a store gets notifications. A store without a notify address and endpoints can only
 * poll.
 */
export const isNotified = (
  platforms: readonly { adapter: PlatformAdapter }[],
  { platform, notify_url, endpoints }: Pick<StoreRow, 'platform' | 'notify_url' | 'endpoints'>,
): boolean => {
  const traits = platforms.find(({ adapter }) => adapter.name === platform)?.adapter.traits
  const isOwn = notify_url !== null || traits?.receivesSignedNotifications !== true
  // Replays to endpoints repeat the notifications of the store.
  return isOwn || endpoints !== null
}

/**
 * Validates the platform's part of a policy; an invalid one would fail the adapter with every
 * order.
 */
export const platformPolicyDefects = (
  { policy }: Pick<PlatformAdapter, 'policy'>,
  { platform: given }: PolicyInput,
): string | undefined => {
  const problems = policy
    .safeParse(given ?? {})
    .error?.issues.map(({ path, message }) => [['platform', ...path].join('.'), message].join(': '))
  return problems?.join('; ')
}
