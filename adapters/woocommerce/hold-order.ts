import type { Shop } from './options.ts'
import type { WooOrder } from './order.ts'
import { changeOrder } from './orders.ts'
import type { RestOutcome } from './rest-client.ts'

/** What WooCommerce would cancel by itself when its stock is not held any longer. */
const WAITING = ['pending', 'failed', 'checkout-draft']

/** Takes an unpaid order out of what WooCommerce does by itself, until a person has looked at it. */
export const holdOrder = async (
  { rest, policy }: Shop,
  order: WooOrder,
): Promise<RestOutcome<WooOrder>> =>
  policy.held === 'leave' || !WAITING.includes(order.status)
    ? { outcome: 'done', value: order }
    : changeOrder(rest, order.id, { status: 'on-hold' })
