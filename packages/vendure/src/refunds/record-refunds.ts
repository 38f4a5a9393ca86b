import { Injectable } from '@nestjs/common'
import {
  EventBus,
  type ID,
  isGraphQlErrorResult,
  type Order,
  OrderService,
  Payment,
  PaymentService,
  Refund,
  RefundEvent,
  type RequestContext,
  TransactionalConnection,
} from '@vendure/core'
import type { RefundAtPuente } from '../orders/charged-payment.js'
import { Decimals } from '../orders/decimals.js'
import { lockOrder } from '../orders/lock-order.js'
import { Notes } from '../orders/notes.js'
import { knownRefund } from './known-refund.js'
import { stateInVendure } from './refund-state.js'

/** Records refunds and voids that the gateway's portal, Puente's dashboard or Vendure made. */
@Injectable()
export class RecordRefunds {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly payments: PaymentService,
    private readonly events: EventBus,
    private readonly decimals: Decimals,
    private readonly notes: Notes,
  ) {}

  /** Brings the refunds of an order to their state at Puente. Each is recorded once. */
  async record(
    ctx: RequestContext,
    orderCode: string,
    seen: readonly RefundAtPuente[],
  ): Promise<void> {
    const ended = seen.filter(({ state }) => stateInVendure(state) !== 'Pending')
    if (ended.length === 0) return
    await this.connection.withTransaction(ctx, async (inTransaction) => {
      const order = await this.orders.findOneByCode(inTransaction, orderCode)
      if (order === undefined) return
      await lockOrder(this.connection, inTransaction, order.id)
      for (const refund of ended) await this.recordOne(inTransaction, order, refund)
    })
  }

  private async recordOne(ctx: RequestContext, order: Order, seen: RefundAtPuente): Promise<void> {
    const payment = await this.paymentOf(ctx, order.id, seen.payment_id)
    if (payment === null || payment.state === 'Cancelled') return
    const known = await this.connection
      .getRepository(ctx, Refund)
      .findOneBy({ transactionId: seen.id })
    const reached = stateInVendure(seen.state)
    if (known !== null) {
      if (known.state === 'Pending')
        await this.orders.transitionRefundToState(ctx, known.id, reached)
      return
    }
    if (reached === 'Settled') await this.create(ctx, order, payment, seen)
  }

  private async paymentOf(
    ctx: RequestContext,
    orderId: ID,
    transactionId: string,
  ): Promise<Payment | null> {
    return this.connection
      .getRepository(ctx, Payment)
      .findOneBy({ order: { id: orderId }, transactionId })
  }

  private async create(
    ctx: RequestContext,
    order: Order,
    payment: Payment,
    seen: RefundAtPuente,
  ): Promise<void> {
    const input = {
      paymentId: payment.id,
      amount: this.decimals.toVendure(seen.amount),
      reason: seen.reason ?? (seen.kind === 'void' ? 'Voided at Puente' : 'Refunded at Puente'),
      lines: [],
      shipping: 0,
      adjustment: 0,
    }
    const created = await knownRefund.run(seen, () =>
      this.payments.createRefund(ctx, input, order, payment),
    )
    if (isGraphQlErrorResult(created)) {
      const note = `Puente refunded ${seen.amount} of the payment (${seen.id}), and Vendure refuses to record it: ${created.message}`
      await this.notes.addOnce(ctx, order.id, note)
      return
    }
    await this.events.publish(new RefundEvent(ctx, order, created, 'created'))
  }
}
