import { formatMoney, type Money } from '../../../src/domain/money.ts'
import type { ShopOrder } from '../graphql/operations/order-for-payment.ts'
import {
  capturePending,
  createManualPayment,
  type ManualPayment,
  markPaid,
} from '../graphql/operations/take-payment.ts'
import type { Transaction } from '../graphql/operations/transaction.ts'
import { type NotTold, notTold, refusedFor, wordsOf } from '../told.ts'
import type { MoneyOfOrder } from './money-of-order.ts'
import { isOneOf, MANUAL } from './sales-of-order.ts'
import type { Shop } from './shop.ts'

/**
 * Records a payment in Shopify: captures a manual payment, or creates one on Plus, with the exact
 * amount; the fallback marks the order as paid. A refusal is not final: the order may be paid.
 */
export const takePayment = async (
  shop: Shop,
  {
    order,
    money,
    charged,
    paidAt,
  }: { order: ShopOrder; money: MoneyOfOrder; charged: Money; paidAt: Date },
): Promise<NotTold | undefined> => {
  const { capturable } = money
  if (capturable) {
    const captured = await capture(shop, { order, capturable, charged })
    if (captured.outcome === 'done') return undefined
    // Without a response, it may have succeeded.
    if (captured.outcome === 'failed' && captured.retry === 'retry') return notTold(captured)
  } else if (await shop.isPlus()) {
    const payment = manualPaymentOf(shop, { order, charged, paidAt })
    const created = await shop.graphql(createManualPayment, payment)
    if (created.outcome === 'done') return undefined
    const isKnownRefusal = created.outcome === 'user-errors' || created.effect === 'none'
    if (!isKnownRefusal || (created.outcome === 'failed' && created.retry === 'retry')) {
      return notTold(created)
    }
  }
  const marked = await shop.graphql(markPaid, { id: order.id })
  if (marked.outcome === 'done') return undefined
  return marked.outcome === 'failed' ? notTold(marked) : refusedFor(wordsOf(marked))
}

/** Uses the order's name for the method, which staff know. */
const manualPaymentOf = (
  { policy: { payment_method: names } }: Shop,
  { order, charged, paidAt }: { order: ShopOrder; charged: Money; paidAt: Date },
): ManualPayment => ({
  id: order.id,
  amount: { amount: formatMoney(charged), currencyCode: charged.currency.code },
  paymentMethodName: order.paymentGatewayNames.find(isOneOf(names)) ?? names[0] ?? MANUAL,
  processedAt: paidAt.toISOString(),
})

const capture = (
  { graphql }: Shop,
  { order, capturable, charged }: { order: ShopOrder; capturable: Transaction; charged: Money },
) =>
  graphql(capturePending, {
    input: {
      id: order.id,
      parentTransactionId: capturable.id,
      amount: formatMoney(charged),
      currency: charged.currency.code,
    },
  })
