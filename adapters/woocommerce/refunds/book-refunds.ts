import { formatMinor, moneyFromDecimal } from '../../../src/domain/money.ts'
import type { OrderMessage } from '../../adapter.ts'
import type { RefundOfMessage } from '../../refund-state.ts'
import { COMMON_TEXTS } from '../../texts.ts'
import type { SiteClient } from '../options.ts'
import { noteOnce } from '../orders/notes.ts'
import {
  ADOPTED_META,
  derivePaymentState,
  REFUND_META,
  readWooOrder,
  updateWooOrder,
  type WooOrder,
} from '../orders/order.ts'
import { readShownUnit } from '../orders/shown-unit.ts'
import { DONE, type RestOutcome } from '../rest/rest-client.ts'
import { failure, type RestFailure, unreadable } from '../rest/rest-failure.ts'
import { requestKeyOfWooRefund } from './claim-refund-rows.ts'
import { notesOfDeleted, SEEN_META, seenRefundsOf, seenWith } from './deleted-refunds.ts'
import { planRefundRows, type RefundRowsPlan } from './plan-refund-rows.ts'
import { notesOfExcess, notesOfNeverMade, notesOfSucceededLater } from './refund-notes.ts'
import { adoptedBy, type BookedRefund, readRefundRows, wooRefund } from './refund-rows.ts'
import { NO_RESTOCK, restockWhatIsLeft } from './restock.ts'

type Done = RestOutcome<unknown>

/** Upper bound on planning rounds: concurrent rows can make WooCommerce reject one. */
const MOST_ROUNDS = 3

const NO_SUCH_REFUND = 'woocommerce_rest_shop_order_refund_invalid_id'

export interface Booking {
  order: WooOrder
  message: OrderMessage
  refunds: readonly RefundOfMessage[]
}

/**
 * Creates, adopts and deletes rows until each succeeded refund has one, re-reading them each round.
 * Fails with `refund_in_the_making` while a young row cannot be judged, and with `refunds_differ`
 * after the last round.
 */
export const bookRefunds = async (shop: SiteClient, given: Booking): Promise<Done> => {
  let booking = given
  for (let round = 1; ; round++) {
    const planned = await plan(shop, booking)
    if (planned.outcome === 'failed') return planned
    const { missing, adopted, released, surplus, neverMade, waitMs } = planned.value
    const toCreate = missing.filter(({ amountMinor }) => amountMinor > 0n)
    const seen = seenRefundsOf(booking.order)
    // First, because notes explain changes that the rows do not show.
    const { order, refunds } = booking
    const isFirst = round === 1
    const noted = await noteOnce(shop, order.id, (locale) => [
      ...notesOfDeleted({ missing: toCreate, seen }, locale),
      ...(isFirst ? notesOfExcess(planned.value, locale) : []),
      ...(isFirst ? notesOfSucceededLater(refunds, planned.value.rows, locale) : []),
    ])
    if (noted.outcome === 'failed') return noted
    const toMake = toCreate.filter(({ refund }) => seen[refund.id] !== 'again')
    const steps = [toMake, adopted, released, surplus, neverMade]
    if (steps.every(({ length }) => length === 0)) {
      const remembered = await recordSeenRefunds(shop, booking.order, planned.value.booked)
      if (remembered.outcome === 'failed') return remembered
      return waitMs === null
        ? endFullyRefunded(shop, booking, planned.value)
        : mayBeInFlight(waitMs)
    }
    if (round === MOST_ROUNDS) {
      const why = 'The refunds of the order do not stay as they are made'
      return failure('refunds_differ', 'retry', why)
    }
    const carriedOut = await carryOut(shop, booking, { ...planned.value, missing: toMake })
    if (carriedOut.outcome === 'failed' && !(isRefused(carriedOut) && round === 1)) {
      return carriedOut
    }
    const read = await readWooOrder(shop.rest, booking.order.id)
    if (read.outcome === 'failed') return read
    booking = { ...booking, order: read.value }
  }
}

/** Records booked refunds in order meta, so one without a row was deleted. */
const recordSeenRefunds = async (
  { rest }: SiteClient,
  order: WooOrder,
  booked: readonly string[],
): Promise<Done> => {
  const seen = seenWith(seenRefundsOf(order), booked)
  return seen ? writeRecord(rest, order.id, { key: SEEN_META, record: seen }) : DONE
}

/**
 * Without decimals, a store shows 27.50 as 28, so WooCommerce leaves a fully refunded order paid.
 */
const endFullyRefunded = async (
  { rest }: SiteClient,
  { order, message }: Booking,
  { roomMinor, unitMinor }: Planned,
): Promise<Done> => {
  const isInFull = message.order.status === 'refunded' || message.order.status === 'voided'
  const isRounding = roomMinor > 0n && roomMinor * 2n <= unitMinor
  if (!isInFull || !isRounding || derivePaymentState(order) !== 'paid') return DONE
  return updateWooOrder(rest, order.id, { status: 'refunded' })
}

const writeRecord = (
  rest: SiteClient['rest'],
  orderId: number,
  { key, record }: { key: string; record: object },
): Promise<Done> =>
  updateWooOrder(rest, orderId, { meta_data: [{ key, value: JSON.stringify(record) }] })

const mayBeInFlight = (retryAfterMs: number): RestFailure => {
  const why = 'A refund of the order was entered just now, and may be asked for at this moment'
  return { ...failure('refund_in_the_making', 'retry', why), retryAfterMs }
}

/** A concurrent refund used up the remainder. */
const isRefused = ({ code }: RestFailure): boolean =>
  code === 'woocommerce_rest_cannot_create_order_refund'

interface Planned extends RefundRowsPlan {
  rows: readonly BookedRefund[]
  unitMinor: bigint
  /** Order total minus all rows. */
  roomMinor: bigint
}

const DONE_WITHOUT = { outcome: 'done', value: NO_RESTOCK } as const

const plan = async (
  { rest, clock }: SiteClient,
  { order, message, refunds }: Booking,
): Promise<RestOutcome<Planned>> => {
  const total = moneyFromDecimal(order.total, order.currency)
  if (!total) return unreadable(`total of ${order.total} ${order.currency}`)
  const rows = await readRefundRows(rest, order)
  if (rows.outcome === 'failed') return rows
  const { payment } = message
  const chargedMinor = payment?.id === message.order.current_payment_id ? payment.amount_minor : 0n
  const moreMinor = chargedMinor - message.order.amount_minor
  const unit = await readShownUnit(rest, order, total)
  if (unit.outcome === 'failed') return unit
  const unitMinor = unit.value
  const named = new Set<string>(message.refunds.map(({ id }) => id))
  const planned = planRefundRows({
    rows: rows.value.map(({ amount, saidState: _, refundId, ...row }) => ({
      ...row,
      // A restored backup may lack the refund.
      refundId: named.has(refundId ?? '') ? refundId : null,
      amountMinor: amount.minor,
    })),
    refunds,
    totalMinor: total.minor,
    overchargedMinor: moreMinor > 0n ? moreMinor : 0n,
    unitMinor,
    now: clock.now(),
  })
  const removedIds = [...planned.surplus, ...planned.neverMade.map(({ rowId }) => rowId)]
  const roomMinor = rows.value
    .filter(({ id }) => !removedIds.includes(id))
    .reduce((room, { amount }) => room - amount.minor, total.minor)
  return { outcome: 'done', value: { ...planned, rows: rows.value, unitMinor, roomMinor } }
}

const carryOut = async (
  shop: SiteClient,
  booking: Booking,
  { missing, adopted, released, surplus, neverMade, rows, roomMinor, unitMinor }: Planned,
): Promise<Done> => {
  const { rest } = shop
  const { order } = booking
  const noted = await noteOnce(shop, order.id, (locale) => notesOfNeverMade(neverMade, locale))
  if (noted.outcome === 'failed') return noted
  for (const rowId of [...surplus, ...neverMade.map((row) => row.rowId)]) {
    const path = `orders/${order.id}/refunds/${rowId}`
    // Skips cancelling at Puente: this row moves no money.
    const query = { force: 'true', puente_checked: 'true' }
    const removed = await rest.delete(path, wooRefund, query)
    // WooCommerce deletes the row itself after a refusal.
    if (removed.outcome === 'failed' && removed.code !== NO_SUCH_REFUND) return removed
  }
  for (const { rowId, refundId } of adopted) {
    // Without the link, the plugin's retry of an unanswered request would refund twice.
    const wasRequested = rows.some(({ id, saidState }) => id === rowId && saidState !== null)
    if (wasRequested) await shop.linkRefund({ refundId, requestKey: requestKeyOfWooRefund(rowId) })
  }
  if (adopted.length + released.length > 0) {
    const before = Object.entries(adoptedBy(order))
    const kept = before.filter(([rowId]) => !released.includes(Number(rowId)))
    const known = adopted.map(({ rowId, refundId }) => [rowId, refundId])
    const record = Object.fromEntries([...kept, ...known])
    const written = await writeRecord(rest, order.id, { key: ADOPTED_META, record })
    if (written.outcome === 'failed') return written
  }
  const seen = seenRefundsOf(order)
  const back = missing.filter(({ refund }) => seen[refund.id])
  let leftMinor = roomMinor
  for (const { refund, amountMinor } of missing) {
    leftMinor -= amountMinor
    // Without decimals, rounding may leave half a unit: 0.50 of 27.50, shown as 28.
    const isLast = leftMinor * 2n <= unitMinor
    // A restored row does not restock again.
    const restocks = isLast && !seen[refund.id] && shop.policy.restock === 'full'
    const stock = restocks ? await restockWhatIsLeft(shop, order) : DONE_WITHOUT
    if (stock.outcome === 'failed') return stock
    const made = await rest.post(`orders/${order.id}/refunds`, wooRefund, {
      amount: formatMinor(amountMinor, order.currency),
      reason: refund.reason ?? COMMON_TEXTS[shop.locale].refundReason[refund.kind],
      // The money is already refunded; the default `true` calls the plugin's refund.
      api_refund: false,
      ...stock.value,
      meta_data: [{ key: REFUND_META, value: refund.id }],
    })
    if (made.outcome === 'failed') return made
  }
  if (back.length === 0) return DONE
  const again = Object.fromEntries(back.map(({ refund }) => [refund.id, 'again']))
  return writeRecord(rest, order.id, { key: SEEN_META, record: { ...seen, ...again } })
}
