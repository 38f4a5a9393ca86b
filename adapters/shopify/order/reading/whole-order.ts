import type { ShopGraphql } from '../../graphql/client.ts'
import type { Operation } from '../../graphql/operations/operation.ts'
import {
  FIRST_REFUNDS,
  FIRST_TRANSACTIONS,
  MOST_TRANSACTIONS,
  type ShopifyOrder,
  transactionsOfOrderQuery,
} from '../../graphql/operations/order-for-payment.ts'
import {
  MOST_REFUNDS,
  REFUNDS_AT_ONCE,
  refundsByIdsQuery,
  refundsOfOrderQuery,
  type ShopRefund,
  transactionsOfRefundQuery,
} from '../../graphql/operations/refund.ts'
import type { Transaction } from '../../graphql/operations/transaction.ts'
import { type GraphqlFailure, operationFailed } from '../../graphql/outcome.ts'
import { numberOf } from '../ids.ts'

/**
 * Completes an order's lists, because unseen money would never be refunded. Fails as unreadable if
 * a list is too long.
 */
export const wholeOrderOf = async (
  graphql: ShopGraphql,
  order: ShopifyOrder,
): Promise<Read<ShopifyOrder>> => {
  const transactions = await allTransactions(graphql, order)
  if (transactions.outcome !== 'done') return transactions
  const refunds = await allRefunds(graphql, order)
  if (refunds.outcome !== 'done') return refunds
  const value = { ...order, transactions: transactions.value, refunds: refunds.value }
  return { outcome: 'done', value }
}

type Read<T> = { outcome: 'done'; value: T } | GraphqlFailure

const readPart = async <Variables extends Record<string, unknown>, Value>(
  graphql: ShopGraphql,
  query: Operation<Variables, Value>,
  variables: Variables,
): Promise<Read<Value>> => {
  const read = await graphql(query, variables)
  return read.outcome === 'user-errors' ? { outcome: 'done', value: read.value } : read
}

const tooMany = ({ id }: ShopifyOrder, what: string): GraphqlFailure =>
  operationFailed('unreadable-answer', {
    detail: `Order ${numberOf(id)} has more ${what} than can be read`,
    effect: 'none',
  })

const allTransactions = async (
  graphql: ShopGraphql,
  order: ShopifyOrder,
): Promise<Read<Transaction[]>> => {
  const { id, transactions } = order
  if (transactions.length < FIRST_TRANSACTIONS) return { outcome: 'done', value: transactions }
  const read = await readPart(graphql, transactionsOfOrderQuery, { id })
  const isFull = read.outcome === 'done' && read.value.length >= MOST_TRANSACTIONS
  return isFull ? tooMany(order, 'transactions') : read
}

const allRefunds = async (
  graphql: ShopGraphql,
  order: ShopifyOrder,
): Promise<Read<ShopRefund[]>> => {
  const refunds = [...order.refunds]
  if (refunds.length >= FIRST_REFUNDS) {
    const all = await readPart(graphql, refundsOfOrderQuery, { id: order.id })
    if (all.outcome !== 'done') return all
    if (all.value.length >= MOST_REFUNDS) return tooMany(order, 'refunds')
    const known = new Set(refunds.map(({ id }) => id))
    const others = all.value.map(({ id }) => id).filter((id) => !known.has(id))
    for (let at = 0; at < others.length; at += REFUNDS_AT_ONCE) {
      const ids = others.slice(at, at + REFUNDS_AT_ONCE)
      const read = await readPart(graphql, refundsByIdsQuery, { ids })
      if (read.outcome !== 'done') return read
      refunds.push(...read.value)
    }
  }
  const whole: ShopRefund[] = []
  for (const refund of refunds) {
    const read = await wholeRefund(graphql, refund)
    if (read.outcome !== 'done') return read
    whole.push(read.value)
  }
  return { outcome: 'done', value: whole }
}

const wholeRefund = async (graphql: ShopGraphql, refund: ShopRefund): Promise<Read<ShopRefund>> => {
  let whole = refund
  while (whole.next !== null) {
    const read = await readPart(graphql, transactionsOfRefundQuery, {
      id: refund.id,
      after: whole.next,
    })
    if (read.outcome !== 'done') return read
    const { transactions = [], next = null } = read.value ?? {}
    whole = { ...whole, transactions: [...whole.transactions, ...transactions], next }
  }
  return { outcome: 'done', value: whole }
}
