import type { RefundSnapshot } from '@puente/node'
import type { Refund, RefundState } from '@vendure/core'

/** State of a refund in Vendure, by its state at Puente. */
export const stateInVendure = (state: RefundSnapshot['state']): RefundState => {
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

/**
 * Metadata of a refund that Vendure's administrator got an answer for. Refunds that only a
 * notification reported have none: repeating one whose answer was lost must find it.
 */
export const answeredAs = (id: string) => ({ puenteRefund: id })

export const isAnswered = ({ metadata }: Refund): boolean => metadata.puenteRefund !== undefined

/** Recognises a refund of Puente, also if an administrator settled it under another transaction. */
export const isRefundOf = ({ transactionId, metadata }: Refund, id: string): boolean =>
  transactionId === id || metadata.puenteRefund === id
