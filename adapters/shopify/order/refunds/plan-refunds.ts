import type { RefundOfMessage } from '../../../refund-state.ts'
import type { MoneyOfOrder, RefundOfOrder, Sale } from '../reading/money-of-order.ts'

/** Its idempotency key names the Shopify refund if staff entered it. */
type SucceededRefund = Pick<RefundOfMessage, 'id' | 'amount_minor' | 'idempotency_key'>

export interface RefundPart {
  sale: Sale
  amountMinor: bigint
}

export interface MissingRefund<Refund> {
  refund: Refund
  /** Empty if the order has no room left. */
  parts: RefundPart[]
  /** Amount beyond the order: a fee, a tip or an overcharge. */
  beyondMinor: bigint
}

const isEntered = (
  refunds: readonly RefundOfOrder[],
  { id, idempotency_key: key }: SucceededRefund,
): boolean => refunds.some((refund) => refund.refundId === id || refund.requestKey === key)

/**
 * Plans Shopify's missing entries for succeeded voids and refunds, except entries by staff or
 * Puente. `unusedMinor`: part of `enteredElsewhereMinor` without a refund, which Shopify shows in
 * excess.
 */
export const planRefunds = <Refund extends SucceededRefund>(
  {
    sales,
    refunds,
    receivedMinor,
    refundedMinor,
  }: Pick<MoneyOfOrder, 'sales' | 'refunds' | 'receivedMinor' | 'refundedMinor'>,
  ourRefunds: readonly Refund[],
  /** Amount entered under the id of another refund. */
  enteredElsewhereMinor = 0n,
): { missing: MissingRefund<Refund>[]; unusedMinor: bigint } => {
  let elsewhereMinor = enteredElsewhereMinor
  const rests = sales.map((sale) => ({ sale, restMinor: sale.restMinor }))
  // A refund without a sale reduces the order's rest, too.
  let ofOrderMinor = receivedMinor - refundedMinor
  const missing = ourRefunds
    .filter((refund) => !isEntered(refunds, refund))
    .map((refund) => {
      const thereMinor = least(refund.amount_minor, elsewhereMinor)
      elsewhereMinor -= thereMinor
      let leftMinor = refund.amount_minor - thereMinor
      const parts: RefundPart[] = []
      for (const rest of rests) {
        const partMinor = least(leftMinor, rest.restMinor, ofOrderMinor)
        if (partMinor <= 0n) continue
        parts.push({ sale: rest.sale, amountMinor: partMinor })
        rest.restMinor -= partMinor
        leftMinor -= partMinor
        ofOrderMinor -= partMinor
      }
      return { refund, parts, beyondMinor: leftMinor }
    })
  return { missing, unusedMinor: elsewhereMinor }
}

const least = (...amounts: readonly bigint[]): bigint =>
  amounts.reduce((one, other) => (one < other ? one : other))
