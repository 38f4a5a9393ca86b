import { policyOf, type Store } from '../../adapter.ts'
import type { ShopifyDeps } from '../deps.ts'
import type { ShopGraphql } from '../graphql/client.ts'
import { limited } from '../graphql/limits.ts'
import { graphqlOf } from '../graphql/of-store.ts'
import { orderForPaymentQuery, type ShopifyOrder } from '../graphql/operations/order-for-payment.ts'
import type { GraphqlOutcome } from '../graphql/outcome.ts'
import { shopifyPolicyOf } from '../policy.ts'
import { orderGid } from './ids.ts'
import { methodBookOf } from './method-book.ts'
import type { OrderRead } from './reading/shared-reads.ts'
import { wholeOrderOf } from './reading/whole-order.ts'

export type ShopClient = ReturnType<typeof shopOf>

export const shopOf = (store: Store, deps: ShopifyDeps) => {
  const { db, clock, isPlus, shareRead } = deps
  const graphql = graphqlOf(store, deps)
  return {
    graphql,
    /** Plus shops accept exact payments. */
    isPlus: () => isPlus(store.id, graphql),
    /** Language of texts for staff. */
    locale: store.locale,
    /** Target of a pay link. */
    mode: policyOf(store).checkout_mode,
    policy: shopifyPolicyOf(store),
    methods: methodBookOf(store, deps),
    clock,
    db,
    shareRead: (orderId: string, read: () => Promise<OrderRead>) =>
      shareRead(`${store.id} ${orderId}`, read),
  }
}

/** Returns `null` for an order unknown to the shop. */
export const readShopifyOrder = async (
  { graphql }: { graphql: ShopGraphql },
  orderId: string,
): Promise<GraphqlOutcome<ShopifyOrder | null>> => {
  const id = orderGid(orderId)
  if (!id) return { outcome: 'done', value: null }
  const read = await graphql(orderForPaymentQuery, { id })
  return read.outcome === 'done' && read.value ? wholeOrderOf(graphql, read.value) : read
}

/** Reads for a page view: shares recent reads, leaves points to notifications about money. */
export const readOrderForBuyer = (
  shop: ShopClient,
  orderId: string,
): ReturnType<typeof readShopifyOrder> =>
  shop.shareRead(orderId, () => readShopifyOrder(limited(shop, { leavesSome: true }), orderId))
