import { Injectable } from '@nestjs/common'
import { type Puente, type PuenteFailure, resultOf } from '@puente/node'
import { type ID, Payment, type RequestContext, TransactionalConnection } from '@vendure/core'
import { chargedPayment, type PaymentAtPuente } from './charged-payment.js'
import { idsAtPuente } from './ids-at-puente.js'

export type NextCharge =
  | { outcome: 'charged'; orderId: string; payment: PaymentAtPuente }
  /** The customer has not paid the order of this id at Puente. */
  | { outcome: 'not-charged'; orderId: string; isKnown: boolean }
  | { outcome: 'failed'; error: PuenteFailure }

const isUnknown = ({ code }: PuenteFailure): boolean =>
  code === 'not_found' || code === 'no_such_order'

/** Compares the payments that Vendure recorded with the charges at Puente. */
@Injectable()
export class RecordedPayments {
  constructor(private readonly connection: TransactionalConnection) {}

  async has(ctx: RequestContext, orderId: ID, paymentId: string): Promise<boolean> {
    return this.connection
      .getRepository(ctx, Payment)
      .existsBy({ order: { id: orderId }, transactionId: paymentId })
  }

  /** Finds the first charge of an order that Vendure has not recorded. */
  async nextCharge(
    ctx: RequestContext,
    order: { id: ID; code: string },
    puente: Puente,
  ): Promise<NextCharge> {
    for (const orderId of idsAtPuente(order.code)) {
      const read = await resultOf(puente.orders.retrieve(orderId))
      if (!read.ok && isUnknown(read.error))
        return { outcome: 'not-charged', orderId, isKnown: false }
      if (!read.ok) return { outcome: 'failed', error: read.error }
      const payment = chargedPayment(read.value)
      if (payment === undefined) {
        if (read.value.order.status === 'cancelled') continue
        return { outcome: 'not-charged', orderId, isKnown: true }
      }
      if (!(await this.has(ctx, order.id, payment.id)))
        return { outcome: 'charged', orderId, payment }
    }
    throw new Error(`Order ${order.code} has too many payments at Puente.`)
  }
}
