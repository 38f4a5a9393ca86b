import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import type { GraphqlFailure, GraphqlOutcome } from '../../graphql/outcome.ts'
import { numberOf } from '../ids.ts'

/** Describes an order with an invalid amount. */
export const unreadableOrder = ({
  id,
  totalOutstandingSet,
}: ShopifyOrder): { outcome: 'unreadable'; detail: string } => {
  const { amount, currencyCode } = totalOutstandingSet.presentmentMoney
  const detail = `An amount of order ${numberOf(id)} is none of its currency (${amount} ${currencyCode})`
  return { outcome: 'unreadable', detail }
}

/** Returns whether Shopify fails at this order only. */
export const isFailing = (read: GraphqlOutcome<unknown>): boolean =>
  read.outcome === 'failed' && read.code === 'error-within'

/** Returns whether the response for this order is unreadable. */
export const isUnreadableAnswer = (read: GraphqlOutcome<unknown>): read is GraphqlFailure =>
  read.outcome === 'failed' && read.code === 'unreadable-answer'
