import { formatMoney, type Money } from '../../../../src/domain/money.ts'
import { type FailedDelivery, rejectedDelivery } from '../../../delivery-result.ts'
import { failedDelivery, wordsOf } from '../../delivery-result.ts'
import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import {
  capturePendingMutation,
  createManualPaymentMutation,
  markPaidMutation,
} from '../../graphql/operations/record-payment.ts'
import type { MoneyOfOrder } from '../reading/money-of-order.ts'
import { isOneOf, MANUAL } from '../reading/sales-of-order.ts'
import type { ShopClient } from '../shop.ts'

/**
 * Captures a manual payment, or creates one on Plus, with the exact amount; otherwise marks the
 * order as paid. A refusal is not final: the order may be paid.
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
  const { code: currencyCode } = charged.currency
  const amount = formatMoney(charged)
  if (capturable) {
    const input = {
      id: order.id,
      parentTransactionId: capturable.id,
      amount,
      currency: currencyCode,
    }
    const captured = await shop.graphql(capturePendingMutation, { input })
    if (captured.outcome === 'done') return undefined
    // Without a response, it may have succeeded.
    if (captured.outcome === 'failed' && captured.retry === 'retry') return failedDelivery(captured)
  } else if (await shop.isPlus()) {
    const created = await shop.graphql(createManualPaymentMutation, {
      id: order.id,
      amount: { amount, currencyCode },
      paymentMethodName: methodNameOf(shop, order),
      processedAt: paidAt.toISOString(),
    })
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

/** The order's name for the method, which staff know. */
const methodNameOf = (
  { policy: { payment_method: names } }: ShopClient,
  { paymentGatewayNames }: ShopifyOrder,
): string => paymentGatewayNames.find(isOneOf(names)) ?? names[0] ?? MANUAL
