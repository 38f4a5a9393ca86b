import { Injectable } from '@nestjs/common'
import type { PuenteFailure } from '@puente/node'
import {
  ActiveOrderService,
  ConfigService,
  idsAreEqual,
  type Order,
  OrderService,
  type RequestContext,
} from '@vendure/core'
import { SyncOrder } from '../orders/sync-order.js'

export type SettledOrder =
  | { outcome: 'placed' }
  | { outcome: 'unpaid' }
  /** No such order, or that of another customer. */
  | { outcome: 'forbidden' }
  | { outcome: 'failed'; error: PuenteFailure }

/** Settles the order of a customer who returns, also if the notification is late. */
@Injectable()
export class ReturnedCustomer {
  constructor(
    private readonly config: ConfigService,
    private readonly activeOrders: ActiveOrderService,
    private readonly orders: OrderService,
    private readonly syncing: SyncOrder,
  ) {}

  async settle(ctx: RequestContext, orderCode: string): Promise<SettledOrder> {
    const order = await this.orders.findOneByCode(ctx, orderCode, ['customer', 'customer.user'])
    if (order === undefined || !(await this.mayAccess(ctx, order))) return { outcome: 'forbidden' }
    if (order.orderPlacedAt) return { outcome: 'placed' }
    const synced = await this.syncing.sync(ctx, order.id)
    const current = await this.orders.findOne(ctx, order.id, [])
    if (current?.orderPlacedAt) return { outcome: 'placed' }
    return synced.outcome === 'failed' ? synced : { outcome: 'unpaid' }
  }

  /** Allows the order of the session, and the orders that Vendure's own `orderByCode` shows. */
  private async mayAccess(ctx: RequestContext, order: Order): Promise<boolean> {
    const active = await this.activeOrders.getActiveOrder(ctx, undefined)
    if (active && idsAreEqual(active.id, order.id)) return true
    const { orderByCodeAccessStrategy } = this.config.orderOptions
    return orderByCodeAccessStrategy.canAccessOrder(ctx, order)
  }
}
