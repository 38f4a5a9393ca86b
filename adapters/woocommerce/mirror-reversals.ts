import type { OrderMessage } from '../../src/payments/storefront.ts'
import { bookRefunds } from './book-refunds.ts'
import { noteOnce } from './notes.ts'
import type { Shop } from './options.ts'
import type { WooOrder } from './order.ts'
import type { RestOutcome } from './rest-client.ts'
import { amountText, isDone, isNeverMade, type Reversal } from './reversal.ts'
import { TEXTS } from './texts.ts'

type Done = RestOutcome<null>
const DONE: Done = { outcome: 'done', value: null }

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
  if (!speaking.some((reversal) => isDone(reversal) || isNeverMadeOfShop(reversal))) return DONE
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

/** The shop asked for it, and may have its refund in the order still. */
const isNeverMadeOfShop = (reversal: Reversal): boolean =>
  isNeverMade(reversal) && reversal.idempotency_key !== null

const isOfSpeaker = ({ order }: OrderMessage, reversal: Reversal): boolean =>
  reversal.payment_id === order.current_payment_id && reversal.currency === order.currency
