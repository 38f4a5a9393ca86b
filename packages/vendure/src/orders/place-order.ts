import { Injectable } from '@nestjs/common'
import {
  isGraphQlErrorResult,
  type Order,
  OrderService,
  type RequestContext,
  TransactionalConnection,
} from '@vendure/core'
import type { PaymentAtPuente } from './charged-payment.js'
import { lockOrder } from './lock-order.js'
import { Notes } from './notes.js'
import { RecordedPayments } from './recorded-payments.js'

export type Placement =
  /** Vendure recorded the payment, and placed the order if it is covered. */
  | { outcome: 'recorded' }
  | { outcome: 'recorded-before' }
  /** The order takes no payment any more; a note in its history says what was paid. */
  | { outcome: 'noted' }
  | { outcome: 'no-such-order' }

/** Records charges in orders of Vendure, each once, whoever reports them first. */
@Injectable()
export class PlaceOrder {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly recorded: RecordedPayments,
    private readonly notes: Notes,
  ) {}

  /**
   * Records a charge. Throws if Vendure refuses it for a reason that may pass, so that Puente
   * sends the notification again.
   */
  async place(
    ctx: RequestContext,
    charge: { orderCode: string; methodCode: string; payment: PaymentAtPuente },
  ): Promise<Placement> {
    return this.connection.withTransaction(ctx, async (inTransaction) => {
      const found = await this.orders.findOneByCode(inTransaction, charge.orderCode)
      if (found === undefined) return { outcome: 'no-such-order' }
      await lockOrder(this.connection, inTransaction, found.id)
      if (await this.recorded.has(inTransaction, found.id, charge.payment.id))
        return { outcome: 'recorded-before' }
      const refusal = await this.openForPayment(inTransaction, found)
      if (refusal !== undefined) {
        const { currency, amount, id } = charge.payment
        const note = `The customer paid ${currency} ${amount} (${id}), and the order cannot take the payment: ${refusal} Refund the payment at Puente, or deliver.`
        await this.notes.addOnce(inTransaction, found.id, note)
        return { outcome: 'noted' }
      }
      await this.addPayment(inTransaction, found, charge.methodCode)
      return { outcome: 'recorded' }
    })
  }

  /** Moves an order whose customer went back to the cart to the payment. Returns why it cannot. */
  private async openForPayment(ctx: RequestContext, order: Order): Promise<string | undefined> {
    const current = await this.orders.findOne(ctx, order.id)
    const state = current?.state ?? order.state
    if (state === 'ArrangingPayment' || state === 'ArrangingAdditionalPayment') return undefined
    if (state !== 'AddingItems') return `its state is ${state}.`
    const moved = await this.orders.transitionToState(ctx, order.id, 'ArrangingPayment')
    if (!isGraphQlErrorResult(moved)) return undefined
    throw new Error(`Order ${order.code} is paid and cannot be placed: ${moved.transitionError}`)
  }

  private async addPayment(ctx: RequestContext, order: Order, method: string): Promise<void> {
    const add = () => this.orders.addPaymentToOrder(ctx, order.id, { method, metadata: {} })
    const first = await add()
    // Vendure takes an ended coupon off the order and asks to try again.
    const isCouponGone =
      isGraphQlErrorResult(first) && first.errorCode === 'COUPON_REMOVED_DURING_CHECKOUT_ERROR'
    const result = isCouponGone ? await add() : first
    if (isGraphQlErrorResult(result))
      throw new Error(`Vendure refused the payment of order ${order.code}: ${result.message}`)
  }
}
