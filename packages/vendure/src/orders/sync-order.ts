import { Injectable } from '@nestjs/common'
import { type PuenteFailure, resultOf } from '@puente/node'
import { type ID, Logger, OrderService, type RequestContext } from '@vendure/core'
import { Checkouts } from '../checkouts/checkouts.js'
import { isUnknownOrder } from '../checkouts/order-at-puente.js'
import type { PuenteCheckout } from '../checkouts/puente-checkout.entity.js'
import { LOG_CONTEXT } from '../names.js'
import { clientOf } from '../settings/client.js'
import { type PuenteMethod, PuenteMethods } from '../settings/methods.js'
import { ApplyOrder, type CheckoutState } from './apply-order.js'
import { isConfirmed } from './is-confirmed.js'

export interface SyncedCheckout {
  checkout: PuenteCheckout
  state: CheckoutState
}

export type SyncedOrder =
  | { outcome: 'synced'; checkouts: readonly SyncedCheckout[] }
  | { outcome: 'failed'; error: PuenteFailure }

/** Reads orders at Puente, and applies them to Vendure. */
@Injectable()
export class SyncOrder {
  constructor(
    private readonly checkouts: Checkouts,
    private readonly methods: PuenteMethods,
    private readonly orders: OrderService,
    private readonly applying: ApplyOrder,
  ) {}

  /**
   * Applies all checkouts of an order. Returns or throws the first failure after the last one: a
   * store that is away hides no payment of another store.
   */
  async sync(ctx: RequestContext, orderId: ID): Promise<SyncedOrder> {
    const synced: SyncedCheckout[] = []
    const failures: PuenteFailure[] = []
    const thrown: unknown[] = []
    for (const checkout of await this.checkouts.ofOrder(ctx, orderId)) {
      try {
        const state = await this.syncOne(ctx, checkout)
        if (typeof state === 'string') synced.push({ checkout, state })
        else failures.push(state.error)
      } catch (error) {
        thrown.push(error)
      }
    }
    if (thrown.length > 0) throw thrown[0]
    const [error] = failures
    return error ? { outcome: 'failed', error } : { outcome: 'synced', checkouts: synced }
  }

  private async syncOne(
    ctx: RequestContext,
    checkout: PuenteCheckout,
  ): Promise<CheckoutState | { error: PuenteFailure }> {
    const method = await this.methods.byId(ctx, checkout.methodId)
    if (method !== undefined) return this.syncWith(ctx, checkout, method)
    const { puenteOrderId } = checkout
    const warning = `Order ${puenteOrderId} may still be payable at Puente: its payment method was deleted.`
    Logger.warn(warning, LOG_CONTEXT)
    return 'closed'
  }

  private async syncWith(
    ctx: RequestContext,
    checkout: PuenteCheckout,
    method: PuenteMethod,
  ): Promise<CheckoutState | { error: PuenteFailure }> {
    const puente = clientOf(method.settings)
    const read = await resultOf(puente.orders.retrieve(checkout.puenteOrderId))
    if (!read.ok && isUnknownOrder(read.error)) return 'open'
    if (!read.ok) return read
    const recorded = await this.orders.getOrderPayments(ctx, checkout.orderId)
    const confirmed = await isConfirmed(puente, read.value, recorded)
    if (!confirmed.ok) return confirmed
    if (!confirmed.value) return 'unconfirmed'
    return this.applying.apply(ctx, { checkout, method }, read.value)
  }
}
