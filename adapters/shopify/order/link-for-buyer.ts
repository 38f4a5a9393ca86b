import type { StoreRow } from '../../../src/db/db.ts'
import { findOrderOfStore } from '../../../src/db/orders.ts'
import { formatMoney } from '../../../src/domain/money.ts'
import { payUrlOf } from '../../../src/payments/checkout/pay-link.ts'
import type { PaymentsContext } from '../../../src/payments/context.ts'
import { findStoreOfOrder } from '../../../src/payments/store-sync/find-store-of-order.ts'
import { takeUnpaidOrder } from '../../../src/payments/store-sync/import-unpaid-order.ts'
import { noteUnreadable } from '../../../src/payments/store-sync/unreadable-store-order.ts'
import type { ShopifyDeps } from '../deps.ts'
import { shopOf } from '../reach.ts'
import { moneyOfOrder } from './money-of-order.ts'
import { derivedOf } from './order-state.ts'
import { unpaidOrderOf } from './order-to-pay.ts'
import { readOrderForBuyer } from './shop.ts'
import { isOverdue } from './time-to-pay.ts'
import { isUnreadable, unreadableOrder } from './unreadable-order.ts'

/**
 * What a buyer is shown of an order: a button, a word of thanks, or nothing. `unknown`: the shop has
 * no such order, not yet, or it is not theirs. `silent`: the shop could not be asked.
 */
export type LinkForBuyer =
  | { state: 'payable'; pay_url: string; amount: string; currency: string }
  | { state: 'paid' | 'none' | 'unknown' | 'silent' }

/** Reads an order for the buyer who placed it, and takes it where its webhook has not come yet. */
export const linkForBuyer = async (
  ctx: PaymentsContext,
  deps: ShopifyDeps,
  {
    stores,
    orderId,
    confirmation,
  }: {
    /** Those of the shop. */
    stores: readonly StoreRow[]
    orderId: string
    /** The order's confirmation number, which only its buyer and the shop know. */
    confirmation: string
  },
): Promise<LinkForBuyer> => {
  const { query } = ctx.db
  const found = await findStoreOfOrder(ctx, query, { stores, externalId: orderId })
  if (!found) return { state: 'unknown' }
  const { store, hasOrder } = found
  const shop = shopOf(store, deps)
  const read = await readOrderForBuyer(shop, orderId)
  if (isUnreadable(read)) return unreadable(ctx, store, { id: orderId, detail: read.detail })
  if (read.outcome !== 'done') return { state: 'silent' }
  const order = read.value
  if (!order || order.confirmationNumber !== confirmation) return { state: 'unknown' }
  const money = moneyOfOrder(order, shop.policy)
  if (!money) {
    return unreadable(ctx, store, { id: orderId, detail: unreadableOrder(order).detail })
  }
  const derived = derivedOf(order, money)
  if (derived === 'paid') return { state: 'paid' }
  if (derived !== 'unpaid') return { state: 'none' }
  if (!hasOrder && !isOverdue(shop, order)) {
    await takeUnpaidOrder(ctx, store, unpaidOrderOf(shop, order, money))
  }
  const taken = await findOrderOfStore(query, store.id, orderId)
  if (!taken) return { state: 'none' }
  if (taken.paid_at) return { state: 'paid' }
  // Shopify does not know that it was ended here; what Shopify itself had ended is open again.
  if (taken.status === 'cancelled' && taken.cancelled_by !== 'store') return { state: 'none' }
  const { outstanding } = money
  const amount = formatMoney(outstanding)
  const { code: currency } = outstanding.currency
  return { state: 'payable', pay_url: payUrlOf(ctx, taken), amount, currency }
}

/** The buyer sees no button; somebody of the shop has to see why. */
const unreadable = async (
  ctx: PaymentsContext,
  store: StoreRow,
  said: { id: string; detail: string },
): Promise<LinkForBuyer> => {
  await noteUnreadable(ctx.db.query, store, said, ctx.clock.now())
  return { state: 'none' }
}
