import { Injectable } from '@nestjs/common'
import type { RefundSnapshot } from '@puente/node'
import {
  EventBus,
  type Order,
  OrderService,
  type Payment,
  Refund,
  RefundEvent,
  type RequestContext,
  TransactionalConnection,
} from '@vendure/core'
import { Decimals } from '../orders/decimals.js'
import { Notes } from '../orders/notes.js'
import { isRefundOf, stateInVendure } from './refund-state.js'

/** Records refunds and voids that the gateway's portal, Puente's dashboard or Vendure made. */
@Injectable()
export class RecordRefunds {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly events: EventBus,
    private readonly decimals: Decimals,
    private readonly notes: Notes,
  ) {}

  /** Brings the refunds of an order to their state at Puente, each once. Hold the order's lock. */
  async record(ctx: RequestContext, order: Order, seen: readonly RefundSnapshot[]): Promise<void> {
    if (seen.length === 0) return
    const payments = await this.orders.getOrderPayments(ctx, order.id)
    for (const refund of seen) {
      const payment = payments.find(({ transactionId }) => transactionId === refund.payment_id)
      // The void of a payment that Vendure cancelled is no refund of it.
      if (payment === undefined || payment.state === 'Cancelled') continue
      if (this.isUndecided(refund, seen)) continue
      await this.recordOne(ctx, order, payment, refund)
    }
  }

  /**
   * Whether a refund of the gateway's portal may be the same money as a requested one that has not
   * ended: Puente can find so, and then cancels the portal's.
   */
  private isUndecided(refund: RefundSnapshot, seen: readonly RefundSnapshot[]): boolean {
    if (refund.origin !== 'portal' || refund.kind !== 'refund') return false
    const total = this.decimals.toVendure(refund.amount) ?? 0
    return seen.some(
      ({ id, payment_id, state, amount }) =>
        id !== refund.id &&
        payment_id === refund.payment_id &&
        stateInVendure(state) === 'Pending' &&
        (this.decimals.toVendure(amount) ?? 0) <= total,
    )
  }

  private async recordOne(
    ctx: RequestContext,
    order: Order,
    payment: Payment,
    seen: RefundSnapshot,
  ): Promise<void> {
    const reached = stateInVendure(seen.state)
    const known = payment.refunds.find((refund) => isRefundOf(refund, seen.id))
    if (known !== undefined) {
      if (known.state === 'Pending' && reached !== 'Pending')
        await this.orders.transitionRefundToState(ctx, known.id, reached)
      if (known.state === 'Settled' && seen.state === 'cancelled') {
        const note = `The refund ${seen.id} of ${seen.currency} ${seen.amount} is another refund of this order, which Puente has decided since. Vendure counts it twice.`
        await this.notes.addOnce(ctx, order.id, note)
      }
      return
    }
    if (reached !== 'Settled') return
    const total = this.decimals.toVendure(seen.amount)
    if (total === undefined) {
      const note = `Puente refunded ${seen.currency} ${seen.amount} (${seen.id}), more decimals than this shop keeps.`
      await this.notes.addOnce(ctx, order.id, note)
      return
    }
    await this.add(ctx, order, payment, { seen, total })
  }

  private async add(
    ctx: RequestContext,
    order: Order,
    payment: Payment,
    { seen, total }: { seen: RefundSnapshot; total: number },
  ): Promise<void> {
    const refund = new Refund({
      payment,
      total,
      method: payment.method,
      reason: seen.reason ?? (seen.kind === 'void' ? 'Voided at Puente' : 'Refunded at Puente'),
      state: 'Pending',
      transactionId: seen.id,
      metadata: {},
      items: 0,
      shipping: 0,
      adjustment: 0,
    })
    const saved = await this.connection.getRepository(ctx, Refund).save(refund)
    await this.orders.transitionRefundToState(ctx, saved.id, 'Settled')
    await this.events.publish(new RefundEvent(ctx, order, saved, 'created'))
  }
}
