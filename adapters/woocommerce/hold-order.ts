import type { Shop } from './options.ts'
import { isToBePaidByUs, ourMethodFor, type WooOrder } from './order.ts'
import { changeOrder } from './orders.ts'
import type { RestOutcome } from './rest-client.ts'
import { TEXTS } from './texts.ts'

/** What WooCommerce would cancel by itself when its stock is not held any longer. */
const WAITING = ['pending', 'failed', 'checkout-draft']

/**
 * Holds an unpaid order until a person has reviewed it. WooCommerce then neither cancels it nor mails the
 * customer instructions for a bank transfer.
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
