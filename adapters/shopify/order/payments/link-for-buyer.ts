import { formatMoney } from '../../../../src/domain/money.ts'
import { moneyInWords } from '../../../../src/domain/money-text.ts'
import { type Core, findOrder, openUnreadableAlert, type Store } from '../../../adapter.ts'
import type { ShopifyDeps } from '../../deps.ts'
import { isUnreadableAnswer } from '../../graphql/outcome.ts'
import { moneyOfOrder, shopifyStateOf, unreadableOrder } from '../reading/money-of-order.ts'
import { isPastDeadline, unpaidOrderOf } from '../reading/order-to-pay.ts'
import { readOrderForBuyer, shopOf } from '../shop.ts'

/**
 * `payable`: a button. `paid`: thanks. `none`: nothing. `unknown`: no such order yet, or another
 * buyer's. `silent`: no answer from the shop.
 */
export type LinkForBuyer =
  | { state: 'payable'; pay_url: string; amount: string; currency: string; amount_text: string }
  | { state: 'paid' | 'none' | 'unknown' | 'silent' }

/** Imports the order if the webhook has not arrived yet. */
export const linkForBuyer = async (
  core: Core,
  deps: ShopifyDeps,
  {
    stores,
    orderId,
    confirmation,
  }: {
    stores: readonly Store[]
    orderId: string
    /** Known only to the buyer and the shop. */
    confirmation: string
  },
): Promise<LinkForBuyer> => {
  const { query } = core.db
  const found = await core.findStoreOfOrder(query, { stores, externalId: orderId })
  if (!found) return { state: 'unknown' }
  const { store, hasOrder } = found
  const shop = shopOf(store, deps)
  const read = await readOrderForBuyer(shop, orderId)
  if (isUnreadableAnswer(read)) return unreadable(core, store, { id: orderId, detail: read.detail })
  if (read.outcome !== 'done') return { state: 'silent' }
  const order = read.value
  if (!order || order.confirmationNumber !== confirmation) return { state: 'unknown' }
  const money = moneyOfOrder(order, shop.policy)
  if (!money) {
    return unreadable(core, store, { id: orderId, detail: unreadableOrder(order) })
  }
  const derived = shopifyStateOf(order, money)
  if (derived === 'paid') return { state: 'paid' }
  if (derived !== 'unpaid') return { state: 'none' }
  if (!hasOrder && !isPastDeadline(shop, order)) {
    await core.importUnpaidOrder(store, unpaidOrderOf(shop, order, money))
  }
  const imported = await findOrder(query, store.id, orderId)
  if (!imported) return { state: 'none' }
  if (imported.paid_at) return { state: 'paid' }
  // Shopify does not know of Puente's own cancellation. One by the store no longer holds, because
  // Shopify shows the order as unpaid.
  if (imported.status === 'cancelled' && imported.cancelled_by !== 'store') return { state: 'none' }
  const amount = formatMoney(money.outstanding)
  const { code: currency } = money.outstanding.currency
  return {
    state: 'payable',
    pay_url: core.payUrlOf(imported),
    amount,
    currency,
    amount_text: moneyInWords(amount, currency, imported.locale),
  }
}

/** Alerts staff; the buyer sees no button. */
const unreadable = async (
  core: Core,
  store: Store,
  said: { id: string; detail: string },
): Promise<LinkForBuyer> => {
  await openUnreadableAlert(core.db.query, store, said, core.clock.now())
  return { state: 'none' }
}
