import type { PaymentRow } from '../../../db/db.ts'
import type { AlertKind } from '../../../db/tables/alerts.ts'
import type { OrderConflict } from '../../../db/tables/orders.ts'
import { formatMinor, moneyFromMinor } from '../../../domain/money.ts'
import { closing, openingOrRefreshing } from '../../alerts/alerts.ts'
import { aboutHeld, changeAlerts } from '../change-held.ts'
import type { HeldOrder } from '../held-order.ts'
import { amountDetails } from '../import-order.ts'
import type { DerivedOrder } from '../rules/derive-order-status.ts'

const ALERT_OF_CONFLICT = {
  paid_twice: 'order_paid_twice',
  paid_other_amount: 'order_paid_other_amount',
  paid_after_cancellation: 'order_paid_after_cancellation',
} as const satisfies Record<ConflictOfMoney, AlertKind>

/** `checkCharge` opens the alert of `not_paid_at_gateway`. */
type ConflictOfMoney = Exclude<OrderConflict, 'not_paid_at_gateway'>
const CONFLICTS_OF_MONEY = Object.keys(ALERT_OF_CONFLICT) as ConflictOfMoney[]

export const showConflict = (
  held: HeldOrder,
  { conflict, keptIds, effectivePayment }: DerivedOrder,
): void => {
  const { order } = held
  if (!conflict && !order.conflict) return
  const payments = held.payments
    .filter(({ id }) => keptIds.includes(id))
    .map((payment) => chargeDetails(payment, { isEffective: payment.id === effectivePayment?.id }))
  const ordered = moneyFromMinor(order.amount_minor, order.currency)
  const details = { order: amountDetails(ordered), payments }
  for (const known of CONFLICTS_OF_MONEY) {
    const about = aboutHeld(held, ALERT_OF_CONFLICT[known])
    if (known === conflict) changeAlerts(held, openingOrRefreshing({ ...about, details }))
    else if (known === order.conflict) changeAlerts(held, closing(about))
  }
}

const chargeDetails = (payment: PaymentRow, { isEffective }: { isEffective: boolean }) => ({
  id: payment.id,
  attempt: payment.attempt,
  mode: payment.mode,
  ...amountDetails(moneyFromMinor(payment.amount_minor, payment.currency)),
  total: formatMinor(payment.total_minor ?? payment.amount_minor, payment.currency),
  paid_at: payment.paid_at?.toISOString() ?? null,
  gateway_payment_id: payment.gateway_payment_id?.toString() ?? null,
  transaction_id: payment.transaction_id,
  is_effective: isEffective,
})
