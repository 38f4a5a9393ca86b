import { Args, Mutation, Query, Resolver } from '@nestjs/graphql'
import type { PuenteFailure } from '@puente/node'
import {
  ActiveOrderService,
  Allow,
  Ctx,
  ForbiddenError,
  Logger,
  type Order,
  Permission,
  type RequestContext,
} from '@vendure/core'
import type { CheckoutPages } from '../checkouts/checkout-request.js'
import { LOG_CONTEXT } from '../names.js'
import { OpenCheckout } from '../orders/open-checkout.js'
import { type PuenteMethod, PuenteMethods } from '../settings/methods.js'
import { ReturnedCustomer } from './returned-customer.js'
import { SavedCards } from './saved-cards.js'

const paid = (orderCode: string) => ({ __typename: 'PuenteOrderPaid', orderCode })

const refused = (message: string, retry = false) => ({
  __typename: 'PuenteCheckoutError',
  errorCode: 'PUENTE_CHECKOUT_ERROR',
  message,
  retry,
})

/** Input of the mutation. Clients of GraphQL send `null` and empty texts for values that they lack. */
interface CheckoutInput {
  successUrl: string
  cancelUrl?: string | null
  methodCode?: string | null
  savedCard?: string | null
  mode?: CheckoutPages['mode'] | null
}

const pagesOf = ({ successUrl, cancelUrl, savedCard, mode }: CheckoutInput): CheckoutPages => ({
  successUrl,
  cancelUrl: cancelUrl || undefined,
  savedCard: savedCard || undefined,
  mode: mode || undefined,
})

const AWAY = 'The payment page is not available at the moment. Try again in a minute.'

const NO_SUCH_METHOD = 'The order has no such payment method of Puente.'

const NO_METHOD = 'Pass a methodCode: the channel offers no payment method of Puente by default.'

/** Words for the customer; the log has the cause. */
const failed = ({ code, message, retry }: PuenteFailure, orderCode: string) => {
  Logger.error(`Order ${orderCode}: ${message} (${code})`, LOG_CONTEXT)
  return retry === 'retry'
    ? refused(AWAY, true)
    : refused('This order cannot be paid online. Please contact the shop.')
}

/** Checkout and return of customers in the Shop API. */
@Resolver()
export class PuenteShopResolver {
  constructor(
    private readonly activeOrders: ActiveOrderService,
    private readonly methods: PuenteMethods,
    private readonly checkouts: OpenCheckout,
    private readonly cards: SavedCards,
    private readonly returned: ReturnedCustomer,
  ) {}

  @Query()
  @Allow(Permission.Owner)
  async puenteSavedCards(@Ctx() ctx: RequestContext, @Args('methodCode') methodCode?: string) {
    const order = await this.activeOrders.getActiveOrder(ctx, undefined)
    const method = order && (await this.methods.offered(ctx, order.id, methodCode))
    if (!method) return []
    const listed = await this.cards.ofCustomer(ctx, method)
    if (!listed.ok) {
      Logger.error(`Saved cards: ${listed.error.message} (${listed.error.code})`, LOG_CONTEXT)
      return []
    }
    return listed.value.map(({ id, brand, last_four, exp_month, exp_year }) => ({
      id,
      brand,
      lastFour: last_four,
      expMonth: exp_month,
      expYear: exp_year,
    }))
  }

  @Mutation()
  @Allow(Permission.Owner)
  async createPuenteCheckout(@Ctx() ctx: RequestContext, @Args('input') input: CheckoutInput) {
    const order = await this.activeOrders.getActiveOrder(ctx, undefined)
    if (!order) return refused('There is no active order.')
    const methodCode = input.methodCode || undefined
    const method = await this.methods.offered(ctx, order.id, methodCode)
    if (method === undefined) return refused(methodCode ? NO_SUCH_METHOD : NO_METHOD)
    const pages = pagesOf(input)
    const refusal = pages.savedCard && (await this.refusalOf(ctx, method, pages.savedCard, order))
    if (refusal) return refusal
    const opened = await this.checkouts.open(ctx, order.id, { method, pages })
    switch (opened.outcome) {
      case 'opened':
        return { __typename: 'PuenteCheckout', orderCode: order.code, ...opened }
      case 'placed':
        return paid(order.code)
      case 'held':
        return refused('A payment of this order is being checked. Please contact the shop.')
      case 'unconfirmed':
        return refused('Your payment is being confirmed. Wait a minute, and try again.', true)
      case 'part-paid':
        return refused('The order changed while you paid it. Check it, and pay the rest.', true)
      case 'coupon-removed':
        return refused(
          'A coupon of the order is no longer valid. Check the new total, and pay it.',
          true,
        )
      case 'not-payable':
        return refused(opened.message)
      case 'busy':
        return refused(AWAY, true)
      case 'failed':
        return failed(opened.error, order.code)
    }
  }

  @Mutation()
  @Allow(Permission.Owner)
  async settlePuenteOrder(@Ctx() ctx: RequestContext, @Args('orderCode') orderCode: string) {
    const seen = await this.returned.settle(ctx, orderCode)
    switch (seen.outcome) {
      case 'forbidden':
        throw new ForbiddenError()
      case 'placed':
        return paid(orderCode)
      case 'unpaid':
        return { __typename: 'PuenteOrderUnpaid', orderCode }
      case 'failed':
        return failed(seen.error, orderCode)
    }
  }

  /** Refuses a card that is not one of the signed-in customer. */
  private async refusalOf(
    ctx: RequestContext,
    method: PuenteMethod,
    card: string,
    { code }: Order,
  ) {
    const listed = await this.cards.ofCustomer(ctx, method)
    if (!listed.ok) return failed(listed.error, code)
    return listed.value.some(({ id }) => id === card) ? undefined : refused('No such saved card.')
  }
}
