import { minorOf, toDecimal } from '../money.js'
import { isKept, type OrderAtPuente, type PaymentAtPuente } from '../payments/charge.js'
import { pairedIdIn, sharingRows } from '../refunds/refund-rows.js'
import { countsAsRefund, isRefunded } from '../refunds/refund-state.js'
import type { Services } from './container.js'
import { refundMatching, unansweredIn } from './match-refund.js'
import type { PaidSession } from './recorded-session.js'

/** Key of an order's metadata that the merchant sees in Medusa's admin. */
const KEY = 'puente'

/** Key of a payment's metadata: time of the notification that the order's note follows. */
const TIME_KEY = 'puente_noted_at'

const STILL_PAID = "Cancelled in Medusa, and still paid: refund the rest in Puente's dashboard."

/**
 * Writes what a person should look at into the order's metadata, and removes it when it has ended.
 * Skips a notification that is older than the last one: deliveries overtake each other.
 */
export const annotateOrder = async (
  services: Services,
  orderId: string,
  session: PaidSession,
  seen: OrderAtPuente,
): Promise<void> => {
  const { id, metadata } = session.payment
  const notedAt = String(metadata?.[TIME_KEY] ?? '')
  const { at = notedAt } = seen
  if (at < notedAt) return
  const { status } = await services.orders.retrieveOrder(orderId)
  const notes = notesOf(session, seen)
  if (status === 'canceled') notes.push(...stillPaidNotes(seen))
  await writeNote(services, orderId, () => notes.join(' '))
  if (at > notedAt)
    await services.payments.updatePayment({ id, metadata: { ...metadata, [TIME_KEY]: at } })
}

/** What a person should look at in an order, whether Medusa cancelled it or not. */
export const notesOf = (session: PaidSession, seen: OrderAtPuente): string[] => [
  ...otherChargeNotes(session, seen),
  ...conflictNotes(seen),
  ...missingNotes(session, seen),
  ...unrecordedNotes(session, seen),
]

/** Notes a cancelled order whose refund failed: Medusa logs the failure, and cancels. */
export const annotateCancelled = (services: Services, orderId: string): Promise<void> =>
  writeNote(services, orderId, (before) =>
    before.includes(STILL_PAID) ? before : [before, STILL_PAID].join(' ').trim(),
  )

const writeNote = async (
  { orders, log }: Services,
  orderId: string,
  noteAfter: (before: string) => string,
): Promise<void> => {
  const { metadata } = await orders.retrieveOrder(orderId)
  const note = noteAfter(String(metadata?.[KEY] ?? ''))
  if ((metadata?.[KEY] ?? '') === note) return
  if (note !== '') log.warn(`Puente: order ${orderId}: ${note}`)
  await orders.updateOrders(orderId, { metadata: { ...metadata, [KEY]: note } })
}

/** Charges that the customer paid besides the one in Medusa, which need not be the one that Puente counts. */
const otherChargeNotes = ({ payment }: PaidSession, { payments }: OrderAtPuente): string[] => {
  const recorded = String(payment.data?.payment_id)
  const others = payments.filter((each) => isKept(each) && each.id !== recorded)
  if (others.length === 0) return []
  const named = others.map(({ id, amount, currency }) => `${currency} ${amount} (${id})`)
  return [
    `The customer paid twice: refund ${named.join(', ')} in Puente's dashboard. Medusa has ${recorded}.`,
  ]
}

const conflictNotes = ({ order }: OrderAtPuente): string[] => {
  switch (order.conflict) {
    case null:
    case 'paid_twice':
      return []
    case 'not_paid_at_gateway':
      return ['The gateway denies the payment: do not deliver.']
    default:
      return [`Puente holds the order (${order.conflict}): see the alert in its dashboard.`]
  }
}

/**
 * Refunds that Medusa shows as done, and that gave nothing back. They are over when the whole payment
 * is refunded: Medusa records the rest of it.
 */
const missingNotes = (session: PaidSession, seen: OrderAtPuente): string[] => {
  const paid = seen.payments.find(({ id }) => id === session.payment.data?.payment_id)
  if (paid === undefined || !isKept(paid)) return []
  return [...failedNotes(session, seen), ...unansweredNotes(session), ...sharingNotes(session)]
}

/** Refunds that failed at Puente after Medusa recorded them. */
const failedNotes = ({ payment }: PaidSession, { refunds }: OrderAtPuente): string[] => {
  const recorded = payment.refunds.map(({ metadata }) => pairedIdIn(metadata))
  return refunds
    .filter((each) => !countsAsRefund(each) && recorded.includes(each.id))
    .map(({ id, amount, state }) => `The refund of ${amount} was not made (${id} ${state}).`)
}

/** Refunds that were made, and for which nothing is left in Medusa's books. */
const unrecordedNotes = (session: PaidSession, { refunds }: OrderAtPuente): string[] =>
  refunds
    .filter((each) => isRefunded(each) && each.payment_id === session.payment.data?.payment_id)
    .filter((each) => refundMatching(session, each, refunds).outcome === 'none')
    .map(
      ({ id, amount }) =>
        `Puente refunded ${amount} (${id}), which Medusa's books lack: compare the order with Puente's dashboard.`,
    )

/** Refunds that Puente never got: a crash stopped Medusa before. */
const unansweredNotes = (session: PaidSession): string[] =>
  unansweredIn(session).map(({ id, raw_amount }) => {
    const amount = toDecimal(raw_amount, session.currency)
    return `Puente has no refund of ${amount} (${id}): make it in Puente's dashboard.`
  })

/** Two refunds of one amount at one time, of which the second adopted the first at Puente. */
const sharingNotes = ({ payment, currency }: PaidSession): string[] =>
  sharingRows(payment.refunds).map(({ raw_amount, metadata }) => {
    const amount = toDecimal(raw_amount, currency)
    return `Medusa has two refunds of ${amount} for one at Puente (${pairedIdIn(metadata)}): make the other in Puente's dashboard.`
  })

/** A cancelled order whose refund Medusa failed to make: Medusa logs the failure, and cancels. */
const stillPaidNotes = ({ order, payments, refunds }: OrderAtPuente): string[] => {
  const paid = payments.find(({ id }) => id === order.effective_payment_id)
  if (paid === undefined) return []
  const rest = minorOf(paid.amount) - refundedMinor(paid, { refunds })
  return rest > 0n ? [STILL_PAID] : []
}

const refundedMinor = (
  { id }: PaymentAtPuente,
  { refunds }: Pick<OrderAtPuente, 'refunds'>,
): bigint =>
  refunds
    .filter((each) => countsAsRefund(each) && each.payment_id === id)
    .reduce((sum, { amount }) => sum + minorOf(amount), 0n)
