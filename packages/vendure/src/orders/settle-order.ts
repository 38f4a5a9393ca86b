import { Injectable } from '@nestjs/common'
import type { PuenteFailure } from '@puente/node'
import { OrderService, type RequestContext } from '@vendure/core'
import { clientOf } from '../settings/client.js'
import { PuenteMethods } from '../settings/methods.js'
import { PlaceOrder } from './place-order.js'
import { RecordedPayments } from './recorded-payments.js'

export type SettledOrder =
  | { outcome: 'paid' }
  | { outcome: 'unpaid' }
  | { outcome: 'no-such-order' }
  | { outcome: 'failed'; error: PuenteFailure }

/** Settles an order for the customer who returns, also if the notification is late. */
@Injectable()
export class SettleOrder {
  constructor(
    private readonly orders: OrderService,
    private readonly methods: PuenteMethods,
    private readonly recorded: RecordedPayments,
    private readonly placing: PlaceOrder,
  ) {}

  async settle(ctx: RequestContext, orderCode: string): Promise<SettledOrder> {
    const order = await this.orders.findOneByCode(ctx, orderCode)
    if (order === undefined) return { outcome: 'no-such-order' }
    if (order.orderPlacedAt) return { outcome: 'paid' }
    for (const method of await this.methods.ofChannel(ctx)) {
      const next = await this.recorded.nextCharge(ctx, order, clientOf(method.settings))
      if (next.outcome === 'failed') return next
      if (next.outcome === 'not-charged') continue
      const charge = { orderCode, methodCode: method.code, payment: next.payment }
      await this.placing.place(ctx, charge)
      return { outcome: 'paid' }
    }
    return { outcome: 'unpaid' }
  }
}
