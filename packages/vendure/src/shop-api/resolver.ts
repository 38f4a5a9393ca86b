import { Args, Mutation, Resolver } from '@nestjs/graphql'
import type { PuenteFailure } from '@puente/node'
import {
  ActiveOrderService,
  Allow,
  Ctx,
  Logger,
  OrderService,
  Permission,
  type RequestContext,
} from '@vendure/core'
import { LOG_CONTEXT } from '../names.js'
import { type CheckoutPages, OpenCheckout } from '../orders/open-checkout.js'
import { SettleOrder } from '../orders/settle-order.js'
import { PuenteMethods } from '../settings/methods.js'

const paid = (orderCode: string) => ({ __typename: 'PuenteOrderPaid', orderCode })

const refused = (message: string, retry = false) => ({
  __typename: 'PuenteCheckoutError',
  errorCode: 'PUENTE_CHECKOUT_ERROR',
  message,
  retry,
})

/** Words for the customer; the log has the cause. */
const failed = (orderCode: string, { code, message, retry }: PuenteFailure) => {
  Logger.error(`Order ${orderCode}: ${message} (${code})`, LOG_CONTEXT)
  return retry === 'retry'
    ? refused('The payment page is not available at the moment. Try again in a minute.', true)
    : refused('This order cannot be paid online. Please contact the shop.')
}

/** Checkout and return of customers in the Shop API. */
@Resolver()
export class PuenteShopResolver {
  constructor(
    private readonly activeOrders: ActiveOrderService,
    private readonly orders: OrderService,
    private readonly methods: PuenteMethods,
    private readonly checkouts: OpenCheckout,
    private readonly settlement: SettleOrder,
  ) {}

  @Mutation()
  @Allow(Permission.Owner)
  async createPuenteCheckout(
    @Ctx() ctx: RequestContext,
    @Args('input') input: CheckoutPages & { methodCode?: string },
  ) {
    const active = await this.activeOrders.getActiveOrder(ctx, undefined)
    const order = active && (await this.orders.findOne(ctx, active.id, ['customer', 'payments']))
    if (!order) return refused('There is no active order.')
    const method = await this.methods.enabled(ctx, input.methodCode)
    if (method === undefined) return refused('The channel has no such payment method of Puente.')
    const opened = await this.checkouts.open(ctx, order, method, input)
    switch (opened.outcome) {
      case 'opened':
        return { __typename: 'PuenteCheckout', orderCode: order.code, payUrl: opened.payUrl }
      case 'charged':
        return this.settle(ctx, order.code)
      case 'nothing-to-pay':
        return paid(order.code)
      case 'not-payable':
        return refused(opened.message)
      case 'failed':
        return failed(order.code, opened.error)
    }
  }

  @Mutation()
  @Allow(Permission.Owner)
  async settlePuenteOrder(@Ctx() ctx: RequestContext, @Args('orderCode') orderCode: string) {
    return this.settle(ctx, orderCode)
  }

  private async settle(ctx: RequestContext, orderCode: string) {
    const settled = await this.settlement.settle(ctx, orderCode)
    switch (settled.outcome) {
      case 'paid':
        return paid(orderCode)
      case 'unpaid':
      case 'no-such-order':
        return { __typename: 'PuenteOrderUnpaid', orderCode }
      case 'failed':
        return failed(orderCode, settled.error)
    }
  }
}
