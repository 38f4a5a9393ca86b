/**
 * What the app subscribes to about orders, and the parts that it wants told: what `readOrderHint` reads
 * and no more. Without `fields` a webhook has little to leave out.
 */
export const ORDER_SUBSCRIPTIONS: readonly {
  topics: readonly string[]
  fields?: readonly string[]
}[] = [
  { topics: ['orders/delete'] },
  {
    topics: ['orders/create', 'orders/updated'],
    fields: [
      'id',
      'admin_graphql_api_id',
      'updated_at',
      'payment_gateway_names',
      'financial_status',
    ],
  },
  {
    topics: ['refunds/create'],
    fields: ['id', 'admin_graphql_api_id', 'order_id', 'transactions'],
  },
]

const ORDER_TOPICS = ORDER_SUBSCRIPTIONS.flatMap(({ topics }) => topics)

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
  ORDER_TOPICS.includes(topic) || FORMER_ORDER_TOPICS.includes(topic)

/** What matters of a shop that has installed the app and is no store yet. */
export const mattersWithoutStore = (topic: string): boolean =>
  topic === UNINSTALLED || (COMPLIANCE_TOPICS as readonly string[]).includes(topic)
