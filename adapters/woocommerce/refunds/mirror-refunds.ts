import { type OrderMessage, withoutInQuestion } from '../../adapter.ts'
import { textOfRefund } from '../../order-notes.ts'
import {
  isDone,
  isNeverMade,
  isOfEffectivePayment,
  type RefundOfMessage,
} from '../../refund-state.ts'
import { COMMON_TEXTS } from '../../texts.ts'
import type { SiteClient } from '../options.ts'
import { noteOnce } from '../orders/notes.ts'
import type { WooOrder } from '../orders/order.ts'
import type { RestOutcome } from '../rest/rest-client.ts'
import { bookRefunds } from './book-refunds.ts'
import { textOfSucceeded } from './refund-notes.ts'

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
    const { refundedOfAnother } = COMMON_TEXTS[shop.locale].notes
    const text = textOfRefund(refundedOfAnother, refund, shop.locale)
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
  for (const refund of refunds.filter(isDone)) {
    const text = textOfSucceeded(refund, shop.locale)
    const noted = await noteOnce(shop, order.id, { marker: refund.id, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}

/** The order may still have the store's own row. */
const isNeverMadeOfShop = (refund: RefundOfMessage): boolean =>
  isNeverMade(refund) && refund.idempotency_key !== null
