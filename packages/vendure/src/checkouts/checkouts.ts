import { Injectable } from '@nestjs/common'
import {
  ChannelService,
  type ID,
  Order,
  RequestContext,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core'
import { PuenteCheckout } from './puente-checkout.entity.js'

/** Checkouts that Vendure opened at Puente. */
@Injectable()
export class Checkouts {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: RequestContextService,
    private readonly channels: ChannelService,
  ) {}

  /** Checkouts of an order, oldest first. */
  async ofOrder(ctx: RequestContext, orderId: ID): Promise<PuenteCheckout[]> {
    const found = await this.connection.getRepository(ctx, PuenteCheckout).findBy({ orderId })
    return found.sort(byPosition)
  }

  anyOfOrder(orderId: ID): Promise<PuenteCheckout | null> {
    return this.connection.rawConnection.getRepository(PuenteCheckout).findOneBy({ orderId })
  }

  /** Open checkouts of orders that were placed, cancelled or deleted, after an id. */
  ofEndedOrders(after: ID | undefined, take: number): Promise<PuenteCheckout[]> {
    const found = this.connection.rawConnection
      .getRepository(PuenteCheckout)
      .createQueryBuilder('checkout')
      .leftJoin(Order, 'ended', 'ended.id = checkout.orderId')
      .where('checkout.closedAt IS NULL')
      .andWhere('(ended.id IS NULL OR ended.orderPlacedAt IS NOT NULL OR ended.state = :state)', {
        state: 'Cancelled',
      })
      .orderBy('checkout.id', 'ASC')
      .limit(take)
    if (after !== undefined) found.andWhere('checkout.id > :after', { after })
    return found.getMany()
  }

  async markClosed(ctx: RequestContext, { id }: PuenteCheckout): Promise<void> {
    const closedAt = new Date()
    await this.connection.getRepository(ctx, PuenteCheckout).update(id, { closedAt })
  }

  /** Finds the checkout that an order at Puente belongs to, if this method opened it. */
  openedBy(methodId: ID, puenteOrderId: string): Promise<PuenteCheckout | null> {
    return this.connection.rawConnection
      .getRepository(PuenteCheckout)
      .findOneBy({ methodId, puenteOrderId })
  }

  /** Adds the next checkout of an order. Hold the order's lock. */
  add(ctx: RequestContext, order: Order, methodId: ID, count: number): Promise<PuenteCheckout> {
    const puenteOrderId = count === 0 ? order.code : `${order.code}~${count + 1}`
    const checkout = { orderId: order.id, channelId: ctx.channelId, methodId, puenteOrderId }
    return this.connection.getRepository(ctx, PuenteCheckout).save(new PuenteCheckout(checkout))
  }

  /** Creates a context of the channel that a checkout was opened in. */
  async contextOf({ channelId }: PuenteCheckout): Promise<RequestContext> {
    const channel = await this.channels.findOne(RequestContext.empty(), channelId)
    return this.contexts.create({ apiType: 'admin', ...(channel && { channelOrToken: channel }) })
  }
}

/** Sorts `CODE`, `CODE~2`, `CODE~10`. Ids of entities may be random. */
const byPosition = (one: PuenteCheckout, other: PuenteCheckout): number =>
  one.puenteOrderId.length - other.puenteOrderId.length ||
  (one.puenteOrderId < other.puenteOrderId ? -1 : 1)
