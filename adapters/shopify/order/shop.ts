import type { Clock } from '../../../src/runtime/clock.ts'
import type { CheckoutRequest, Core } from '../../adapter.ts'
import type { ShopGraphql } from '../graphql/client.ts'
import { limited } from '../graphql/limits.ts'
import { orderForPaymentQuery, type ShopifyOrder } from '../graphql/operations/order-for-payment.ts'
import type { GraphqlOutcome } from '../graphql/outcome.ts'
import type { ShopifyPolicy } from '../policy.ts'
import { orderGid } from './ids.ts'
import type { MethodBook } from './method-book.ts'
import type { ShareRead } from './reading/shared-reads.ts'
import { wholeOrderOf } from './reading/whole-order.ts'

export interface ShopClient {
  graphql: ShopGraphql
  /** Language of texts for staff. */
  locale: CheckoutRequest['locale']
  /** Target of a pay link. */
  mode: CheckoutRequest['mode']
  policy: ShopifyPolicy
  clock: Clock
  shareRead: ShareRead
  /** Plus shops accept exact payments. */
  isPlus(): Promise<boolean>
  methods: MethodBook
  db: Core['db']
}

/** Reads an order with all of its money; `null`: unknown to the shop. */
export const readShopifyOrder = async (
  { graphql }: Pick<ShopClient, 'graphql'>,
  orderId: string,
): Promise<GraphqlOutcome<ShopifyOrder | null>> => {
  const id = orderGid(orderId)
  if (!id) return { outcome: 'done', value: null }
  const read = await graphql(orderForPaymentQuery, { id })
  return read.outcome === 'done' && read.value ? wholeOrderOf(graphql, read.value) : read
}

/**
 * Reads an order for a page view: shares recent reads, leaves points to notifications about money.
 */
export const readOrderForBuyer = (
  shop: ShopClient,
  orderId: string,
): ReturnType<typeof readShopifyOrder> =>
  shop.shareRead(orderId, () => readShopifyOrder(limited(shop, { leavesSome: true }), orderId))
