import type { Sender } from './send.ts'

/** What the merchant does in the portal, without your shop knowing. */
export interface Portal {
  void(transactionId: string, options?: { reason?: string }): Promise<void>
  /** Default amount: everything left. Decimal units. */
  refund(
    transactionId: string,
    options?: { amount?: number | string; reason?: string },
  ): Promise<void>
  /** Closes a payment's link. */
  disable(paymentId: number): Promise<void>
}

export const portalOf = ({ send }: Sender): Portal => ({
  void: async (transactionId, options = {}) => {
    await send('POST', '/sandbox/portal/void', { transaction_id: transactionId, ...options })
  },
  refund: async (transactionId, options = {}) => {
    await send('POST', '/sandbox/portal/refund', { transaction_id: transactionId, ...options })
  },
  disable: async (paymentId) => {
    await send('POST', '/sandbox/portal/disable', { payment_id: paymentId })
  },
})
