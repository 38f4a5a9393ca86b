import { z } from 'zod'
import { operation } from './operation.ts'

/** Shopify's limit, in characters. */
export const MOST_STAFF_NOTE = 255

/**
 * Starts an asynchronous cancellation without a refund. A repeat returns the user error `Cannot
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
  z
    .object({
      orderCancel: z.object({ job: z.object({ id: z.string(), done: z.boolean() }).nullish() }),
    })
    .transform(({ orderCancel: { job } }) => job ?? null),
)

export type Metafield = {
  ownerId: string
  /** `$app`: reserved for the app. */
  namespace: string
  key: string
  type: string
  value: string
}

export const setMetafieldsMutation = operation<{ metafields: Metafield[] }>('admin')(
  `mutation SetMeta($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) {
    metafields { id namespace key }
    userErrors { code field message }
  }
}`,
  z
    .object({
      metafieldsSet: z.object({ metafields: z.array(z.object({ id: z.string() })).nullish() }),
    })
    .transform(({ metafieldsSet: { metafields } }) => metafields ?? []),
)

/** Overwrites the note: include the previous text. */
export const setOrderNoteMutation = operation<{ input: { id: string; note: string } }>('admin')(
  `mutation OrderNote($input: OrderInput!) {
  orderUpdate(input: $input) {
    order { id note }
    userErrors { field message }
  }
}`,
  z
    .object({
      orderUpdate: z.object({
        order: z.object({ id: z.string(), note: z.string().nullish() }).nullish(),
      }),
    })
    .transform(({ orderUpdate: { order } }) => order ?? null),
)
