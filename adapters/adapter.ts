/**
 * Everything that adapters import from `src`, apart from `src/domain`, `src/locales` and
 * `src/runtime`. See `README.md`.
 */

export { readAttention } from '../src/http/api/alerts/attention.ts'
export { refusePayment } from '../src/http/api/checkouts/payment-refusals.ts'
export type { SignedCalls } from '../src/http/api/merchant/callers.ts'
export { readShopOrder, shopOrder } from '../src/http/api/orders/shop-order.ts'
export { definePlatformRoute as defineRoute } from '../src/http/api/route.ts'
/** Caches webhook secrets, to avoid unsealing them for each delivery. */
export { cacheSecrets as rememberSecrets } from '../src/http/gateway-webhooks/webhook-secrets.ts'
export { renderDocument } from '../src/http/pay-pages/document.ts'
export { renderPage } from '../src/http/pay-pages/page.ts'
export type { Inbox, InstalledPlatform, PlatformRoutes } from '../src/http/platform-routes.ts'
export * from '../src/payments/facade/facade.ts'
export { platformTask } from '../src/payments/facade/open-platform.ts'
export { customerOf, decorationText, orderNumber } from '../src/payments/ports/order-texts.ts'
export type {
  PlatformAlertTexts,
  PlatformMessage,
  PlatformMessageOutcome,
  PlatformPersonalData,
  PlatformRetention,
  PlatformTables,
} from '../src/payments/ports/platform.ts'
export type {
  CommandPlace,
  GivenOptions,
  PlatformCommands,
  PlatformOption,
} from '../src/payments/ports/platform-commands.ts'
export {
  type ChangedOrdersOutcome,
  DELIVERED,
  type DeliveryResult,
  type NoteCall,
  type NotRead,
  type OrderAtStore,
  type OrderMessage,
  type OrderToPayOutcome,
  type ReadOrdersOutcome,
  type RefundAtStore,
  type SavedCardMessage,
  STORE_ORDER_STATUSES,
  type StoreCall,
  type Storefront,
  type UnpaidOrder,
} from '../src/payments/ports/storefront.ts'
