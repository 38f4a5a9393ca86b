/** What the app subscribes to; the same topics are in `shopify.app.toml`. */
export const ORDER_TOPICS = [
  'orders/create',
  'orders/updated',
  'orders/delete',
  'refunds/create',
] as const

/** What `orders/updated` says as well: apps that were deployed before subscribe to them yet. */
const FORMER_ORDER_TOPICS: readonly string[] = ['orders/edited', 'orders/cancelled', 'orders/paid']

/** Every app has to take these. */
export const COMPLIANCE_TOPICS = [
  'customers/data_request',
  'customers/redact',
  'shop/redact',
] as const

export const UNINSTALLED = 'app/uninstalled'

export const isOrderTopic = (topic: string): boolean =>
  (ORDER_TOPICS as readonly string[]).includes(topic) || FORMER_ORDER_TOPICS.includes(topic)

/** What matters of a shop that has installed the app and is no store yet. */
export const mattersWithoutStore = (topic: string): boolean =>
  topic === UNINSTALLED || (COMPLIANCE_TOPICS as readonly string[]).includes(topic)
