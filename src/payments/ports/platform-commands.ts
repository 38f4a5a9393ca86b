import type { StoreRow } from '../../db/db.ts'
import type { Locale } from '../../db/tables/stores.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { UserError } from '../../runtime/failure.ts'
import type { GivenPolicy } from './policy.ts'
import type { GatewayOfKey, StoreDeps, StoreRefusal } from './store-connecting.ts'

/** A platform's part of `npm run stores`. */
export interface PlatformCommands {
  /** Own options, each with a value: `site` is `--site`. */
  options?: readonly string[]
  usage?: PlatformUsage
  /** Connects a store and returns the next steps. Throws `UserError` on invalid input. */
  add(place: CommandPlace, given: GivenOptions): Promise<string>
  /** Losses of a reconnected store beyond the common ones. */
  losses?(store: StoreRow, more: { isMoved: boolean }): { keepsApiKeys: boolean; more: string[] }
  /** Own options that change a store's policy. */
  policyOptions?: Readonly<Record<string, (store: StoreRow, value: string) => PolicyChange>>
  commands?: Readonly<Record<string, PlatformCommand>>
}

/** All decisions under `platform` of a policy. */
export type PolicyChange = Readonly<Record<string, unknown>>

export interface PlatformCommand {
  /** Accepted options; any other one is an error. */
  options: readonly string[]
  run(place: CommandPlace, given: GivenOptions): Promise<void>
}

/** Lines of `npm run stores -- help`, without a trailing line break. */
export interface PlatformUsage {
  add: string
  commands?: string
  update?: { synopsis: string; options: string }
  options: string
}

export interface CommandPlace {
  connecting: StoreDeps
  publicUrl: string
  settings: Readonly<Record<string, unknown>>
  /** For a key that no store may have yet. */
  gatewayOf: GatewayOfKey
  print(text: string): void
}

export interface GivenOptions {
  /** `undefined` if absent. */
  text(name: string): string | undefined
  /** Ends the command if absent. */
  required(name: string): string
  shared(): SharedOptions
  /** Rejects an option without effect instead of ignoring it. */
  refuseOthers(command: string, options: readonly string[]): void
  /** Names the option to change. */
  refusedBy(refusal: StoreRefusal): UserError
  /** Reads the file that `--NAME-file` names. */
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
