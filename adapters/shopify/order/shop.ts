import type { Clock } from '../../../src/runtime/clock.ts'
import type { CheckoutRequest, Db } from '../../adapter.ts'
import type { ShopGraphql } from '../graphql/client.ts'
import { limited } from '../graphql/limits.ts'
import { orderForPayment, type ShopOrder } from '../graphql/operations/order-for-payment.ts'
import type { GraphqlOutcome } from '../graphql/outcome.ts'
import type { ShopifyPolicy } from '../policy.ts'
import { orderGid } from './ids.ts'
import type { MethodBook } from './method-book.ts'
import type { ShareRead } from './shared-reads.ts'
import { wholeOrder } from './whole-order.ts'

/** A shop of Shopify as notifying it and reading it see it. */
export interface Shop {
  graphql: ShopGraphql
  /** The language of what the shop's people read. */
  locale: CheckoutRequest['locale']
  /** Where a pay link leads. */
  mode: CheckoutRequest['mode']
  policy: ShopifyPolicy
  clock: Clock
  /** Shares what was read of an order among those who open it at the same time. */
  shareRead: ShareRead
  /** It is on Plus, and takes payments of an exact amount. */
  isPlus(): Promise<boolean>
  /** What is known of the payment methods of its orders. */
  methods: MethodBook
  /** Where refunds are kept before they are entered. */
  db: Db
}

/** An order with all of its money; `null`: the shop knows no such order. */
export const readOrder = async (
  { graphql }: Pick<Shop, 'graphql'>,
  orderId: string,
): Promise<GraphqlOutcome<ShopOrder | null>> => {
  const id = orderGid(orderId)
  if (!id) return { outcome: 'done', value: null }
  const read = await graphql(orderForPayment, { id })
  return read.outcome === 'done' && read.value ? wholeOrder(graphql, read.value) : read
}

/** The same for somebody who has opened a page: what the shop is notified of money comes first. */
export const readOrderForBuyer = (shop: Shop, orderId: string): ReturnType<typeof readOrder> =>
  shop.shareRead(orderId, () => readOrder(limited(shop, { leavesSome: true }), orderId))
