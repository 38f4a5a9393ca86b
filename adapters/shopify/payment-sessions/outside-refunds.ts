import { formatMinor } from '../../../src/domain/money.ts'
import { type OrderMessage, raiseAlert } from '../../adapter.ts'
import type { SessionShop } from './session-shop.ts'

/** Opens alerts, since a payments app cannot report refunds that Shopify did not request. */
export const noteOutsideRefunds = async (
  { db: { query }, clock }: SessionShop,
  { order, refunds }: OrderMessage,
): Promise<void> => {
  for (const refund of refunds) {
    if (refund.state !== 'succeeded' || refund.idempotency_key?.startsWith('shopify-')) continue
    const { amount_minor, currency, origin } = refund
    const amount = formatMinor(amount_minor, currency)
    await raiseAlert(query, {
      kind: 'refund_not_in_store',
      storeId: order.store_id,
      orderId: order.id,
      subject: refund.id,
      onRepeat: 'never',
      details: { refund: refund.id, amount, currency, origin },
      now: clock.now(),
    })
  }
}
