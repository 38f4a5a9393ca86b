import { ignoredPayload, operation } from './operation.ts'

/** Shopify's limit, in characters. */
export const MOST_STAFF_NOTE = 255

/**
 * Starts an asynchronous cancellation, without a refund. A repeat returns the user error `Cannot
 * cancel an order that has already been canceled`.
 */
export const cancelOrderMutation = operation<{
  id: string
  reason: 'CUSTOMER' | 'DECLINED' | 'FRAUD' | 'INVENTORY' | 'OTHER' | 'STAFF'
  restock: boolean
  note: string | null
}>('admin')(
  `mutation Cancel($id: ID!, $reason: OrderCancelReason!, $restock: Boolean!, $note: String) {
  orderCancel(
    orderId: $id, reason: $reason, restock: $restock, notifyCustomer: false, staffNote: $note
  ) {
    job { id done }
    orderCancelUserErrors { code field message }
  }
}`,
  ignoredPayload('orderCancel', 'job'),
)

/** Namespace `$app` is reserved for the app. */
type Metafield = Record<'ownerId' | 'namespace' | 'key' | 'type' | 'value', string>

export const setMetafieldsMutation = operation<{ metafields: Metafield[] }>('admin')(
  `mutation SetMeta($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) {
    metafields { id namespace key }
    userErrors { code field message }
  }
}`,
  ignoredPayload('metafieldsSet', 'metafields'),
)

/** Overwrites the note, so include the previous text. */
export const setOrderNoteMutation = operation<{ input: { id: string; note: string } }>('admin')(
  `mutation OrderNote($input: OrderInput!) {
  orderUpdate(input: $input) {
    order { id note }
    userErrors { field message }
  }
}`,
  ignoredPayload('orderUpdate', 'order'),
)
