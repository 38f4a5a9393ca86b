import { Order, Payment, UserInputError } from '@vendure/core'
import { type EntitySubscriberInterface, EventSubscriber, type UpdateEvent } from 'typeorm'
import { hasRowLocks } from './order-lock.js'

/**
 * Refuses to save a cart that was read before a notification paid it. Vendure saves all that it
 * read: a placed order would be a cart again, and a new payment would lose its order.
 */
@EventSubscriber()
export class GuardPaidOrders implements EntitySubscriberInterface<Order> {
  listenTo(): typeof Order {
    return Order
  }

  async beforeUpdate({ entity, manager, connection }: UpdateEvent<Order>): Promise<void> {
    if (!entity?.id || entity.active !== true) return
    const { id: orderId, payments } = entity
    const query = manager
      .createQueryBuilder(Order, 'saved')
      .select(['saved.id', 'saved.active', 'saved.orderPlacedAt'])
      .where('saved.id = :orderId', { orderId })
    if (hasRowLocks(connection)) query.setLock('pessimistic_write')
    const saved = await query.getOne()
    // An inactive order that was never placed is a draft.
    const isPlaced = saved?.active === false && Boolean(saved.orderPlacedAt)
    const isStale =
      isPlaced ||
      (payments && (await manager.countBy(Payment, { order: { id: orderId } })) > payments.length)
    if (isStale) throw new UserInputError('The order was paid meanwhile. Look at it, then repeat.')
  }
}
