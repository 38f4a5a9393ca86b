import { Injectable } from '@nestjs/common'
import {
  ChannelService,
  type ID,
  type Order,
  RequestContext,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core'
import { In } from 'typeorm'
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
  ofOrder(ctx: RequestContext, orderId: ID): Promise<PuenteCheckout[]> {
    return this.connection
      .getRepository(ctx, PuenteCheckout)
      .find({ where: { orderId }, order: { id: 'ASC' } })
  }

  ofOrders(orderIds: readonly ID[]): Promise<PuenteCheckout[]> {
    return this.connection.rawConnection
      .getRepository(PuenteCheckout)
      .findBy({ orderId: In([...orderIds]) })
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
