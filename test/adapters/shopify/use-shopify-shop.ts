import { formatMoney } from '../../../src/domain/money.ts'
import { useStarted } from '../../support/use-world.ts'
import { notificationOf, type refund } from '../messages.ts'
import { startShopifyShop } from '../shopify-shop.ts'

export const told = { outcome: 'delivered' }
export const person = { outcome: 'failed', retry: 'ask-a-person' }
export const paid = (id: string, order: object = {}) =>
  notificationOf(id, { type: 'order.paid', order })
export const cancelled = (id: string) =>
  notificationOf(id, {
    type: 'order.cancelled',
    order: { status: 'cancelled', paid_at: null, current_payment_id: null },
    payment: null,
  })
export const refunded = (id: string, ...refunds: ReturnType<typeof refund>[]) =>
  notificationOf(id, {
    type: 'order.partially_refunded',
    order: { status: 'partially_refunded' },
    refunds,
  })

export const useShopifyShop = () => {
  const shop = useStarted(() => startShopifyShop({ rates: { USD: 25 } }))

  const toPay = async (id: string, storefront = shop.storefront) => storefront.orderToPay?.(id)
  const amountToPay = async (id: string): Promise<string> => {
    const read = await toPay(id)
    if (read?.outcome !== 'payable') return String(read?.outcome)
    const { amount } = read.request
    return `${formatMoney(amount)} ${amount.currency.code}`
  }
  const noteOf = (id: string) => shop.shop.order(id).note ?? ''
  const read = async (id: string) => {
    const said = await shop.storefront.readOrders?.([id])
    return said?.outcome === 'read' ? said.orders[0] : undefined
  }

  return { shop, toPay, amountToPay, noteOf, read }
}
