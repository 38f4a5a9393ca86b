import type { ShopOrder } from '../graphql/operations/order-for-payment.ts'
import type { GraphqlFailure, GraphqlOutcome } from '../graphql/outcome.ts'
import { numberOf } from './ids.ts'

/** An order that says something which cannot be: for a person. */
export const unreadableOrder = ({
  id,
  totalOutstandingSet,
}: ShopOrder): { outcome: 'unreadable'; detail: string } => {
  const { amount, currencyCode } = totalOutstandingSet.presentmentMoney
  const detail = `An amount of order ${numberOf(id)} is none of its currency (${amount} ${currencyCode})`
  return { outcome: 'unreadable', detail }
}

/** Shopify fails at this one order, and answers for others: they are read on. */
export const isFailing = (read: GraphqlOutcome<unknown>): boolean =>
  read.outcome === 'failed' && read.code === 'error-within'

/** An answer that cannot be read is about this one order: others are read on. */
export const isUnreadable = (read: GraphqlOutcome<unknown>): read is GraphqlFailure =>
  read.outcome === 'failed' && read.code === 'unreadable-answer'
