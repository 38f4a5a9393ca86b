import {
  type Injector,
  type Order,
  type OrderInterceptor,
  type RequestContext,
  UserInputError,
} from '@vendure/core'
import { Checkouts } from '../checkouts/checkouts.js'
import { OrderLock } from './order-lock.js'

/**
 * Serialises changes of a cart with its placement by a notification. Vendure saves a changed cart
 * with the state that it had when the change began: a placed order would be a cart again. Throws,
 * because Vendure saves the order also after a refusal.
 */
export class GuardPlacedOrders implements OrderInterceptor {
  private lock: OrderLock
  private checkouts: Checkouts

  init(injector: Injector): void {
    this.lock = injector.get(OrderLock)
    this.checkouts = injector.get(Checkouts)
  }

  willAddItemToOrder(ctx: RequestContext, order: Order): Promise<void> {
    return this.hold(ctx, order)
  }

  willAdjustOrderLine(ctx: RequestContext, order: Order): Promise<void> {
    return this.hold(ctx, order)
  }

  willRemoveItemFromOrder(ctx: RequestContext, order: Order): Promise<void> {
    return this.hold(ctx, order)
  }

  private async hold(ctx: RequestContext, { id, active }: Order): Promise<void> {
    if (!active || (await this.checkouts.ofOrder(ctx, id)).length === 0) return
    if (!(await this.lock.takeActive(ctx, id)))
      throw new UserInputError('The order was paid and placed meanwhile.')
  }
}
