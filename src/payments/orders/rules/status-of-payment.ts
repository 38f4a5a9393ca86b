import { isPaymentState } from '../../../contract/payment-states.ts'
import type { PaymentRow } from '../../../db/db.ts'
import type { PaymentStanding } from './advance.ts'

/** An attempt that the gateway has not answered for yet stands where every payment begins. */
export const statusOfPayment = (
  payment: Pick<
    PaymentRow,
    | 'state'
    | 'transaction_id'
    | 'total_minor'
    | 'service_fee_minor'
    | 'sales_tax_minor'
    | 'tip_minor'
    | 'refunded_minor'
    | 'paid_at'
  >,
): PaymentStanding => ({
  state: isPaymentState(payment.state) ? payment.state : 'pending',
  transactionId: payment.transaction_id,
  totalMinor: payment.total_minor,
  serviceFeeMinor: payment.service_fee_minor,
  salesTaxMinor: payment.sales_tax_minor,
  tipMinor: payment.tip_minor,
  refundedMinor: payment.refunded_minor,
  paidAt: payment.paid_at,
})
