import { formatMoney, type Money } from '../../../../src/domain/money.ts'
import { type FailedDelivery, rejectedDelivery } from '../../../delivery-result.ts'
import { failedDelivery, wordsOf } from '../../delivery-result.ts'
import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import {
  capturePendingMutation,
  createManualPaymentMutation,
  type ManualPayment,
  markPaidMutation,
} from '../../graphql/operations/record-payment.ts'
import type { Transaction } from '../../graphql/operations/transaction.ts'
import type { MoneyOfOrder } from '../reading/money-of-order.ts'
import { isOneOf, MANUAL } from '../reading/sales-of-order.ts'
import type { ShopClient } from '../shop.ts'

/**
 * Records a payment in Shopify: captures a manual payment, or creates one on Plus, with the exact
 * amount; the fallback marks the order as paid. A refusal is not final: the order may be paid.
 */
export const recordPayment = async (
  shop: ShopClient,
  {
    order,
    money,
    charged,
    paidAt,
  }: { order: ShopifyOrder; money: MoneyOfOrder; charged: Money; paidAt: Date },
): Promise<FailedDelivery | undefined> => {
  const { capturable } = money
  if (capturable) {
    const captured = await capture(shop, { order, capturable, charged })
    if (captured.outcome === 'done') return undefined
    // Without a response, it may have succeeded.
    if (captured.outcome === 'failed' && captured.retry === 'retry') return failedDelivery(captured)
  } else if (await shop.isPlus()) {
    const payment = manualPaymentOf(shop, { order, charged, paidAt })
    const created = await shop.graphql(createManualPaymentMutation, payment)
    if (created.outcome === 'done') return undefined
    const isKnownRefusal = created.outcome === 'user-errors' || created.effect === 'none'
    if (!isKnownRefusal || (created.outcome === 'failed' && created.retry === 'retry')) {
      return failedDelivery(created)
    }
  }
  const marked = await shop.graphql(markPaidMutation, { id: order.id })
  if (marked.outcome === 'done') return undefined
  return marked.outcome === 'failed' ? failedDelivery(marked) : rejectedDelivery(wordsOf(marked))
}

/** Uses the order's name for the method, which staff know. */
const manualPaymentOf = (
  { policy: { payment_method: names } }: ShopClient,
  { order, charged, paidAt }: { order: ShopifyOrder; charged: Money; paidAt: Date },
): ManualPayment => ({
  id: order.id,
  amount: { amount: formatMoney(charged), currencyCode: charged.currency.code },
  paymentMethodName: order.paymentGatewayNames.find(isOneOf(names)) ?? names[0] ?? MANUAL,
  processedAt: paidAt.toISOString(),
})

const capture = (
  { graphql }: ShopClient,
  { order, capturable, charged }: { order: ShopifyOrder; capturable: Transaction; charged: Money },
) =>
  graphql(capturePendingMutation, {
    input: {
      id: order.id,
      parentTransactionId: capturable.id,
      amount: formatMoney(charged),
      currency: charged.currency.code,
    },
  })
