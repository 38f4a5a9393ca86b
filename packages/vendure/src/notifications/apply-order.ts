import { Injectable } from '@nestjs/common'
import type { OrderEvent } from '@puente/node'
import { Logger, type RequestContext } from '@vendure/core'
import { LOG_CONTEXT } from '../names.js'
import { chargedPayment } from '../orders/charged-payment.js'
import { PlaceOrder } from '../orders/place-order.js'
import { RecordRefunds } from '../refunds/record-refunds.js'
import type { PuenteMethod } from '../settings/methods.js'

/** Applies what Puente says about an order: adds what Vendure lacks, so that order and repetition do not matter. */
@Injectable()
export class ApplyOrder {
  constructor(
    private readonly placing: PlaceOrder,
    private readonly refunds: RecordRefunds,
  ) {}

  async apply(ctx: RequestContext, method: PuenteMethod, seen: OrderEvent['data']): Promise<void> {
    const payment = chargedPayment(seen)
    if (payment === undefined) return
    const orderCode = codeOf(seen.order)
    const placement = await this.placing.place(ctx, { orderCode, methodCode: method.code, payment })
    if (placement.outcome === 'no-such-order') {
      Logger.warn(
        `Puente notified of order ${orderCode}, which this channel does not have.`,
        LOG_CONTEXT,
      )
      return
    }
    await this.refunds.record(ctx, orderCode, seen.refunds)
  }
}

const codeOf = ({ id, metadata }: OrderEvent['data']['order']): string =>
  typeof metadata.vendure_order === 'string' ? metadata.vendure_order : id
