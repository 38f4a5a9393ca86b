import { Injectable } from '@nestjs/common'
import { type PuenteFailure, resultOf } from '@puente/node'
import {
  isGraphQlErrorResult,
  type Order,
  OrderService,
  type RequestContext,
  TransactionalConnection,
} from '@vendure/core'
import { clientOf } from '../settings/client.js'
import type { PuenteMethod } from '../settings/methods.js'
import { Decimals } from './decimals.js'
import { RecordedPayments } from './recorded-payments.js'

export interface CheckoutPages {
  successUrl: string
  cancelUrl?: string | undefined
  /** Saved card (`pm_…`) to charge now. */
  savedCard?: string | undefined
}

export type OpenedCheckout =
  | { outcome: 'opened'; payUrl: string }
  /** Puente charged the order before; Vendure has not recorded it yet. */
  | { outcome: 'charged' }
  | { outcome: 'nothing-to-pay' }
  | { outcome: 'not-payable'; message: string }
  | { outcome: 'failed'; error: PuenteFailure }

/** Makes orders payable at Puente. */
@Injectable()
export class OpenCheckout {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly recorded: RecordedPayments,
    private readonly decimals: Decimals,
  ) {}

  /**
   * Creates the checkout of what an order still owes. Repeating it is safe; a changed total replaces
   * the payment at Puente.
   */
  async open(
    ctx: RequestContext,
    order: Order,
    method: PuenteMethod,
    pages: CheckoutPages,
  ): Promise<OpenedCheckout> {
    const refusal = await this.moveToPayment(ctx, order)
    if (refusal !== undefined) return { outcome: 'not-payable', message: refusal }
    const owed = await this.owed(ctx, order)
    if (owed <= 0) return { outcome: 'nothing-to-pay' }
    const puente = clientOf(method.settings)
    const next = await this.recorded.nextCharge(ctx, order, puente)
    switch (next.outcome) {
      case 'failed':
        return next
      case 'charged':
        return { outcome: 'charged' }
      case 'not-charged': {
        const body = this.request(order, owed, next.orderId, method, pages)
        const made = await resultOf(puente.checkouts.create(body))
        if (made.ok) return { outcome: 'opened', payUrl: made.value.pay_url }
        if (made.error.code === 'order_already_paid') return { outcome: 'charged' }
        return { outcome: 'failed', error: made.error }
      }
    }
  }

  private async moveToPayment(ctx: RequestContext, order: Order): Promise<string | undefined> {
    if (order.state !== 'AddingItems') return undefined
    const moved = await this.connection.withTransaction(ctx, (inTransaction) =>
      this.orders.transitionToState(inTransaction, order.id, 'ArrangingPayment'),
    )
    return isGraphQlErrorResult(moved) ? moved.transitionError : undefined
  }

  private async owed(ctx: RequestContext, order: Order): Promise<number> {
    const current = (await this.orders.findOne(ctx, order.id)) ?? order
    const payments = await this.orders.getOrderPayments(ctx, order.id)
    const covered = payments
      .filter(({ state }) => state === 'Settled' || state === 'Authorized')
      .reduce((sum, { amount }) => sum + amount, 0)
    return current.totalWithTax - covered
  }

  private request(
    order: Order,
    owed: number,
    id: string,
    method: PuenteMethod,
    { successUrl, cancelUrl, savedCard }: CheckoutPages,
  ) {
    const { customer } = order
    return {
      order: {
        id,
        number: order.code,
        amount: this.decimals.toPuente(owed, order.currencyCode),
        currency: order.currencyCode,
        ...(customer && {
          customer: {
            name: `${customer.firstName} ${customer.lastName}`,
            email: customer.emailAddress,
            phone: customer.phoneNumber,
          },
        }),
        metadata: { vendure_order: order.code },
      },
      success_url: successUrl,
      cancel_url: cancelUrl ?? successUrl,
      ...(savedCard !== undefined && { payment_method: savedCard }),
      ...(method.settings.mode === 'card_page' && { mode: 'card_page' as const }),
    }
  }
}
