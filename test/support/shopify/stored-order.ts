import { currencyByCode } from '../../../src/domain/currencies.ts'

/** Amounts are minor units of the presentment currency. */
export interface StoredTransaction {
  id: string
  kind: 'SALE' | 'CAPTURE' | 'REFUND' | 'VOID' | 'AUTHORIZATION'
  status: 'PENDING' | 'SUCCESS' | 'FAILURE'
  gateway: string
  amount: bigint
  isManual: boolean
  parentId: string | null
  processedAt: string
}

export interface StoredRefund {
  id: string
  note: string | null
  createdAt: string
  tax: bigint
  transactions: StoredTransaction[]
}

export interface StoredOrder {
  /** Numeric tail of `gid`, too large for a JSON number. */
  id: string
  gid: string
  name: string
  /** Presentment currency. */
  currency: string
  total: bigint
  lineItems: { name: string; quantity: number }[]
  transactions: StoredTransaction[]
  refunds: StoredRefund[]
  /** `null` for an order created by API. */
  checkoutToken: string | null
  isByApi: boolean
  test: boolean
  edited: boolean
  closed: boolean
  cancelledAt: string | null
  restocked: boolean
  note: string | null
  metafields: Map<string, string>
  email: string | null
  phone: string | null
  customerLocale: string | null
  billingName: string | null
  createdAt: string
  updatedAt: string
}

const sum = (transactions: readonly StoredTransaction[], ...kinds: StoredTransaction['kind'][]) =>
  transactions
    .filter(({ kind, status }) => status === 'SUCCESS' && kinds.includes(kind))
    .reduce((total, { amount }) => total + amount, 0n)

const refundsOf = ({ refunds }: StoredOrder) => refunds.flatMap(({ transactions }) => transactions)

export const moneyOf = (order: StoredOrder) => {
  const received = sum(order.transactions, 'SALE', 'CAPTURE')
  const refunded = sum(refundsOf(order), 'REFUND')
  const outstanding = order.total > received ? order.total - received : 0n
  return { total: order.total, received, refunded, outstanding, net: received - refunded }
}

export const allTransactions = (order: StoredOrder): StoredTransaction[] => [
  ...order.transactions,
  ...refundsOf(order),
]

export const financialStatus = (order: StoredOrder): string | null => {
  const { received, refunded, outstanding } = moneyOf(order)
  if (refunded > 0n) return refunded < received ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  if (order.cancelledAt && received === 0n) return 'VOIDED'
  if (outstanding === 0n) return 'PAID'
  if (received > 0n) return 'PARTIALLY_PAID'
  return order.isByApi ? null : 'PENDING'
}

export const canMarkAsPaid = (order: StoredOrder): boolean =>
  order.cancelledAt === null && moneyOf(order).outstanding > 0n

/** Like Shopify: `12.5`, `0.0`. */
export const decimalOf = (minor: bigint, currency: string): string => {
  const { exponent } = currencyByCode(currency) ?? { exponent: 2 }
  const digits = minor.toString().padStart(exponent + 1, '0')
  const whole = exponent === 0 ? digits : digits.slice(0, -exponent)
  const decimals = exponent === 0 ? '' : digits.slice(-exponent).replace(/0+$/, '')
  return `${whole}.${decimals || '0'}`
}

export const minorOf = (decimal: string, currency: string): bigint | undefined => {
  const { exponent } = currencyByCode(currency) ?? { exponent: 2 }
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  const significant = decimals.replace(/0+$/, '')
  if (whole === undefined || significant.length > exponent) return undefined
  return BigInt(whole + significant.padEnd(exponent, '0'))
}
