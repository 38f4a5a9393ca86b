import { type OrderMessage, withoutInQuestion } from '../../adapter.ts'
import type { SiteClient } from '../options.ts'
import { noteOnce } from '../orders/notes.ts'
import type { WooOrder } from '../orders/order.ts'
import type { RestOutcome } from '../rest/rest-client.ts'
import { WOO_NOTE_TEXTS } from '../texts.ts'
import { bookRefunds } from './book-refunds.ts'
import { hasFailed, isDone, type RefundOfMessage, refundAmountText } from './refund-state.ts'

type Done = RestOutcome<null>
const DONE: Done = { outcome: 'done', value: null }

/**
 * Mirrors succeeded voids and refunds as one row each; a row that requested one counts. Refunds of
 * other than the effective payment get a note only.
 */
export const mirrorRefunds = async (
  shop: SiteClient,
  order: WooOrder,
  message: OrderMessage,
): Promise<Done> => {
  const speaking = withoutInQuestion(message.refunds).filter((refund) =>
    isOfEffectivePayment(message, refund),
  )
  const others = message.refunds.filter((refund) => !isOfEffectivePayment(message, refund))
  for (const refund of others.filter(isDone)) {
    const text = WOO_NOTE_TEXTS[shop.locale].refundedOfAnother(refundAmountText(refund))
    const noted = await noteOnce(shop, order.id, { marker: refund.id, text })
    if (noted.outcome === 'failed') return noted
  }
  if (!speaking.some((refund) => isDone(refund) || isNeverMadeOfShop(refund))) return DONE
  return bookRefunds(shop, { order, message, refunds: speaking })
}

/** Notes succeeded refunds without booking rows. */
export const recordRefundSteps = async (
  shop: SiteClient,
  order: WooOrder,
  { refunds }: OrderMessage,
): Promise<Done> => {
  const texts = WOO_NOTE_TEXTS[shop.locale]
  for (const refund of refunds.filter(isDone)) {
    const text = texts[refund.kind === 'void' ? 'voided' : 'refundedSums'](refundAmountText(refund))
    const noted = await noteOnce(shop, order.id, { marker: refund.id, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}

/** The order may still have the store's own row. */
const isNeverMadeOfShop = (refund: RefundOfMessage): boolean =>
  hasFailed(refund) && refund.idempotency_key !== null

const isOfEffectivePayment = ({ order }: OrderMessage, refund: RefundOfMessage): boolean =>
  refund.payment_id === order.current_payment_id && refund.currency === order.currency
