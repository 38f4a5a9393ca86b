import { Injectable } from '@nestjs/common'
import { type Puente, type PuenteFailure, resultOf } from '@puente/node'
import { type ID, OrderService, type Payment, type RequestContext } from '@vendure/core'
import { Checkouts } from '../checkouts/checkouts.js'
import { isUnknownOrder, type OrderAtPuente, payingPayment } from '../checkouts/order-at-puente.js'
import type { PuenteCheckout } from '../checkouts/puente-checkout.entity.js'
import { clientOf } from '../settings/client.js'
import { type PuenteMethod, PuenteMethods } from '../settings/methods.js'
import { ApplyOrder, type CheckoutState } from './apply-order.js'

export interface SyncedCheckout {
  checkout: PuenteCheckout
  state: CheckoutState
}

export type SyncedOrder =
  | { outcome: 'synced'; checkouts: readonly SyncedCheckout[] }
  | { outcome: 'failed'; error: PuenteFailure }

/** Reads orders at Puente, and applies what Vendure lacks. No transaction is open during a call. */
@Injectable()
export class SyncOrder {
  constructor(
    private readonly checkouts: Checkouts,
    private readonly methods: PuenteMethods,
    private readonly orders: OrderService,
    private readonly applying: ApplyOrder,
  ) {}

  async sync(ctx: RequestContext, orderId: ID): Promise<SyncedOrder> {
    const synced: SyncedCheckout[] = []
    for (const checkout of await this.checkouts.ofOrder(ctx, orderId)) {
      const method = await this.methods.byId(ctx, checkout.methodId)
      if (method === undefined) continue
      const state = await this.syncOne(ctx, checkout, method)
      if (typeof state !== 'string') return { outcome: 'failed', error: state.error }
      synced.push({ checkout, state })
    }
    return { outcome: 'synced', checkouts: synced }
  }

  private async syncOne(
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
    if (!confirmed.value) return 'held'
    return this.applying.apply(ctx, { checkout, methodCode: method.code }, read.value)
  }
}

/** Whether Puente would notify of the payment: above the store's limit, it asks the gateway before. */
const isConfirmed = async (
  puente: Puente,
  seen: OrderAtPuente,
  recorded: readonly Payment[],
): Promise<{ ok: true; value: boolean } | { ok: false; error: PuenteFailure }> => {
  const payment = payingPayment(seen)
  if (payment === undefined || recorded.some(({ transactionId }) => transactionId === payment.id))
    return { ok: true, value: true }
  const store = await resultOf(puente.store.retrieve())
  if (!store.ok) return store
  const limits = store.value.policy.confirm_above as Readonly<Record<string, string>> | undefined
  const limit = limits?.[payment.currency]
  return { ok: true, value: limit === undefined || Number(payment.amount) <= Number(limit) }
}
