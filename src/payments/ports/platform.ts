import type { z } from 'zod'
import type { Db, DbQuery, StoreRow } from '../../db/db.ts'
import { type SealedPlace, sealedPlaces } from '../../db/sealed-values.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import type { Locale } from '../../db/tables/stores.ts'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Connections } from '../../runtime/connections.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { SchemaPart } from '../../runtime/schema.ts'
import type { SecretSealer } from '../../runtime/sealed-secrets.ts'
import type { SettingsPart } from '../../runtime/settings-part.ts'
import type { PlatformCommands } from './platform-commands.ts'
import type { Storefront } from './storefront.ts'
import type { TaskOutcome } from './task-outcome.ts'
import type { TaskKind, TaskManners } from './tasks/task-kind.ts'

/**
 * A platform in one object: all that it brings to Puente. The core knows platforms by this alone and
 * names none; `adapters/registry.ts` is the list. `Routes` and `Web` are the types of the web role,
 * `Core` is what it asks things of: see `facade.ts`.
 */
export interface PlatformAdapter<Routes = unknown, Web = never, Core = never> {
  /** As it stands in `stores.platform`, in settings and in addresses; lower-case letters and hyphens. */
  name: string
  /** As people call it. */
  title: string
  /** What only its stores can decide, under `platform` of a store's policy. */
  policy: z.ZodType
  /** What it can and cannot do. */
  traits: PlatformTraits
  settings?: SettingsPart
  tables?: PlatformTables
  retention?: PlatformRetention
  personalData?: PlatformPersonalData
  /** Opens what it works with in one process. Called once, before anything is asked of it. */
  open(deps: PlatformDeps): OpenPlatform<Routes, Web, Core>
  cli: PlatformCommands
  /** Alerts in its own words, where their cause or cure is the platform's. */
  alertTexts?: PlatformAlertTexts
}

/** What the core would have to ask a platform's name for. */
export interface PlatformTraits {
  /**
   * Its stores are notified by signed messages to an address of their own: they have a notify address, a
   * notify secret and an orders address.
   */
  isToldBySignedMessages: boolean
  /** Its stores are asked what has changed, again and again. */
  isAskedForChanges: boolean
}

/** Tables of its own. Their row types are the platform's: `query.withTables<…>()`. */
export interface PlatformTables {
  /** SQL that makes them in an empty schema. Their names begin with the platform's. */
  schema: string
  /** Columns of them that hold sealed values. */
  sealed?: readonly SealedPlace[]
}

/** What it takes away of its tables, and when. */
export interface PlatformRetention {
  /** Runs every few hours. `eventsBefore`: webhooks that came before are not kept. */
  trim(query: DbQuery, times: { eventsBefore: Date; now: Date }): Promise<void>
  /** In the transaction that removes a store. */
  forgetStore?(trx: DbQuery, storeId: StoreId): Promise<void>
}

/** What it keeps of people in its tables. */
export interface PlatformPersonalData {
  /** In the transaction that takes people out of some orders. */
  erase(trx: DbQuery, about: { orderIds: readonly OrderId[]; now: Date }): Promise<void>
  /** What is kept of an order's customer, for that customer; becomes part of the order's export. */
  ofOrder(query: DbQuery, orderId: OrderId): Promise<Readonly<Record<string, unknown>>>
}

/** An alert in the words of who has to look at it. */
export interface AlertWording {
  what: string
  why: string
  todo: string
}

export type PlatformAlertTexts = Readonly<
  Record<Locale, { readonly [Kind in AlertKind]?: Partial<AlertWording> }>
>

/** Settings of a platform as they were read, by name. */
export type PlatformValues = Readonly<Record<string, unknown>>

/** What a platform is opened with. */
export interface PlatformDeps {
  db: Db
  sealer: SecretSealer
  ids: Ids
  /** Puente's: outside production a test may have moved it. */
  clock: Clock
  /** Where stores and customers reach this installation. */
  publicUrl: string
  /** By which an address is called that a store has given. */
  storeConnections: Connections
  /** The platform's own settings. */
  settings: PlatformValues
}

/** A platform in one process. */
export interface OpenPlatform<Routes = unknown, Web = never, Core = never> {
  storefrontOf(store: StoreRow): Storefront
  /** What it adds to the web role: see `PlatformRoutes`. */
  openRoutes?(core: Core, web: Web): Routes
  /** How webhooks are handled that it has put into the inbox. */
  inbound?: InboundWebhooks<Core>
  /** What it has to do later. Each kind is its own, for ever: tasks of it are in databases. */
  tasks?: readonly TaskKind<unknown, Core>[]
}

/** A platform of this process, with the object that it was opened from. */
export interface RunningPlatform<Routes = unknown, Web = never, Core = never>
  extends Omit<OpenPlatform<Routes, Web, Core>, 'inbound'> {
  adapter: PlatformAdapter<Routes, Web>
  /** The kind of task that its webhooks of the inbox become. */
  inbound?: Pick<InboundWebhooks, 'source' | 'kind'>
  /** That kind among them. */
  tasks: readonly TaskKind<unknown, Core>[]
}

/** Webhooks that are kept, signature checked, before they are answered; each becomes a task. */
export interface InboundWebhooks<Core = never> extends TaskManners {
  /** As it stands in `events.source`. */
  source: string
  /** The kind of the tasks that they become. */
  kind: string
  /** What follows from one. The same one may come again, late, and after a newer one. */
  take(core: Core, message: PlatformMessage): Promise<PlatformMessageOutcome>
}

/** A message of a platform's shop as the inbox has kept it: its signature was right. */
export interface PlatformMessage {
  /** The store; for a shop that no store has yet, the shop's own name. */
  storeId: StoreId
  /** The platform's own id of the message. */
  messageId: string
  topic: string
  body: Buffer
  /** When it happened, as the platform says, or when it came. */
  at: Date
  /** Where the inbox has it. */
  address: { month: string; seq: string }
}

export type PlatformMessageOutcome =
  /** `note`: what became of it, in a word. */
  { outcome: 'handled'; note: string } | Extract<TaskOutcome, { outcome: 'failed' | 'busy' }>

/** What makes the tables of all platforms, after those of the core. */
export const schemasOf = (platforms: readonly PlatformAdapter[]): SchemaPart[] =>
  platforms.flatMap(({ name, tables }) => (tables ? [{ name, sql: tables.schema }] : []))

/** Every place of the database that holds sealed values. */
export const sealedPlacesOf = (platforms: readonly PlatformAdapter[]): readonly SealedPlace[] =>
  sealedPlaces(platforms.flatMap(({ tables }) => tables?.sealed ?? []))

/** A platform of this installation by its name. Throws where there is none. */
export const platformNamed = (platforms: readonly PlatformAdapter[], name: string) => {
  const platform = platforms.find((one) => one.name === name)
  if (!platform) throw new Error(`There is no platform ${name} here`)
  return platform
}

/** The platform of a store. Throws where it is none of this installation. */
export const platformOf = <Platform extends { adapter: PlatformAdapter }>(
  platforms: readonly Platform[],
  { id, platform: name }: Pick<StoreRow, 'id' | 'platform'>,
): Platform => {
  const platform = platforms.find(({ adapter }) => adapter.name === name)
  if (!platform) throw new Error(`Store ${id} is of a platform that is not installed: ${name}`)
  return platform
}

/** Whether a store hears of changes: a shop of its own making may have no address, and only ask. */
export const isNotified = (
  platforms: readonly { adapter: PlatformAdapter }[],
  { platform, notify_url }: Pick<StoreRow, 'platform' | 'notify_url'>,
): boolean => {
  const traits = platforms.find(({ adapter }) => adapter.name === platform)?.adapter.traits
  return notify_url !== null || traits?.isToldBySignedMessages !== true
}
