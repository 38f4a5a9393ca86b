/**
 * Everything that adapters import from `src`, apart from `src/domain` and `src/runtime`. See
 * `README.md`.
 */

export { refuseAsUnresolved } from '../src/http/api/checkouts/charge-answers.ts'
export { refuseCheckout, refuseSavedCard } from '../src/http/api/checkouts/checkouts.ts'
export { refuseConfirmation } from '../src/http/api/checkouts/confirmations.ts'
export type { Caller, SignedCalls } from '../src/http/api/merchant/callers.ts'
export {
  type Answer,
  defineMerchantRoute as defineRoute,
  type MerchantRoute as Route,
  refuse,
} from '../src/http/api/route.ts'
export { GATEWAY_WEBHOOK_PATH } from '../src/http/gateway-webhooks/intake.ts'
/** Caches webhook secrets, to avoid unsealing them for each delivery. */
export { cacheSecrets as rememberSecrets } from '../src/http/gateway-webhooks/webhook-secrets.ts'
export { renderDocument } from '../src/http/pay-pages/document.ts'
export { renderPage } from '../src/http/pay-pages/page.ts'
export type {
  Inbox,
  InstalledPlatform,
  PlatformRoutes,
  PlatformWeb,
} from '../src/http/platform-routes.ts'
export * from '../src/payments/facade/facade.ts'
export { platformTask } from '../src/payments/facade/open-platform.ts'
export { customerOf, decorationText, orderNumber } from '../src/payments/ports/order-texts.ts'
export type {
  InboundWebhooks,
  OpenPlatform,
  PlatformAlertTexts,
  PlatformDeps,
  PlatformMessage,
  PlatformMessageOutcome,
  PlatformPersonalData,
  PlatformRetention,
  PlatformTables,
  PlatformValues,
} from '../src/payments/ports/platform.ts'
export type {
  CommandPlace,
  GivenOptions,
  PlatformCommands,
  PlatformOption,
  PolicyChange,
} from '../src/payments/ports/platform-commands.ts'
export {
  DELIVERED,
  type DeliveryResult,
  type Storefront,
  type StorefrontMessage,
} from '../src/payments/ports/storefront.ts'
