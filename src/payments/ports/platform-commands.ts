import type { StoreRow } from '../../db/db.ts'
import type { Locale } from '../../db/tables/stores.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { UserError } from '../../runtime/failure.ts'
import type { GivenPolicy } from './policy.ts'
import type { GatewayOfKey, StoreDeps, StoreRefusal } from './store-connecting.ts'

/** What a platform adds to `npm run stores`. */
export interface PlatformCommands {
  /** Options of its own, each with a value: `site` is `--site`. */
  options?: readonly string[]
  usage?: PlatformUsage
  /** Connects a store, and says what its people do next. What is wrong is a `UserError`. */
  add(place: CommandPlace, given: GivenOptions): Promise<string>
  /** What a store loses when it is connected anew, beside what every store loses. */
  losses?(store: StoreRow, more: { isMoved: boolean }): { keepsApiKeys: boolean; more: string[] }
  /** Options of its own that change the policy of a store: what is changed of it. */
  policyOptions?: Readonly<Record<string, (store: StoreRow, value: string) => PolicyChange>>
  /** Commands of its own, by name. */
  commands?: Readonly<Record<string, PlatformCommand>>
}

/** Decisions under `platform` of a store's policy, all of them. */
export type PolicyChange = Readonly<Record<string, unknown>>

export interface PlatformCommand {
  /** Those that it takes; any other one is a misunderstanding. */
  options: readonly string[]
  run(place: CommandPlace, given: GivenOptions): Promise<void>
}

/** Its lines of `npm run stores -- help`, each as it is shown, without a line break at the end. */
export interface PlatformUsage {
  /** How `add` is called. */
  add: string
  /** How its own commands are called. */
  commands?: string
  /** Its own options of `update`, and what they do. */
  update?: { synopsis: string; options: string }
  /** What its options mean. */
  options: string
}

/** Where a command works. */
export interface CommandPlace {
  connecting: StoreDeps
  /** Where stores and customers reach this installation. */
  publicUrl: string
  /** The platform's own settings. */
  settings: Readonly<Record<string, unknown>>
  /** The gateway as a key sees it that no store may have yet. */
  gatewayOf: GatewayOfKey
  print(text: string): void
}

/** What a command was given. */
export interface GivenOptions {
  /** `undefined` where it is not given. */
  text(name: string): string | undefined
  /** Ends the command where it is not given. */
  required(name: string): string
  /** What stores of every platform are connected with. */
  shared(): SharedOptions
  /** An option that does nothing for a command is a misunderstanding, and not passed over. */
  refuseOthers(command: string, options: readonly string[]): void
  /** The message for a connection that was refused, by the option that has to be changed. */
  refusedBy(refusal: StoreRefusal): UserError
  /** The secret in the file that `--NAME-file` names. */
  secretFile(name: string, path: string): string
}

export interface SharedOptions {
  id: StoreId
  name: string
  locale: Locale
  secretKey: string
  publishableKey: string | null
  webhookSecret: string
  allowShort?: boolean | undefined
  policy: GivenPolicy | undefined
  previousSecretUntil: Date | undefined
}
