import { isPaymentState } from '../../../../contract/payment-states.ts'
import type { PaymentRow } from '../../../../db/db.ts'
import { wasCharged } from '../advance.ts'

export const hasCharge = ({ state }: Pick<PaymentRow, 'state'>): boolean =>
  isPaymentState(state) && wasCharged(state)
