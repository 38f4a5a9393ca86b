import type { DiscrepancyView } from '../../payments/reconciliation/report.ts'

export interface DescribedDifference {
  store: string
  /** The store's order id, or the gateway's payment. */
  subject: string
  atGateway: string
  happens: string
}

/** Describes a difference for a person at night: what the others know, and what happens to it. */
export const describeDifference = (
  store: string,
  difference: DiscrepancyView,
): DescribedDifference => {
  const { order_id: orderId, gateway_payment_id: paymentId, details } = difference
  const named = orderId ?? textOf(details.external_reference)
  return {
    store,
    subject: named ? `order ${named}` : `payment ${paymentId ?? difference.payment_id}`,
    atGateway: otherSideOf(difference),
    happens: happeningTo(difference),
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const otherSideOf = ({ details }: DiscrepancyView): string => {
  const { differs, currency, side } = details
  const [state, amount, refunded] = (['state', 'amount', 'refunded'] as const).map(
    (name) => differs?.[name]?.[1],
  )
  const money = [amount, refunded && `refunded ${refunded}`].filter(Boolean).join(', ')
  const facts = [state, money && `${money} ${textOf(currency) ?? ''}`.trim()].filter(Boolean)
  const said = facts.join(' ') || textOf(details.status) || ''
  return side === 'store' ? `store: ${said}` : said
}

const happeningTo = ({ kind, action, details }: DiscrepancyView): string => {
  const isDone = action === 'repaired'
  if (action === 'for_a_person' || action === 'would_be_for_a_person') {
    return kind === 'payment_unknown'
      ? `you decide whether the store has it${AT_STORE[textOf(details.at_store) ?? ''] ?? ''}; until then its order is not charged`
      : 'you decide: see the alert'
  }
  if (kind === 'payment_unknown') {
    const what = details.recovers === 'order' ? 'the order and its payment' : 'the payment'
    const atStore = textOf(details.at_store)
    return `${what} ${isDone ? 'came back' : 'will come back'}${atStore ? `; the store has it as ${atStore}` : ''}`
  }
  if (kind === 'store_not_told') {
    return `the store ${isDone ? 'is' : 'will be'} notified again, under the id that it knows`
  }
  return isDone ? 'updated from the gateway' : 'will be updated from the gateway'
}

const AT_STORE: Readonly<Record<string, string>> = {
  absent: ' (the store says that it does not know this order)',
}
