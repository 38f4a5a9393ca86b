import { Injectable } from '@nestjs/common'
import { resultOf } from '@puente/node'
import { Logger, type Order, type RequestContext } from '@vendure/core'
import { LOG_CONTEXT } from '../names.js'
import { clientOf } from '../settings/client.js'
import { PuenteMethods } from '../settings/methods.js'
import { RecordedPayments } from './recorded-payments.js'

/** Closes the payment page of an order that Vendure cancelled. */
@Injectable()
export class CloseAtPuente {
  constructor(
    private readonly methods: PuenteMethods,
    private readonly recorded: RecordedPayments,
  ) {}

  /** A charge that won the race is noted in the history of the order when its notification comes. */
  async close(ctx: RequestContext, order: Order): Promise<void> {
    for (const method of await this.methods.ofChannel(ctx)) {
      const puente = clientOf(method.settings)
      const next = await this.recorded.nextCharge(ctx, order, puente)
      if (next.outcome !== 'not-charged') continue
      if (!next.isKnown) continue
      const closed = await resultOf(puente.orders.cancel(next.orderId))
      if (!closed.ok)
        Logger.error(
          `Order ${order.code} stays payable at Puente: ${closed.error.message}`,
          LOG_CONTEXT,
        )
    }
  }
}
