import { Injectable } from '@nestjs/common'
import { resultOf } from '@puente/node'
import {
  type CancelPaymentErrorResult,
  type CancelPaymentResult,
  type CreatePaymentErrorResult,
  type CreatePaymentResult,
  type CreateRefundResult,
  type Order,
  type Payment,
  type RequestContext,
  TransactionalConnection,
} from '@vendure/core'
import { Decimals } from '../orders/decimals.js'
import { lockOrder } from '../orders/lock-order.js'
import { RecordedPayments } from '../orders/recorded-payments.js'
import { knownRefund } from '../refunds/known-refund.js'
import { stateInVendure } from '../refunds/refund-state.js'
import { type RefundRequest, RequestRefund } from '../refunds/request-refund.js'
import type { MethodSettings } from '../settings/arguments.js'
import { clientOf } from '../settings/client.js'

/** What the payment method handler does. */
@Injectable()
export class ChargeOrder {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly recorded: RecordedPayments,
    private readonly decimals: Decimals,
    private readonly refunds: RequestRefund,
  ) {}

  /**
   * Creates the payment of a charge that Vendure has not recorded. Reads the charge at Puente:
   * metadata of `addPaymentToOrder` come from the customer's browser.
   */
  async payment(
    ctx: RequestContext,
    order: Order,
    amount: number,
    settings: MethodSettings,
  ): Promise<CreatePaymentResult | CreatePaymentErrorResult> {
    await lockOrder(this.connection, ctx, order.id)
    const next = await this.recorded.nextCharge(ctx, order, clientOf(settings))
    switch (next.outcome) {
      case 'failed':
        return { amount, state: 'Error', errorMessage: next.error.message }
      case 'not-charged':
        return { amount, state: 'Declined', errorMessage: 'The customer has not paid this order.' }
      case 'charged': {
        const { payment, orderId } = next
        return {
          amount: this.decimals.toVendure(payment.amount),
          state: 'Settled',
          transactionId: payment.id,
          metadata: {
            puenteOrderId: orderId,
            gatewayTransactionId: payment.transaction_id,
            paidAt: payment.paid_at,
          },
        }
      }
    }
  }

  /** Voids or refunds the rest of a payment. Until Puente has done it, the payment stays settled. */
  async cancel(
    ctx: RequestContext,
    order: Order,
    payment: Payment,
    settings: MethodSettings,
  ): Promise<CancelPaymentResult | CancelPaymentErrorResult> {
    if (payment.state !== 'Settled') return { success: true }
    await lockOrder(this.connection, ctx, order.id)
    const made = await resultOf(
      clientOf(settings).refunds.create(
        payment.metadata.puenteOrderId ?? order.code,
        { payment_id: payment.transactionId },
        { idempotencyKey: `vendure-cancel-${payment.transactionId}` },
      ),
    )
    if (made.ok && stateInVendure(made.value.refund.state) === 'Settled') return { success: true }
    if (!made.ok && made.error.code === 'refund_nothing_left') return { success: true }
    const errorMessage = made.ok ? made.value.message : made.error.message
    return { success: false, state: 'Settled', errorMessage }
  }

  /** Refunds at Puente, or returns the refund that Puente made before. */
  async refund(
    ctx: RequestContext,
    settings: MethodSettings,
    request: RefundRequest,
  ): Promise<CreateRefundResult> {
    const made = knownRefund.getStore()
    if (made !== undefined) return { state: 'Settled', transactionId: made.id, metadata: {} }
    return this.refunds.request(ctx, settings, request)
  }
}
