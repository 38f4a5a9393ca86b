import { Injectable } from '@nestjs/common'
import {
  isGraphQlErrorResult,
  type Order,
  OrderService,
  Promotion,
  PromotionService,
  type RequestContext,
  TransactionalConnection,
} from '@vendure/core'
import { In } from 'typeorm'
import { hasRowLocks } from './order-lock.js'

/** Enforces the usage limits of coupons, as Vendure does in `addPaymentToOrder` alone. */
@Injectable()
export class Coupons {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly promotions: PromotionService,
  ) {}

  /**
   * Removes the coupons of an order that ended, or that other orders used up; an order that is being
   * paid counts. Returns whether it removed any. Hold the order's lock.
   */
  async removeInvalid(ctx: RequestContext, { id, couponCodes, customer }: Order): Promise<boolean> {
    if (couponCodes.length > 0) await this.lock(ctx, couponCodes)
    let isRemoved = false
    for (const code of couponCodes) {
      const checked = await this.promotions.validateCouponCode(ctx, code, customer?.id, id)
      if (!isGraphQlErrorResult(checked)) continue
      await this.orders.removeCouponCode(ctx, id, code)
      isRemoved = true
    }
    return isRemoved
  }

  /** Lets one cart at a time take a coupon. Ordered by id: two carts can share two coupons. */
  private async lock(ctx: RequestContext, couponCodes: string[]): Promise<void> {
    if (!hasRowLocks(this.connection.rawConnection)) return
    await this.connection
      .getRepository(ctx, Promotion)
      .createQueryBuilder('promotion')
      .setLock('pessimistic_write')
      .where({ couponCode: In(couponCodes) })
      .orderBy('promotion.id')
      .getMany()
  }
}
