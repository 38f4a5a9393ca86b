import { Injectable } from '@nestjs/common'
import { type ID, idsAreEqual, type Order, type RequestContext } from '@vendure/core'
import { Checkouts } from '../checkouts/checkouts.js'
import type { PuenteCheckout } from '../checkouts/puente-checkout.entity.js'
import { AdvanceOrder, owedBy } from './advance-order.js'
import { Coupons } from './coupons.js'
import { Decimals } from './decimals.js'
import { OrderLock } from './order-lock.js'
import type { SyncedCheckout } from './sync-order.js'

export interface ReservedCheckout {
  outcome: 'reserved'
  order: Order
  checkout: PuenteCheckout
  /** Open checkouts of other payment methods. */
  others: readonly PuenteCheckout[]
  /** Decimal text of `owed`. */
  amount: string
  owed: number
}

type Reservation =
  | ReservedCheckout
  | { outcome: 'placed' }
  | { outcome: 'not-payable'; message: string }
  /** The order lost a coupon. */
  | { outcome: 'coupon-removed' }
  | { outcome: 'busy' }

/**
 * `outdated`: the order owes another amount. `superseded`: it has a newer checkout, or takes no
 * payment any more.
 */
type Comparison = 'current' | 'outdated' | 'superseded'

/** Chooses the one checkout that an order is payable by, under the order's lock. */
@Injectable()
export class ReserveCheckout {
  constructor(
    private readonly lock: OrderLock,
    private readonly advancing: AdvanceOrder,
    private readonly checkouts: Checkouts,
    private readonly coupons: Coupons,
    private readonly decimals: Decimals,
  ) {}

  /** Moves the order to its payment, and chooses its newest checkout or adds one. */
  async reserve(
    ctx: RequestContext,
    orderId: ID,
    { methodId, known }: { methodId: ID; known: readonly SyncedCheckout[] },
  ): Promise<Reservation> {
    const reserved = await this.lock.hold<Reservation>(
      ctx,
      orderId,
      async (inTransaction, order) => {
        // Before the order advances: a coupon can make it free.
        if (order.active && (await this.coupons.removeInvalid(inTransaction, order)))
          return { outcome: 'coupon-removed' }
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
        if (all.length !== known.length) return { outcome: 'busy' }
        const open = known.filter(({ state }) => state === 'open').map(({ checkout }) => checkout)
        const newest = all.at(-1)
        const checkout =
          newest !== undefined && isIn(open, newest) && idsAreEqual(newest.methodId, methodId)
            ? newest
            : await this.checkouts.add(inTransaction, order, methodId, all.length)
        const others = open.filter(({ id }) => !idsAreEqual(id, checkout.id))
        const { owed } = reached
        const amount = this.decimals.toPuente(owed)
        return { outcome: 'reserved', order, checkout, others, amount, owed }
      },
    )
    return reserved ?? { outcome: 'not-payable', message: 'There is no such order.' }
  }

  /** Compares the order with a checkout that was created for it meanwhile. */
  async compare(
    ctx: RequestContext,
    { order: { id: orderId }, checkout, owed }: ReservedCheckout,
  ): Promise<Comparison> {
    const compared = await this.lock.hold<Comparison>(
      ctx,
      orderId,
      async (inTransaction, order) => {
        const newest = (await this.checkouts.ofOrder(inTransaction, orderId)).at(-1)
        if (!order.active || !newest || !idsAreEqual(newest.id, checkout.id)) return 'superseded'
        return owedBy(order) === owed ? 'current' : 'outdated'
      },
    )
    return compared ?? 'superseded'
  }

  async owedBy(ctx: RequestContext, orderId: ID): Promise<number> {
    return (await this.lock.hold(ctx, orderId, async (_, order) => owedBy(order))) ?? 0
  }
}

const isIn = (checkouts: readonly PuenteCheckout[], { id }: PuenteCheckout): boolean =>
  checkouts.some((each) => idsAreEqual(each.id, id))
