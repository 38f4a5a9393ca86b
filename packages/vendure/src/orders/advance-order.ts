import { Injectable } from '@nestjs/common'
import {
  isGraphQlErrorResult,
  type Order,
  OrderService,
  type RequestContext,
  totalCoveredByPayments,
} from '@vendure/core'

export type OrderProgress =
  | { outcome: 'placed' }
  | { outcome: 'cancelled' }
  /** Open for a payment of `owed`. */
  | { outcome: 'owes'; owed: number }
  /** Vendure does not take the next step, for this reason. */
  | { outcome: 'refused'; reason: string }

/** Amount of an order beyond its payments; negative if the customer paid too much. */
export const owedBy = (order: Order): number => order.totalWithTax - totalCoveredByPayments(order)

/** Moves orders to their payment, and to their placement. */
@Injectable()
export class AdvanceOrder {
  constructor(private readonly orders: OrderService) {}

  /** Moves an order as far as its payments allow. Hold the order's lock. */
  async advance(ctx: RequestContext, order: Order): Promise<OrderProgress> {
    if (order.state === 'Cancelled') return { outcome: 'cancelled' }
    if (!order.active) return { outcome: 'placed' }
    const owed = owedBy(order)
    const steps = [
      ...(order.state === 'AddingItems' ? (['ArrangingPayment'] as const) : []),
      ...(owed <= 0 ? (['PaymentSettled'] as const) : []),
    ]
    for (const state of steps) {
      const moved = await this.orders.transitionToState(ctx, order.id, state)
      if (isGraphQlErrorResult(moved)) return { outcome: 'refused', reason: moved.transitionError }
    }
    return owed > 0 ? { outcome: 'owes', owed } : { outcome: 'placed' }
  }
}
