import type { DbQuery, OrderRow } from '../../../db/db.ts'
import type { ListedEvent } from '../../../db/events/event-list.ts'
import { ordersByIds } from '../../../db/orders/orders.ts'
import {
  type OrderReference,
  ordersByReferences,
  referenceKey,
} from '../../../db/orders/orders-by-reference.ts'
import { paymentsByIds } from '../../../db/payments/payments.ts'
import { currencyByNumericCode } from '../../../domain/currencies.ts'
import { PaymentId } from '../../../domain/ids.ts'
import { formatMinor, formatMoney, parseMoney } from '../../../domain/money.ts'
import { readEvent } from '../../../gateway/event.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'

/** Subject of an event, as far as its body names it. */
interface Subject {
  paymentId?: PaymentId | undefined
  /** The store's own id of the order. */
  externalId?: string | undefined
  amount?: string | undefined
  currency?: string | undefined
}

export interface OrderOfEvent {
  order: OrderRow | undefined
  /** Decimal amount of the refund for a refund event, else of the charge or order. */
  amount: string | null
  currency: string | null
}

type Platforms = Pick<PaymentsContext, 'platforms'>

/**
 * Searches the event's own store: stores of one gateway account get each other's events. Takes two
 * queries per page.
 */
export const ordersOfEvents = async (
  { db: { query }, ...platforms }: { db: { query: DbQuery } } & Platforms,
  events: readonly ListedEvent[],
): Promise<Map<bigint, OrderOfEvent>> => {
  const subjects = events.map((event) => ({ event, subject: subjectOf(platforms, event) }))
  const payments = await paymentsByIds(
    query,
    subjects.flatMap(({ subject: { paymentId } }) => paymentId ?? []),
  )
  const named = await ordersByReferences(
    query,
    subjects.flatMap(({ event, subject }) => referenceOf(event, subject) ?? []),
  )
  const orders = await ordersByIds(
    query,
    [...payments.values()].map(({ order_id }) => order_id),
  )
  return new Map(
    subjects.map(({ event, subject }) => {
      const reference = referenceOf(event, subject)
      const payment = payments.get(subject.paymentId ?? '')
      const found =
        orders.get(payment?.order_id ?? '') ?? (reference && named.get(referenceKey(reference)))
      const order = found?.store_id === event.store_id ? found : undefined
      return [event.seq, { order, ...amountOf(subject, order) }]
    }),
  )
}

const referenceOf = (
  { store_id: storeId }: ListedEvent,
  { externalId }: Subject,
): OrderReference | undefined => (externalId === undefined ? undefined : { storeId, externalId })

const amountOf = ({ amount, currency }: Subject, order: OrderRow | undefined) => {
  const known = currencyByNumericCode(currency ?? '')
  const money = known && amount !== undefined ? parseMoney(amount, known) : undefined
  if (known && money?.ok) return { amount: formatMoney(money.money), currency: known.code }
  return order
    ? { amount: formatMinor(order.amount_minor, order.currency), currency: order.currency }
    : { amount: null, currency: null }
}

const MOST_REFERENCE = 191

const subjectOf = ({ platforms }: Platforms, { source, topic, body }: ListedEvent): Subject => {
  if (source !== 'gateway') {
    const inbound = platforms.find((platform) => platform.inbound?.source === source)?.inbound
    return { externalId: inbound?.orderOf?.({ topic: topic ?? '', body }) }
  }
  const event = readEvent(body)
  if (event.kind !== 'payment') return {}
  const { metadata, external_reference, refund_amount, total, amount, currency } = event.payment
  const ours = PaymentId.safeParse(metadata?.puente_payment)
  return {
    paymentId: ours.success ? ours.data : undefined,
    externalId: external_reference?.slice(0, MOST_REFERENCE),
    amount: refund_amount ?? total ?? amount,
    currency,
  }
}
