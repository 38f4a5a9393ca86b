import {
  allTransactions,
  canMarkAsPaid,
  decimalOf,
  financialStatus,
  moneyOf,
  type StoredOrder,
  type StoredRefund,
  type StoredTransaction,
} from './stored-order.ts'

export interface ShopFacts {
  /** The presentment currency may differ. */
  currency: string
  /** Into the shop currency. */
  rateOf(currency: string): number
  plan: { shopifyPlus: boolean; partnerDevelopment: boolean }
  /** Partial capture of a pending manual payment. */
  manuallyCapturable: boolean
  /** Protected fields without approval return null. */
  unapproved: Set<string>
}

const bag = (minor: bigint, currency: string, facts: ShopFacts) => {
  const inShop = BigInt(Math.round(Number(minor) * facts.rateOf(currency)))
  return {
    presentmentMoney: { amount: decimalOf(minor, currency), currencyCode: currency },
    shopMoney: { amount: decimalOf(inShop, facts.currency), currencyCode: facts.currency },
  }
}

export const transactionView = (
  transaction: StoredTransaction,
  order: StoredOrder,
  facts: ShopFacts,
): object => {
  const parent = allTransactions(order).find(({ id }) => id === transaction.parentId)
  const isPending = transaction.kind === 'SALE' && transaction.status === 'PENDING'
  return {
    __typename: 'OrderTransaction',
    ...transaction,
    createdAt: transaction.processedAt,
    formattedGateway: transaction.gateway,
    manualPaymentGateway: transaction.isManual,
    manuallyCapturable: isPending && facts.manuallyCapturable && canMarkAsPaid(order),
    test: order.test,
    amountSet: bag(transaction.amount, order.currency, facts),
    parentTransaction: parent ? transactionView(parent, order, facts) : null,
  }
}

export const refundView = (refund: StoredRefund, order: StoredOrder, facts: ShopFacts): object => ({
  __typename: 'Refund',
  ...refund,
  totalRefundedSet: bag(
    refund.transactions.reduce((total, { amount }) => total + amount, 0n),
    order.currency,
    facts,
  ),
  transactions: ({ first, after }: { first: number; after?: string }) => {
    const from = Number(after ?? 0)
    const rest = refund.transactions.slice(from)
    const nodes = rest.slice(0, first).map((one) => transactionView(one, order, facts))
    const endCursor = String(from + nodes.length)
    return { nodes, pageInfo: { hasNextPage: rest.length > nodes.length, endCursor } }
  },
})

export const orderView = (order: StoredOrder, facts: ShopFacts): object => {
  const money = moneyOf(order)
  const approved = <T>(field: string, value: T): T | null =>
    facts.unapproved.has(field) ? null : value
  const set = (minor: bigint) => bag(minor, order.currency, facts)
  return {
    __typename: 'Order',
    ...order,
    id: order.gid,
    legacyResourceId: order.id,
    number: Number(order.name.slice(1)),
    currencyCode: facts.currency,
    presentmentCurrencyCode: order.currency,
    displayFinancialStatus: financialStatus(order),
    canMarkAsPaid: canMarkAsPaid(order),
    fullyPaid: money.outstanding === 0n,
    unpaid: money.received === 0n,
    refundable: money.net > 0n,
    confirmationNumber: `C${order.name.slice(1)}`,
    paymentGatewayNames: [...new Set(order.transactions.map(({ gateway }) => gateway))],
    email: approved('email', order.email),
    phone: approved('phone', order.phone),
    billingAddress: approved(
      'billingAddress',
      order.billingName === null ? null : { name: order.billingName, phone: order.phone },
    ),
    currentTotalPriceSet: set(money.total),
    totalOutstandingSet: set(money.outstanding),
    totalReceivedSet: set(money.received),
    totalRefundedSet: set(money.refunded),
    netPaymentSet: set(money.net),
    lineItems: {
      nodes: order.lineItems.map(({ name, quantity }) => ({ name, currentQuantity: quantity })),
    },
    transactions: ({ first }: { first?: number }) =>
      allTransactions(order)
        .slice(0, first)
        .map((one) => transactionView(one, order, facts)),
    refunds: ({ first }: { first?: number }) =>
      order.refunds.slice(0, first).map((one) => refundView(one, order, facts)),
    metafield: ({ namespace, key }: { namespace?: string; key: string }) => {
      const value = order.metafields.get(`${namespace}.${key}`)
      return value === undefined ? null : { value }
    },
  }
}
