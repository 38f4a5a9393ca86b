import { type CreatePaymentRequest, LIMITS } from '../contract/create-payment.ts'
import { formatHondurasTime } from '../contract/honduras-time.ts'
import type { CardCharge } from '../gateway/saved-cards.ts'
import type { OrderRow } from '../ledger/ledger.ts'
import { formatMoney, moneyFromMinor } from '../platform/money.ts'
import { fitText } from './rules/fit-text.ts'

/** The key of our own reference in a payment's `metadata`: by it we know our payments again. */
export const OUR_REFERENCE = 'puente_payment'

/** The body of `POST /payments` (4.3) for an attempt at an order. */
export const creationRequest = (
  order: OrderRow,
  {
    paymentId,
    expiresAt,
    publicUrl,
  }: {
    paymentId: string
    expiresAt: Date | null
    publicUrl: string
  },
): CreatePaymentRequest => {
  const money = moneyFromMinor(order.amount_minor, order.currency)
  const label = order.locale === 'es' ? 'Pedido' : 'Order'
  const returnUrl = `${publicUrl}/pay/${order.pay_token}/return`
  const prefill = Object.fromEntries(Object.entries(order.customer).filter(([, value]) => value))
  return {
    amount: formatMoney(money),
    currency_code: money.currency.numericCode,
    external_reference: order.external_id,
    name: fitText(`${label} ${order.number ?? order.external_id}`, LIMITS.nameLength),
    ...(order.description
      ? { description: fitText(order.description, LIMITS.descriptionLength) }
      : {}),
    metadata: { ...order.metadata, [OUR_REFERENCE]: paymentId },
    success_url: returnUrl,
    cancel_url: order.cancel_url ?? `${returnUrl}?cancelled=1`,
    ...(expiresAt ? { expires_at: formatHondurasTime(expiresAt) } : {}),
    ...(Object.keys(prefill).length > 0 ? { customer: prefill } : {}),
  }
}

/** The body of a saved-card charge (4.12), without the card. */
export const chargeRequest = (order: OrderRow, paymentId: string): CardCharge => {
  const money = moneyFromMinor(order.amount_minor, order.currency)
  return {
    amount: formatMoney(money),
    currency: money.currency.code,
    external_reference: order.external_id,
    metadata: { ...order.metadata, [OUR_REFERENCE]: paymentId },
  }
}
