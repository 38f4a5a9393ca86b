import type { MoneyOfOrder, RefundOfOrder, Sale } from '../reading/money-of-order.ts'
import { requestKeyOfShopifyRefund } from '../reading/order-state.ts'

export interface SucceededRefund {
  id: string
  amountMinor: bigint
  /** Idempotency key; names the Shopify refund if staff entered it. */
  requestKey: string | null
}

export interface RefundPart {
  sale: Sale
  amountMinor: bigint
}

export interface MissingRefund {
  refundId: string
  /** Empty if the order has no room left. */
  parts: RefundPart[]
  /** Amount beyond the order: a fee, a tip or an overcharge. */
  beyondMinor: bigint
}

const isEntered = (
  refunds: readonly RefundOfOrder[],
  { id, requestKey }: SucceededRefund,
): boolean =>
  refunds.some(
    (refund) => refund.refundId === id || requestKeyOfShopifyRefund(refund.id) === requestKey,
  )

/**
 * Plans Shopify's missing entries for succeeded voids and refunds; skips refunds that staff or
 * Puente entered. `unusedMinor`: part of `enteredElsewhereMinor` without a refund, which Shopify
 * shows in excess.
 */
export const planRefunds = (
  {
    sales,
    refunds,
    receivedMinor,
    refundedMinor,
  }: Pick<MoneyOfOrder, 'sales' | 'refunds' | 'receivedMinor' | 'refundedMinor'>,
  ourRefunds: readonly SucceededRefund[],
  /** Amount entered under the id of another refund. */
  enteredElsewhereMinor = 0n,
): { missing: MissingRefund[]; unusedMinor: bigint } => {
  let elsewhereMinor = enteredElsewhereMinor
  const rests = sales.map((sale) => ({ sale, restMinor: sale.restMinor }))
  // A refund without a sale reduces the order's rest, too.
  let ofOrderMinor = receivedMinor - refundedMinor
  const missing = ourRefunds
    .filter((refund) => !isEntered(refunds, refund))
    .map(({ id, amountMinor }) => {
      const thereMinor = least(amountMinor, elsewhereMinor)
      elsewhereMinor -= thereMinor
      let leftMinor = amountMinor - thereMinor
      const parts: RefundPart[] = []
      for (const rest of rests) {
        const partMinor = least(leftMinor, rest.restMinor, ofOrderMinor)
        if (partMinor <= 0n) continue
        parts.push({ sale: rest.sale, amountMinor: partMinor })
        rest.restMinor -= partMinor
        leftMinor -= partMinor
        ofOrderMinor -= partMinor
      }
      return { refundId: id, parts, beyondMinor: leftMinor }
    })
  return { missing, unusedMinor: elsewhereMinor }
}

const least = (...amounts: readonly bigint[]): bigint =>
  amounts.reduce((one, other) => (one < other ? one : other))
