import type { PaymentId, RefundId } from '../../domain/ids.ts'
import { opening } from '../alerts/alerts.ts'
import { aboutHeld, addLine, changeAlerts } from './change-held.ts'
import type { HeldOrder } from './held-order.ts'

const MOST_NAMES = 20

/**
 * Records optional fields that the gateway refused and Puente dropped on retry; one alert per set
 * of fields for all orders.
 */
export const noteRefusedFields = (
  held: HeldOrder,
  refused: { names: readonly string[]; paymentId: PaymentId; refund?: RefundId },
): void => {
  const { names, paymentId, refund } = refused
  const kind = 'request_fields_refused'
  const fields = names.slice(0, MOST_NAMES)
  addLine(held, { payment_id: paymentId, kind, details: { fields, ...(refund && { refund }) } })
  // Groups metadata keys, which vary by order.
  const subject = [...new Set(names.map((name) => name.replace(/^metadata\..*$/s, 'metadata')))]
  changeAlerts(
    held,
    opening({ ...aboutHeld(held, kind, subject.sort().join(' ')), details: { fields } }),
  )
}
