import { Injectable } from '@nestjs/common'
import { type CheckoutRequest, type PuenteFailure, resultOf } from '@puente/node'
import { type ID, idsAreEqual, type RequestContext } from '@vendure/core'
import { type CheckoutPages, checkoutRequest } from '../checkouts/checkout-request.js'
import { Checkouts } from '../checkouts/checkouts.js'
import type { PuenteCheckout } from '../checkouts/puente-checkout.entity.js'
import { clientOf } from '../settings/client.js'
import type { PuenteMethod } from '../settings/methods.js'
import { AdvanceOrder } from './advance-order.js'
import { CloseCheckouts } from './close-checkouts.js'
import { Decimals } from './decimals.js'
import { OrderLock } from './order-lock.js'
import { type SyncedCheckout, SyncOrder } from './sync-order.js'

export type OpenedCheckout =
  | { outcome: 'opened'; payUrl: string; declined: string | undefined }
  | { outcome: 'placed' }
  /** Puente has a charge that a person must look at. */
  | { outcome: 'held' }
  | { outcome: 'not-payable'; message: string }
  | { outcome: 'failed'; error: PuenteFailure }
  /** Other requests change the order at the same time. */
  | { outcome: 'busy' }

interface Reserved {
  outcome: 'reserved'
  /** Open checkouts of other payment methods. */
  others: readonly PuenteCheckout[]
  body: CheckoutRequest
}

/** Tries of one request while the order changes. */
const MOST_TRIES = 3

/** Makes orders payable at Puente. */
@Injectable()
export class OpenCheckout {
  constructor(
    private readonly syncing: SyncOrder,
    private readonly lock: OrderLock,
    private readonly advancing: AdvanceOrder,
    private readonly checkouts: Checkouts,
    private readonly closing: CloseCheckouts,
    private readonly decimals: Decimals,
  ) {}

  /**
   * Creates the checkout of what an order owes. First applies what Puente charged meanwhile.
   * Repeating it is safe; a changed total replaces the payment at Puente.
   */
  async open(
    ctx: RequestContext,
    orderId: ID,
    method: PuenteMethod,
    pages: CheckoutPages,
  ): Promise<OpenedCheckout> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const opened = await this.tryToOpen(ctx, orderId, method, pages)
      if (opened.outcome !== 'busy') return opened
    }
    return { outcome: 'busy' }
  }

  private async tryToOpen(
    ctx: RequestContext,
    orderId: ID,
    method: PuenteMethod,
    pages: CheckoutPages,
  ): Promise<OpenedCheckout> {
    const synced = await this.syncing.sync(ctx, orderId)
    if (synced.outcome === 'failed') return synced
    if (synced.checkouts.some(({ state }) => state === 'held')) return { outcome: 'held' }
    const reserved = await this.reserve(ctx, orderId, { method, pages, known: synced.checkouts })
    if (reserved.outcome !== 'reserved') return reserved
    for (const other of reserved.others) {
      const closed = await this.closing.close(ctx, other)
      if (!closed.ok) return isChanged(closed.error) ? { outcome: 'busy' } : failed(closed.error)
    }
    const made = await resultOf(clientOf(method.settings).checkouts.create(reserved.body))
    if (!made.ok) return isChanged(made.error) ? { outcome: 'busy' } : failed(made.error)
    const { payment, pay_url, declined } = made.value
    if (payment?.mode !== 'saved_card' || payment.state !== 'paid')
      return { outcome: 'opened', payUrl: pay_url, declined: declined?.customer_message }
    const charged = await this.syncing.sync(ctx, orderId)
    if (charged.outcome === 'failed') return charged
    const isHeld = charged.checkouts.some(({ state }) => state === 'held')
    return { outcome: isHeld ? 'held' : 'placed' }
  }

  /** Moves the order to its payment, and chooses the checkout, under the order's lock. */
  private async reserve(
    ctx: RequestContext,
    orderId: ID,
    { method, pages, known }: Wanted,
  ): Promise<Reserved | OpenedCheckout> {
    const reserved = await this.lock.hold<Reserved | OpenedCheckout>(
      ctx,
      orderId,
      async (inTransaction, order) => {
        const reached = await this.advancing.advance(inTransaction, order)
        switch (reached.outcome) {
          case 'placed':
            return { outcome: 'placed' }
          case 'cancelled':
            return { outcome: 'not-payable', message: 'The order was cancelled.' }
          case 'refused':
            return { outcome: 'not-payable', message: reached.reason }
        }
        const all = await this.checkouts.ofOrder(inTransaction, orderId)
        const open = known.filter(({ state }) => state === 'open').map(({ checkout }) => checkout)
        if (all.length !== known.length) return { outcome: 'busy' }
        const checkout =
          open.findLast(({ methodId }) => idsAreEqual(methodId, method.id)) ??
          (await this.checkouts.add(inTransaction, order, method.id, all.length))
        const others = open.filter(({ id }) => !idsAreEqual(id, checkout.id))
        const amount = this.decimals.toPuente(reached.owed, order.currencyCode)
        const body = checkoutRequest(order, { checkout, amount, settings: method.settings, pages })
        return { outcome: 'reserved', others, body }
      },
    )
    return reserved ?? { outcome: 'not-payable', message: 'There is no such order.' }
  }
}

interface Wanted {
  method: PuenteMethod
  pages: CheckoutPages
  known: readonly SyncedCheckout[]
}

const failed = (error: PuenteFailure): OpenedCheckout => ({ outcome: 'failed', error })

/** Whether the order was paid or closed at Puente since it was read. */
const isChanged = ({ code }: PuenteFailure): boolean =>
  code === 'order_already_paid' || code === 'order_cancelled'
