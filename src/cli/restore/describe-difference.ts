import { formatMoney, moneyFromDecimal } from '../../domain/money.ts'
import type { DiscrepancyView } from '../../payments/reconciliation/report.ts'

export interface DescribedDifference {
  store: string
  /** The store's order id, or the gateway's payment. */
  subject: string
  /** At the gateway, or at the store. */
  known: string
  happens: string
}

/** Describes a difference for an operator: the other side's version, and the repair. */
export const describeDifference = (
  store: string,
  difference: DiscrepancyView,
): DescribedDifference => {
  const { order_id: orderId, gateway_payment_id: paymentId, details } = difference
  const named = orderId ?? textOf(details.external_reference)
  return {
    store,
    subject: named ? `order ${named}` : `payment ${paymentId ?? difference.payment_id}`,
    known: knownThere(difference),
    happens: happeningTo(difference),
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const FIELDS = ['state', 'status', 'amount', 'refunded'] as const

const knownThere = ({ details }: DiscrepancyView): string => {
  const { differs, side } = details
  const [state, status, amount, refunded] = FIELDS.map((name) => differs?.[name]?.[1])
  const currency = textOf(details.currency) ?? ''
  const money = [
    amount && shownAmount(amount, currency),
    refunded && `refunded ${shownAmount(refunded, currency)}`,
  ]
  const facts = [state ?? status, money.filter(Boolean).join(', ')]
  const known = facts.filter(Boolean).join(' ') || textOf(details.status) || ''
  const atStore = textOf(details.at_store)
  return `${side === 'store' ? 'store: ' : ''}${known}${atStore ? `; store: ${atStore}` : ''}`
}

/** The gateway may omit decimals. */
const shownAmount = (amount: string, currency: string): string => {
  const money = moneyFromDecimal(amount, currency)
  return `${money ? formatMoney(money) : amount} ${currency}`.trim()
}

const happeningTo = ({ kind, action, details }: DiscrepancyView): string => {
  const isDone = action === 'repaired'
  if (action === 'for_a_person' || action === 'would_be_for_a_person') {
    return kind === 'payment_unknown'
      ? 'You decide: deliver the order or refund the payment. Puente charges that order no more until you close the alert'
      : 'You decide: see the alert'
  }
  if (kind === 'payment_unknown') {
    const what = details.recovers === 'order' ? 'The order and its payment' : 'The payment'
    return `${what} ${isDone ? 'came back' : 'will come back'}`
  }
  if (kind === 'store_not_told') {
    return `The store ${isDone ? 'is' : 'will be'} notified again, under the id that it knows`
  }
  return isDone ? 'Updated from the gateway' : 'Will be updated from the gateway'
}
