import type { MoneyOfOrder, RefundOfOrder, Sale } from './money-of-order.ts'
import { requestKeyOf } from './order-state.ts'

/** What is looked at of a void or a refund of ours that is done. */
export interface SucceededRefund {
  id: string
  /** In minor units. */
  amountMinor: bigint
  /** Under which it was asked for; one that was entered in Shopify names its refund there. */
  requestKey: string | null
}

/** A part of a refund that is missing in Shopify, of the sale that it refunds. */
export interface RefundPart {
  sale: Sale
  amountMinor: bigint
}

export interface MissingRefund {
  refundId: string
  /** Nothing for one that is beyond what the order holds. */
  parts: RefundPart[]
  /** What the order in Shopify has no room for: a fee, a tip, or what was charged too much. */
  beyondMinor: bigint
}

/** Whether Shopify has a refund for a void or a refund of ours. */
const isEntered = (
  refunds: readonly RefundOfOrder[],
  { id, requestKey }: SucceededRefund,
): boolean =>
  refunds.some((refund) => refund.refundId === id || requestKeyOf(refund.id) === requestKey)

/**
 * Plans the entries that Shopify still lacks for voids and refunds that are done. A refund that was
 * requested from Shopify, or entered before, has its entry. `unusedMinor`: the part of
 * `enteredElsewhereMinor` that no refund accounts for, so that Shopify shows it in excess.
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
  // A refund that names no sale leaves less in the order, too.
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
