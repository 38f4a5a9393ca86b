import type { StoreId } from '../../domain/ids.ts'
import type { Language } from '../../locales/language.ts'
import type { UserError } from '../../runtime/failure.ts'
import type { Store } from './platform-views.ts'
import type { PolicyInput } from './policy.ts'
import type { GatewayOfKey, StoreDeps, StoreRefusal } from './store-connecting.ts'

export interface PlatformCommands {
  options?: readonly PlatformOption[]
  /** Connects a store and returns the next steps. Throws `UserError` on invalid input. */
  add(place: CommandPlace, given: GivenOptions): Promise<string>
  /** Losses of a reconnected store beyond the common ones. */
  losses?(store: Store, more: { isMoved: boolean }): { keepsApiKeys: boolean; more: string[] }
  /** Own options of `update` that change a store's policy. */
  policyOptions?: readonly PolicyOption[]
  commands?: readonly PlatformCommand[]
}

export interface PlatformOption {
  flags: string
  description: string
  /** Excluded options, in camel case. */
  conflicts?: string[]
}

export interface PolicyOption extends PlatformOption {
  name: string
  change(store: Store, value: string): PolicyChange
}

/** All decisions under `platform` of a policy. */
export type PolicyChange = Readonly<Record<string, unknown>>

export interface PlatformCommand {
  name: string
  description: string
  options: readonly PlatformOption[]
  run(place: CommandPlace, given: GivenOptions): Promise<void>
}

export interface CommandPlace {
  connecting: StoreDeps
  publicUrl: string
  settings: Readonly<Record<string, unknown>>
  /** Opens a gateway with a key that no store may have yet. */
  gatewayOf: GatewayOfKey
  print(text: string): void
}

export interface GivenOptions {
  text(name: string): string | undefined
  required(name: string): string
  shared(): SharedOptions
  refusedBy(refusal: StoreRefusal): UserError
  secretFile(name: string, path: string): string
}

export interface SharedOptions {
  id: StoreId
  name: string
  locale: Language
  secretKey: string
  publishableKey: string | null
  webhookSecret: string
  allowShort?: boolean | undefined
  policy: PolicyInput | undefined
  previousSecretUntil: Date | undefined
}
