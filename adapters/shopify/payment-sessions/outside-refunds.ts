import { hasHadProblem } from '../../../src/ledger/problems.ts'
import { openProblem } from '../../../src/payments/problems.ts'
import type { OrderMessage } from '../../../src/payments/storefront.ts'
import { formatMoney, moneyFromMinor } from '../../../src/platform/money.ts'
import type { SessionShop } from './session-shop.ts'

/**
 * Money that went back without Shopify's asking. A payments app has no way to tell it: somebody has
 * to know, once for each.
 */
export const noteOutsideRefunds = async (
  { ledger: { query }, clock }: SessionShop,
  { order, reversals }: OrderMessage,
): Promise<void> => {
  for (const reversal of reversals) {
    if (reversal.state !== 'done' || reversal.idempotency_key?.startsWith('shopify-')) continue
    const kind = 'refund_not_in_store' as const
    const subject = reversal.id
    if (await hasHadProblem(query, { storeId: order.store_id, kind, subject })) continue
    const { amount_minor, currency, origin } = reversal
    const amount = formatMoney(moneyFromMinor(amount_minor, currency))
    await openProblem(query, {
      kind,
      storeId: order.store_id,
      orderId: order.id,
      subject,
      details: { refund: reversal.id, amount, currency, origin },
      now: clock.now(),
    })
  }
}
