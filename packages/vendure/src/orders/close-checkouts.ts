import { Injectable } from '@nestjs/common'
import { type Result, resultOf } from '@puente/node'
import { Logger, type Order, type RequestContext } from '@vendure/core'
import { Checkouts } from '../checkouts/checkouts.js'
import { isUnknownOrder } from '../checkouts/order-at-puente.js'
import type { PuenteCheckout } from '../checkouts/puente-checkout.entity.js'
import { LOG_CONTEXT } from '../names.js'
import { clientOf } from '../settings/client.js'
import { PuenteMethods } from '../settings/methods.js'

/** Closes payment pages. A charge that wins the race arrives as a notification. */
@Injectable()
export class CloseCheckouts {
  constructor(
    private readonly checkouts: Checkouts,
    private readonly methods: PuenteMethods,
  ) {}

  async close(
    ctx: RequestContext,
    { methodId, puenteOrderId }: PuenteCheckout,
  ): Promise<Result<unknown>> {
    const method = await this.methods.byId(ctx, methodId)
    const cancelling = method && clientOf(method.settings).orders.cancel(puenteOrderId)
    const closed = await resultOf(Promise.resolve(cancelling))
    return !closed.ok && isUnknownOrder(closed.error) ? { ok: true, value: undefined } : closed
  }

  /** Closes all pages of an order that Vendure cancelled. */
  async closeAll(ctx: RequestContext, order: Order): Promise<void> {
    for (const checkout of await this.checkouts.ofOrder(ctx, order.id)) {
      const closed = await this.close(ctx, checkout)
      // A paid order has no page to close.
      if (!closed.ok && closed.error.code !== 'order_already_paid')
        Logger.error(
          `Order ${order.code} stays payable at Puente: ${closed.error.message}`,
          LOG_CONTEXT,
        )
    }
  }
}
