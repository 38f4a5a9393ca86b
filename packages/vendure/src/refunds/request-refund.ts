import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { resultOf } from '@puente/node'
import {
  type CreateRefundResult,
  type Order,
  type Payment,
  type RequestContext,
  TransactionalConnection,
  UserInputError,
} from '@vendure/core'
import { Decimals } from '../orders/decimals.js'
import { lockOrder } from '../orders/lock-order.js'
import type { MethodSettings } from '../settings/arguments.js'
import { clientOf } from '../settings/client.js'
import { LostRefunds } from './lost-refunds.js'
import { stateInVendure } from './refund-state.js'

export interface RefundRequest {
  order: Order
  payment: Payment
  amount: number
  reason: string | null | undefined
}

/** Refunds at Puente what an administrator refunds in Vendure. */
@Injectable()
export class RequestRefund {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly decimals: Decimals,
    private readonly lost: LostRefunds,
  ) {}

  /**
   * Requests a refund. A waiting one, and one whose answer was lost, is `Pending`; Puente's
   * notification or the retry under the same key ends it. Throws what the administrator can correct.
   */
  async request(
    ctx: RequestContext,
    settings: MethodSettings,
    asked: RefundRequest,
  ): Promise<CreateRefundResult> {
    const { order, payment, amount, reason } = asked
    // The notification of this refund waits for the lock, and then finds the refund recorded.
    await lockOrder(this.connection, ctx, order.id)
    const request = {
      orderId: payment.metadata.puenteOrderId ?? order.code,
      body: {
        amount: this.decimals.toPuente(amount, order.currencyCode),
        currency: order.currencyCode,
        payment_id: payment.transactionId,
        ...(reason ? { reason } : {}),
      },
      key: `vendure-${randomUUID()}`,
    }
    const made = await resultOf(
      clientOf(settings).refunds.create(request.orderId, request.body, {
        idempotencyKey: request.key,
      }),
    )
    if (made.ok) {
      const { refund, message } = made.value
      return {
        state: stateInVendure(refund.state),
        transactionId: refund.id,
        metadata: { message },
      }
    }
    if (!made.error.mayBeDone) throw new UserInputError(made.error.message)
    await this.lost.retryLater(ctx, { ...request, methodCode: payment.method })
    return {
      state: 'Pending',
      transactionId: request.key,
      metadata: { message: `Puente has not answered yet: ${made.error.message}` },
    }
  }
}
