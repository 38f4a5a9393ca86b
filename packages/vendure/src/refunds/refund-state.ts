import type { RefundState } from '@vendure/core'

/** State of a refund in Vendure, by its state at Puente. */
export const stateInVendure = (state: string): RefundState => {
  switch (state) {
    case 'succeeded':
      return 'Settled'
    case 'failed':
    case 'cancelled':
      return 'Failed'
    default:
      return 'Pending'
  }
}
