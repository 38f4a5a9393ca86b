import type { SiteClient } from '../options.ts'
import type { RestOutcome } from '../rest/rest-client.ts'
import { WOO_TEXTS } from '../texts.ts'
import { isToBePaidByUs, ourMethodFor, updateWooOrder, type WooOrder } from './order.ts'

/** WooCommerce cancels these when the stock hold expires. */
const WAITING = ['pending', 'failed', 'checkout-draft']

/**
 * Puts an unpaid order on hold: WooCommerce does not cancel it and, with our payment method, mails
 * no bank transfer instructions.
 */
export const putOrderOnHold = async (
  { rest, policy, locale }: SiteClient,
  order: WooOrder,
): Promise<RestOutcome<WooOrder>> =>
  policy.held === 'leave' || !WAITING.includes(order.status)
    ? { outcome: 'done', value: order }
    : updateWooOrder(rest, order.id, {
        status: 'on-hold',
        ...(isToBePaidByUs(order) ? ourMethodFor(order, WOO_TEXTS[locale].paymentMethod) : {}),
      })
