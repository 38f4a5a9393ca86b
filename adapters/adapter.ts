/**
 * What a platform is, what it works with, and what it may ask of the core: all that an adapter needs
 * of `src`, beside `src/runtime`. `README.md` beside this file walks through a platform.
 */

export { GATEWAY_WEBHOOK_PATH } from '../src/http/gateway-webhooks/intake.ts'
/** The secrets that a platform's webhooks were signed with lately, so that each is not opened anew. */
export { rememberSecrets } from '../src/http/gateway-webhooks/webhook-secrets.ts'
export type { Caller, SignedCalls } from '../src/http/merchant-api/callers.ts'
export { refuseAsUnresolved } from '../src/http/merchant-api/charge-answers.ts'
export { refuseCheckout, refuseSavedCard } from '../src/http/merchant-api/checkouts.ts'
export { refuseConfirmation } from '../src/http/merchant-api/confirmations.ts'
export { type Answer, defineRoute, type Route, refuse } from '../src/http/merchant-api/route.ts'
/** Pages as Puente's own look. */
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
  PolicyChange,
} from '../src/payments/ports/platform-commands.ts'
export type {
  Storefront,
  StorefrontMessage,
  TellOutcome,
} from '../src/payments/ports/storefront.ts'
