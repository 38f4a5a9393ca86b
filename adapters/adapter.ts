/**
 * What a platform is, and what it works with: the types of the core that adapters are made of.
 * `README.md` beside this file walks through a platform.
 */
export type {
  Inbox,
  InstalledPlatform,
  PlatformRoutes,
  PlatformWeb,
} from '../src/http/platform-routes.ts'
export {
  type InboundWebhooks,
  type OpenPlatform,
  type PlatformAlertTexts,
  type PlatformDeps,
  type PlatformMessage,
  type PlatformMessageOutcome,
  type PlatformPersonalData,
  type PlatformRetention,
  type PlatformTables,
  type PlatformTask,
  type PlatformValues,
  platformTask,
} from '../src/payments/platform.ts'
export type {
  CommandPlace,
  GivenOptions,
  PlatformCommands,
  PolicyChange,
} from '../src/payments/platform-commands.ts'
export type { Storefront, StorefrontMessage, TellOutcome } from '../src/payments/storefront.ts'
