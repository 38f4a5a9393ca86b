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
import { DONE, type RestOutcome } from '../rest/rest-client.ts'
import { bookRefunds } from './book-refunds.ts'

/**
 * Mirrors succeeded voids and refunds as one row each; a row that requested one counts. Refunds of
 * other than the effective payment get only a note.
 */
export const mirrorRefunds = async (
  shop: SiteClient,
  order: WooOrder,
  message: OrderMessage,
): Promise<RestOutcome<unknown>> => {
  const isSpeaking = (refund: RefundOfMessage) => isOfEffectivePayment(message, refund)
  const speaking = withoutInQuestion(message.refunds).filter(isSpeaking)
  const others = message.refunds.filter((refund) => isDone(refund) && !isSpeaking(refund))
  const noted = await noteOnce(shop, order.id, (locale) =>
    others.map((refund) => ({
      marker: refund.id,
      text: textOfRefund(COMMON_TEXTS[locale].notes.refundedOfAnother, refund, locale),
    })),
  )
  if (noted.outcome === 'failed') return noted
  if (!speaking.some((refund) => isDone(refund) || isNeverMadeOfShop(refund))) return DONE
  return bookRefunds(shop, { order, message, refunds: speaking })
}

/** The order may still have the store's own row. */
const isNeverMadeOfShop = (refund: RefundOfMessage): boolean =>
  isNeverMade(refund) && refund.idempotency_key !== null
