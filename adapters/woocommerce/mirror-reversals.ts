import type { OrderMessage } from '../../src/payments/storefront.ts'
import { formatMoney, moneyFromMinor } from '../../src/platform/money.ts'
import { noteOnce } from './notes.ts'
import type { Shop } from './options.ts'
import { ADOPTED_META, moneyOf, REFUND_META, type WooOrder } from './order.ts'
import { changeOrder, readOrder } from './orders.ts'
import { planRefundRows, type RefundPlan } from './plan-refund-rows.ts'
import { adoptedBy, readRefundRows, wooRefund } from './refund-rows.ts'
import type { RestOutcome } from './rest-client.ts'
import { failure, type RestFailure, unreadable } from './rest-failure.ts'
import { TEXTS } from './texts.ts'

type Reversal = OrderMessage['reversals'][number]
type Done = RestOutcome<null>
const DONE: Done = { outcome: 'done', value: null }

/** Rows that are refused because of others that were made at the same moment are planned again. */
const MOST_ROUNDS = 3

/**
 * Brings an order's refunds in WooCommerce in line with the voids and refunds that are done: each
 * has one row there, be it that the plugin asked with it. Rows are looked for before one is made,
 * and read again afterwards.
 */
export const mirrorReversals = async (
  shop: Shop,
  order: WooOrder,
  message: OrderMessage,
): Promise<Done> => {
  const speaking = message.reversals.filter((reversal) => isOfSpeaker(message, reversal))
  const others = message.reversals.filter((reversal) => !isOfSpeaker(message, reversal))
  for (const reversal of others.filter(isDone)) {
    const text = TEXTS[shop.locale].givenBackOfAnother(amountText(reversal))
    const noted = await noteOnce(shop, order.id, { marker: reversal.id, text })
    if (noted.outcome === 'failed') return noted
  }
  if (!speaking.some(isDone)) return DONE
  return bookRefunds(shop, { order, message, reversals: speaking })
}

/** For an order whose books stay as they are: what was given back is in its notes. */
export const noteReversals = async (
  shop: Shop,
  order: WooOrder,
  { reversals }: OrderMessage,
): Promise<Done> => {
  const texts = TEXTS[shop.locale]
  for (const reversal of reversals.filter(isDone)) {
    const text = texts[reversal.kind === 'void' ? 'voided' : 'givenBack'](amountText(reversal))
    const noted = await noteOnce(shop, order.id, { marker: reversal.id, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}

const isDone = ({ state }: Reversal): boolean => state === 'done'

const isOfSpeaker = ({ order }: OrderMessage, reversal: Reversal): boolean =>
  reversal.payment_id === order.current_payment_id && reversal.currency === order.currency

const amountText = ({ amount_minor, currency }: Reversal): string =>
  `${formatMoney(moneyFromMinor(amount_minor, currency))} ${currency}`

interface Booking {
  order: WooOrder
  message: OrderMessage
  reversals: readonly Reversal[]
}

const bookRefunds = async (shop: Shop, given: Booking): Promise<Done> => {
  let booking = given
  for (let round = 1; ; round++) {
    const planned = await plan(shop, booking)
    if (planned.outcome === 'failed') return planned
    const { missing, adopted, surplus } = planned.value
    const toMake = missing.filter(({ amountMinor }) => amountMinor > 0n)
    if (round === 1) {
      const noted = await noteWhatIsBeyond(shop, booking, missing)
      if (noted.outcome === 'failed') return noted
    }
    if (toMake.length + adopted.length + surplus.length === 0) return DONE
    if (round === MOST_ROUNDS) {
      const why = 'The refunds of the order do not stay as they are made'
      return failure('refunds_differ', 'retry', why)
    }
    const carriedOut = await carryOut(shop, booking, { missing: toMake, adopted, surplus })
    if (carriedOut.outcome === 'failed' && !(isRefused(carriedOut) && round === 1)) {
      return carriedOut
    }
    const read = await readOrder(shop.rest, booking.order.id)
    if (read.outcome === 'failed') return read
    booking = { ...booking, order: read.value }
  }
}

/** WooCommerce says so when another refund has taken what was left. */
const isRefused = ({ code }: RestFailure): boolean =>
  code === 'woocommerce_rest_cannot_create_order_refund'

const plan = async (
  { rest }: Shop,
  { order, message, reversals }: Booking,
): Promise<RestOutcome<RefundPlan>> => {
  const total = moneyOf(order.total, order.currency)
  if (!total) return unreadable(`total of ${order.total} ${order.currency}`)
  const rows = await readRefundRows(rest, order)
  if (rows.outcome === 'failed') return rows
  const { payment } = message
  const chargedMinor = payment?.id === message.order.current_payment_id ? payment.amount_minor : 0n
  const moreMinor = chargedMinor - message.order.amount_minor
  const value = planRefundRows({
    rows: rows.value.map(({ id, amount, reversalId }) => ({
      id,
      amountMinor: amount.minor,
      reversalId,
    })),
    reversals: reversals.map((reversal) => ({
      id: reversal.id,
      amountMinor: reversal.amount_minor,
      requestKey: reversal.idempotency_key,
      isDone: isDone(reversal),
    })),
    totalMinor: total.minor,
    overchargedMinor: moreMinor > 0n ? moreMinor : 0n,
  })
  return { outcome: 'done', value }
}

const carryOut = async (
  shop: Shop,
  { order, reversals }: Booking,
  { missing, adopted, surplus }: RefundPlan,
): Promise<Done> => {
  const { rest } = shop
  for (const rowId of surplus) {
    const path = `orders/${order.id}/refunds/${rowId}`
    const removed = await rest.delete(path, wooRefund, { force: 'true' })
    if (removed.outcome === 'failed') return removed
  }
  if (adopted.length > 0) {
    const known = Object.fromEntries(adopted.map(({ rowId, reversalId }) => [rowId, reversalId]))
    const value = JSON.stringify({ ...adoptedBy(order), ...known })
    const changed = await changeOrder(rest, order.id, { meta_data: [{ key: ADOPTED_META, value }] })
    if (changed.outcome === 'failed') return changed
  }
  for (const { reversalId, amountMinor } of missing) {
    const reversal = reversals.find(({ id }) => id === reversalId)
    if (!reversal) continue
    const made = await rest.post(`orders/${order.id}/refunds`, wooRefund, {
      amount: formatMoney(moneyFromMinor(amountMinor, order.currency)),
      reason: reversal.reason ?? TEXTS[shop.locale].refundReason[reversal.kind],
      // The money was given back already; without it, WooCommerce asks the plugin to do so.
      api_refund: false,
      api_restock: false,
      meta_data: [{ key: REFUND_META, value: reversalId }],
    })
    if (made.outcome === 'failed') return made
  }
  return DONE
}

const noteWhatIsBeyond = async (
  shop: Shop,
  { order, reversals }: Booking,
  missing: RefundPlan['missing'],
): Promise<Done> => {
  for (const { reversalId, beyondMinor } of missing.filter((each) => each.beyondMinor > 0n)) {
    const reversal = reversals.find(({ id }) => id === reversalId)
    if (!reversal) continue
    const beyond = formatMoney(moneyFromMinor(beyondMinor, reversal.currency))
    const text = TEXTS[shop.locale].givenBackBeyond(
      amountText(reversal),
      `${beyond} ${reversal.currency}`,
    )
    const noted = await noteOnce(shop, order.id, { marker: reversalId, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}
