import { Injectable } from '@nestjs/common'
import type { Payment } from '@puente/node'
import { type Order, OrderService, PaymentService, type RequestContext } from '@vendure/core'
import { isReturned, type OrderAtPuente, payingPayment } from '../checkouts/order-at-puente.js'
import { AdvanceOrder, owedBy } from './advance-order.js'
import { Decimals } from './decimals.js'
import { Notes } from './notes.js'

/** Whether Vendure has the payment that pays an order at Puente. */
export type RecordedPayment = 'none' | 'known' | 'added'

/** Whether an order lacks the payment that pays it at Puente. */
export const lacksPayment = ({ payments }: Order, seen: OrderAtPuente): boolean => {
  const payment = isReturned(seen) ? undefined : payingPayment(seen)
  return (
    payment !== undefined && !payments.some(({ transactionId }) => transactionId === payment.id)
  )
}

/** Records charges of Puente in orders, each once. */
@Injectable()
export class RecordPayment {
  constructor(
    private readonly orders: OrderService,
    private readonly payments: PaymentService,
    private readonly advancing: AdvanceOrder,
    private readonly decimals: Decimals,
    private readonly notes: Notes,
  ) {}

  /**
   * Records the payment that pays the order at Puente, and places the order if it is covered. A
   * charge that Vendure cannot use gets a note. Hold the order's lock.
   */
  async record(
    ctx: RequestContext,
    order: Order,
    methodCode: string,
    seen: OrderAtPuente,
  ): Promise<RecordedPayment> {
    const payment = payingPayment(seen)
    if (payment === undefined) return 'none'
    if (order.payments.some(({ transactionId }) => transactionId === payment.id)) return 'known'
    if (isReturned(seen)) return 'none'
    const amount = this.decimals.toVendure(payment.amount)
    if (payment.currency !== order.currencyCode || amount === undefined) {
      await this.note(ctx, order, payment, `the order is in ${order.currencyCode}.`)
      return 'none'
    }
    await this.payments.createManualPayment(ctx, order, amount, {
      orderId: String(order.id),
      method: methodCode,
      transactionId: payment.id,
      metadata: {
        puenteOrderId: seen.order.id,
        gatewayTransactionId: payment.transaction_id,
        paidAt: payment.paid_at,
      },
    })
    await this.place(ctx, order, payment)
    return 'added'
  }

  /**
   * Places an order whose payment Vendure has: its cart shrank to the paid amount, or the reason is
   * gone why Vendure refused to place it. Hold the order's lock; record refunds first.
   */
  async placeCovered(ctx: RequestContext, order: Order, seen: OrderAtPuente): Promise<void> {
    const payment = payingPayment(seen)
    if (payment !== undefined && order.active && !isReturned(seen))
      await this.place(ctx, order, payment)
  }

  private async place(ctx: RequestContext, before: Order, payment: Payment): Promise<void> {
    const order = (await this.orders.findOne(ctx, before.id)) ?? before
    order.payments = await this.orders.getOrderPayments(ctx, order.id)
    if (order.state === 'Cancelled') {
      await this.note(ctx, order, payment, 'the order was cancelled before.')
      return
    }
    const owed = owedBy(order)
    if (owed < 0) {
      const surplus = this.decimals.toPuente(-owed)
      await this.note(ctx, order, payment, `that is ${surplus} more than the order costs.`)
    }
    // A customer who changes a part-paid cart goes on.
    if (owed > 0) return
    const reached = await this.advancing.advance(ctx, order)
    if (reached.outcome === 'refused')
      await this.note(ctx, order, payment, `Vendure does not place the order: ${reached.reason}`)
  }

  private note(ctx: RequestContext, order: Order, payment: Payment, why: string): Promise<void> {
    const paid = `${payment.currency} ${payment.amount} (${payment.id})`
    const note = `The customer paid ${paid}, and ${why} Refund what does not belong to the order, or deliver.`
    return this.notes.addOnce(ctx, order.id, note)
  }
}
