import { Injectable } from '@nestjs/common'
import { type Checkout, type PuenteFailure, resultOf } from '@puente/node'
import { type ID, Logger, OrderService, type RequestContext } from '@vendure/core'
import { type CheckoutPages, checkoutRequest } from '../checkouts/checkout-request.js'
import type { PuenteCheckout } from '../checkouts/puente-checkout.entity.js'
import { LOG_CONTEXT } from '../names.js'
import { clientOf } from '../settings/client.js'
import type { PuenteMethod } from '../settings/methods.js'
import { CloseCheckouts, isOver } from './close-checkouts.js'
import { ReserveCheckout, type ReservedCheckout } from './reserve-checkout.js'
import { type SyncedCheckout, SyncOrder } from './sync-order.js'

export type OpenedCheckout =
  | { outcome: 'opened'; payUrl: string; declined: string | undefined }
  | { outcome: 'placed' }
  /** Puente has a charge that a person must look at. */
  | { outcome: 'held' }
  /** Puente has a large charge that the gateway has not confirmed yet. */
  | { outcome: 'unconfirmed' }
  /** The saved card paid less than the order costs now. */
  | { outcome: 'part-paid' }
  | { outcome: 'not-payable'; message: string }
  /** A coupon was used up or has ended; the order costs another amount now. */
  | { outcome: 'coupon-removed' }
  | { outcome: 'failed'; error: PuenteFailure }
  /** Other requests change the order at the same time. */
  | { outcome: 'busy' }

interface Wanted {
  method: PuenteMethod
  pages: CheckoutPages
}

/** Tries of one request while the order changes. */
const MOST_TRIES = 3

/** Makes orders payable at Puente. */
@Injectable()
export class OpenCheckout {
  constructor(
    private readonly syncing: SyncOrder,
    private readonly reserving: ReserveCheckout,
    private readonly closing: CloseCheckouts,
    private readonly orders: OrderService,
  ) {}

  /**
   * Creates the checkout of the amount that an order owes, after it has applied charges of Puente.
   * Repeating it is safe; a changed total replaces the payment at Puente.
   */
  async open(ctx: RequestContext, orderId: ID, wanted: Wanted): Promise<OpenedCheckout> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const opened = await this.tryToOpen(ctx, orderId, wanted)
      if (opened.outcome !== 'busy') return opened
    }
    return { outcome: 'busy' }
  }

  private async tryToOpen(
    ctx: RequestContext,
    orderId: ID,
    { method, pages }: Wanted,
  ): Promise<OpenedCheckout> {
    const synced = await this.syncing.sync(ctx, orderId)
    if (synced.outcome === 'failed') return synced
    const obstacle = obstacleOf(synced.checkouts)
    if (obstacle !== undefined) return obstacle
    const known = synced.checkouts
    const reserved = await this.reserving.reserve(ctx, orderId, { methodId: method.id, known })
    if (reserved.outcome !== 'reserved') return reserved
    for (const other of reserved.others) {
      const closed = await this.closing.close(ctx, other)
      if (!closed.ok) return afterFailure(closed.error)
    }
    // A saved card is charged at once: the order is checked between its creation and the charge.
    const created = await this.create(ctx, reserved, { method, pages })
    if (created.outcome !== 'created') return created
    if (isPaid(created)) return this.afterCharge(ctx, orderId)
    if (pages.savedCard === undefined) return openedOf(created)
    const charged = await send(reserved, { method, pages })
    if (charged.outcome !== 'created') return charged
    return isPaid(charged) ? this.afterCharge(ctx, orderId) : openedOf(charged)
  }

  /**
   * Creates the page, then compares the order with it: the order can be cancelled, changed or get a
   * page of another method while the request is in flight.
   */
  private async create(
    ctx: RequestContext,
    reserved: ReservedCheckout,
    { method, pages }: Wanted,
  ): Promise<Created | OpenedCheckout> {
    const created = await send(reserved, { method, pages: { ...pages, savedCard: undefined } })
    if (created.outcome !== 'created') return created
    switch (await this.reserving.compare(ctx, reserved)) {
      case 'current':
        return created
      case 'outdated':
        // The next try replaces the payment by one of the new total.
        return { outcome: 'busy' }
      case 'superseded':
        await this.closeSuperseded(ctx, reserved.checkout)
        return { outcome: 'busy' }
    }
  }

  private async closeSuperseded(ctx: RequestContext, checkout: PuenteCheckout): Promise<void> {
    const closed = await this.closing.close(ctx, checkout)
    if (closed.ok || isOver(closed.error)) return
    const problem = `Order ${checkout.puenteOrderId} has a page too many at Puente: ${closed.error.message}`
    Logger.error(problem, LOG_CONTEXT)
  }

  private async afterCharge(ctx: RequestContext, orderId: ID): Promise<OpenedCheckout> {
    const synced = await this.syncing.sync(ctx, orderId)
    const order = await this.orders.findOne(ctx, orderId, [])
    if (order?.orderPlacedAt) return { outcome: 'placed' }
    if (synced.outcome === 'failed') return synced
    const obstacle = obstacleOf(synced.checkouts)
    if (obstacle !== undefined) return obstacle
    const owed = await this.reserving.owedBy(ctx, orderId)
    return { outcome: owed > 0 ? 'part-paid' : 'held' }
  }
}

interface Created {
  outcome: 'created'
  answer: Checkout
}

const send = async (
  { order, checkout, amount }: ReservedCheckout,
  { method: { settings }, pages }: Wanted,
): Promise<Created | OpenedCheckout> => {
  const body = checkoutRequest(order, { checkout, amount, pages })
  const made = await resultOf(clientOf(settings).checkouts.create(body))
  return made.ok ? { outcome: 'created', answer: made.value } : afterFailure(made.error)
}

const isPaid = ({ answer: { payment } }: Created): boolean => payment?.state === 'paid'

const openedOf = ({ answer: { pay_url, declined } }: Created): OpenedCheckout => ({
  outcome: 'opened',
  payUrl: pay_url,
  declined: declined?.customer_message,
})

/** A charge of the order that takes no other payment. */
const obstacleOf = (checkouts: readonly SyncedCheckout[]): OpenedCheckout | undefined => {
  const states = checkouts.map(({ state }) => state)
  if (states.includes('held')) return { outcome: 'held' }
  return states.includes('unconfirmed') ? { outcome: 'unconfirmed' } : undefined
}

/** The order can be paid or closed at Puente since it was read. */
const afterFailure = (error: PuenteFailure): OpenedCheckout =>
  isOver(error) ? { outcome: 'busy' } : { outcome: 'failed', error }
