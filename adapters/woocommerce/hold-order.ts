import type { Shop } from './options.ts'
import { isToBePaidByUs, ourMethodFor, type WooOrder } from './order.ts'
import { changeOrder } from './orders.ts'
import type { RestOutcome } from './rest-client.ts'
import { TEXTS } from './texts.ts'

/** WooCommerce cancels these when the stock hold expires. */
const WAITING = ['pending', 'failed', 'checkout-draft']

/**
 * Puts an unpaid order on hold for review: WooCommerce does not cancel it and, with our payment
 * method, mails no bank transfer instructions.
 */
export const holdOrder = async (
  { rest, policy, locale }: Shop,
  order: WooOrder,
): Promise<RestOutcome<WooOrder>> =>
  policy.held === 'leave' || !WAITING.includes(order.status)
    ? { outcome: 'done', value: order }
    : changeOrder(rest, order.id, {
        status: 'on-hold',
        ...(isToBePaidByUs(order) ? ourMethodFor(order, TEXTS[locale].paymentMethod) : {}),
      })
