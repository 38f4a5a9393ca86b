/** Topics with the fields that `readOrderHint` reads. Other payloads are small. */
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

/** `orders/updated` covers these, but earlier deployed apps still subscribe to them. */
const FORMER_ORDER_TOPICS: readonly string[] = ['orders/edited', 'orders/cancelled', 'orders/paid']

/** Mandatory for every app. */
export const COMPLIANCE_TOPICS = [
  'customers/data_request',
  'customers/redact',
  'shop/redact',
] as const

export const UNINSTALLED = 'app/uninstalled'

export const isOrderTopic = (topic: string): boolean =>
  ORDER_TOPICS.includes(topic) || FORMER_ORDER_TOPICS.includes(topic)

/** Returns whether a shop without a store, but with the app, needs this topic handled. */
export const mattersWithoutStore = (topic: string): boolean =>
  topic === UNINSTALLED || (COMPLIANCE_TOPICS as readonly string[]).includes(topic)
