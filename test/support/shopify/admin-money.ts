import { type GraphQLResolveInfo, Kind, valueFromASTUntyped } from 'graphql'
import { type AdminState, type Field, problem } from './admin-state.ts'
import { orderView, refundView, transactionView } from './admin-views.ts'
import { refusal } from './answer-graphql.ts'
import {
  allTransactions,
  canMarkAsPaid,
  minorOf,
  moneyOf,
  type StoredOrder,
  type StoredRefund,
} from './stored-order.ts'

/** Error messages are Shopify's own, if known. */
export const moneyFields = ({ books, facts, refundsByKey }: AdminState): Record<string, Field> => {
  /** Rejected refunds' keys, which Shopify does not accept again. */
  const refusedKeys = new Set<string>()
  const dollars = (minor: bigint) => `$${(Number(minor) / 100).toFixed(2)}`

  const refunded = (order: StoredOrder, refund: StoredRefund) => ({
    refund: refundView(refund, order, facts),
    order: orderView(order, facts),
    userErrors: [],
  })

  return {
    'Mutation.orderMarkAsPaid': ({ input: { id } }: { input: { id: string } }) => {
      const order = books.find(id)
      if (!order) return problem('id', 'Order does not exist')
      if (!canMarkAsPaid(order)) {
        return {
          order: orderView(order, facts),
          ...problem('id', 'Order cannot be marked as paid.'),
        }
      }
      books.markPaid(order)
      return { order: orderView(order, facts), userErrors: [] }
    },
    'Mutation.orderCreateManualPayment': ({
      id,
      amount: given,
      paymentMethodName: gateway = 'Other',
      processedAt,
    }: ManualPayment) => {
      if (!facts.plan.shopifyPlus) {
        throw refusal('Access denied for orderCreateManualPayment field.', 'ACCESS_DENIED')
      }
      const order = books.find(id)
      if (!order) return problem('id', 'Order does not exist')
      const { outstanding } = moneyOf(order)
      if (!canMarkAsPaid(order)) return problem('id', 'Order is already fully paid')
      const amount = given ? minorOf(given.amount, order.currency) : outstanding
      if (amount === undefined || (given && given.currencyCode !== order.currency)) {
        return problem('amount', `Currency must be ${order.currency}`)
      }
      if (amount === 0n || amount > outstanding) {
        return problem('amount', 'Amount is greater than what is outstanding')
      }
      books.payManually(order, { amount, gateway, processedAt })
      return { order: orderView(order, facts), userErrors: [] }
    },
    'Mutation.orderCapture': ({ input }: { input: CaptureInput }) => {
      const order = books.find(input.id)
      const parent = order?.transactions.find(({ id }) => id === input.parentTransactionId)
      if (!order || !parent) return problem('parentTransactionId', 'Transaction does not exist')
      if (!facts.manuallyCapturable || parent.status !== 'PENDING' || order.cancelledAt) {
        return problem('parentTransactionId', 'The transaction cannot be captured')
      }
      const amount = minorOf(input.amount, order.currency)
      if (input.currency !== order.currency || amount === undefined) {
        return problem('currency', `Currency must be ${order.currency}`)
      }
      if (amount === 0n || amount > moneyOf(order).outstanding) {
        return problem('amount', 'Amount is greater than what is outstanding')
      }
      const taken = books.capture(order, parent, amount)
      return { transaction: transactionView(taken, order, facts), userErrors: [] }
    },
    'Mutation.refundCreate': ({ input }: { input: RefundInput }, info) => {
      const key = idempotencyKey(info)
      if (!key) {
        throw refusal('The @idempotent directive is required for this mutation', 'BAD_REQUEST')
      }
      const asked = JSON.stringify(input)
      const known = refundsByKey.get(key)
      if (known && known.asked !== asked) {
        return problem('input', 'The idempotency key was used with other parameters')
      }
      if (known) return refunded(known.order, known.refund)
      if (refusedKeys.has(key)) {
        const message = 'A previous request with this idempotency key failed.'
        return problem('input', `${message} Retry with a new idempotency key.`)
      }
      const order = books.find(input.orderId)
      if (!order) return problem('orderId', 'Order does not exist')
      const parts = (input.transactions ?? []).map(({ parentId, amount }) => ({
        parent: allTransactions(order).find(({ id }) => id === parentId),
        amount: minorOf(amount, order.currency) ?? 0n,
      }))
      const [missing] = parts.filter(({ parent }) => parent?.status !== 'SUCCESS')
      if (missing) return problem('transactions', 'Parent transaction is not a payment')
      const total = parts.reduce((sum, { amount }) => sum + amount, 0n)
      const { net } = moneyOf(order)
      if (total > net) {
        refusedKeys.add(key)
        const message = `Refund amount ${dollars(total)} is greater than net payment received ${dollars(net)}`
        return problem('transactions', message)
      }
      const refund = books.refund(
        order,
        parts.flatMap(({ parent, amount }) => (parent ? [{ parent, amount }] : [])),
        { note: input.note ?? null },
      )
      refundsByKey.set(key, { asked, refund, order })
      return refunded(order, refund)
    },
  }
}

interface ManualPayment {
  id: string
  amount?: { amount: string; currencyCode: string }
  paymentMethodName?: string
  processedAt?: string
}

interface CaptureInput {
  id: string
  parentTransactionId: string
  amount: string
  currency?: string
}

interface RefundInput {
  orderId: string
  note?: string | null
  transactions?: { parentId?: string; amount: string }[]
}

const idempotencyKey = ({ fieldNodes, variableValues }: GraphQLResolveInfo): string | undefined => {
  const directive = fieldNodes[0]?.directives?.find(({ name }) => name.value === 'idempotent')
  const value = directive?.arguments?.find(({ name }) => name.value === 'key')?.value
  if (!value) return undefined
  return value.kind === Kind.VARIABLE
    ? String(variableValues[value.name.value])
    : String(valueFromASTUntyped(value))
}
