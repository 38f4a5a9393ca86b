/** WooCommerce's `set_paid` works on these only. */
export const NEEDS_PAYMENT: readonly string[] = ['pending', 'failed']
const UNPAID: readonly string[] = [...NEEDS_PAYMENT, 'checkout-draft', 'auto-draft']

const OVER: readonly string[] = ['cancelled', 'trash']

export type WooOrderState = 'unpaid' | 'paid' | 'cancelled' | 'refunded'

/**
 * An unpaid status overrides the payment date, which WooCommerce keeps for a reopened order. Other
 * statuses, including plugins', are paid if dated.
 */
export const wooStateOf = ({
  status,
  isPaidAt,
}: {
  status: string
  isPaidAt: boolean
}): WooOrderState => {
  if (OVER.includes(status)) return 'cancelled'
  if (status === 'refunded') return 'refunded'
  if (UNPAID.includes(status)) return 'unpaid'
  return isPaidAt ? 'paid' : 'unpaid'
}
