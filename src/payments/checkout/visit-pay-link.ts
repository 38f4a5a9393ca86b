import type { OrderRow, StoreRow } from '../../db/db.ts'
import { findOrderByPayToken } from '../../db/orders/orders.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { Money } from '../../domain/money.ts'
import { isOrderOpen } from '../../domain/order-status.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { isClaimed } from '../attempts/rules/payable-checkout.ts'
import { cancelOrder, reopenOrder } from '../orders/cancel-order.ts'
import { decideOrder } from '../orders/held-order.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { adoptAmount } from '../store-sync/apply-store-order.ts'
import { endOverdueOrder } from '../store-sync/end-overdue-order.ts'
import { openUnreadableAlert } from '../store-sync/unreadable-store-order.ts'
import { checkoutOfLink } from './checkout-of-link.ts'
import { type PaidAtGateway, paidAtGateway } from './paid-at-gateway.ts'
import { openPayLink, type PayLink } from './pay-link.ts'
import { type CheckoutOutcome, startCheckout } from './start-checkout.ts'

/**
 * State of a visited pay link. `store-silent`, `gateway-silent`: no response. `unavailable`: the
 * gateway refuses the key or the request; an operator must act. `store-disabled`: the store accepts
 * no payments. `paid-at-gateway`: charged with a payment that the database lost.
 */
export type VisitedPayLink =
  | PayLink
  | {
      state:
        | 'store-silent'
        | 'gateway-silent'
        | 'unavailable'
        | 'store-disabled'
        | 'paid-at-gateway'
      order: OrderRow
    }

/**
 * Opens a pay link for a customer, if known. First reads the order at the store if the platform
 * supports it, because the store may have cancelled or edited it, and adopts its amount. Creates a
 * missing checkout, shared by a second tab.
 */
export const visitPayLink = async (
  ctx: PaymentsContext,
  payToken: string,
): Promise<VisitedPayLink | undefined> => {
  const order = await findOrderByPayToken(ctx.db.query, payToken)
  if (!order) return undefined
  const store = await findStore(ctx.db.query, order.store_id)
  if (!store || store.disabled_at) return linkOfDisabled(ctx, payToken)
  // An existing checkout skips the check in `startCheckout`.
  const paid = await paidAtGateway(ctx, store, { externalId: order.external_id })
  if (paid) return { state: stateWithoutCheckout(paid), order }
  const prepared = await prepareToPay(ctx, { order, store })
  if (prepared === 'store-silent' || prepared === 'paid-at-gateway') {
    return { state: prepared, order }
  }
  const link = await openPayLink(ctx, payToken)
  // An open checkout may still be paid, but gets no new customers.
  const isPayable = link?.state === 'payable' || link?.state === 'card-page'
  if (prepared === 'overdue' && isPayable) return { state: 'ended', order: link.order }
  if (prepared !== 'gateway-silent' && prepared !== 'unavailable') return link
  const leadsNowhere = link?.state === 'ended' || link?.state === 'settling'
  return leadsNowhere && isOrderOpen(link.order) ? { state: prepared, order } : link
}

/**
 * Returns the state that a page polls: `settling` while another request creates the checkout.
 * Otherwise visits the link, so no page waits for a checkout that no request creates.
 */
export const pollPayLink = async (
  ctx: PaymentsContext,
  payToken: string,
): Promise<VisitedPayLink | undefined> => {
  const link = await openPayLink(ctx, payToken)
  if (link?.state === 'settling') {
    const attempts = await paymentsOfOrder(ctx.db.query, link.order.id)
    const now = ctx.clock.now()
    if (attempts.some((each) => each.state === 'intended' && isClaimed(each, now))) return link
  }
  return visitPayLink(ctx, payToken)
}

/** Still redirects a customer after payment or at the bank. */
const linkOfDisabled = async (
  ctx: PaymentsContext,
  payToken: string,
): Promise<VisitedPayLink | undefined> => {
  const link = await openPayLink(ctx, payToken)
  if (!link || link.state === 'charging' || link.state === 'settled') return link
  if (link.state === 'ended' && !isOrderOpen(link.order)) return link
  return { state: 'store-disabled', order: link.order }
}

type Prepared =
  | 'prepared'
  | 'overdue'
  | 'store-silent'
  | 'gateway-silent'
  | 'unavailable'
  | 'paid-at-gateway'

const prepareToPay = async (
  ctx: PaymentsContext,
  { order, store }: { order: OrderRow; store: StoreRow },
): Promise<Prepared> => {
  // Of the orders that are not open, the store can reopen only a cancelled one.
  if (!isOrderOpen(order) && order.status !== 'cancelled') return 'prepared'
  const storefront = ctx.storefrontOf(store)
  if (!storefront.orderToPay) return preparedBy(await checkoutOfLink(ctx, store, order))
  const read = await storefront.orderToPay(order.external_id)
  switch (read.outcome) {
    case 'not-read':
      return 'store-silent'
    case 'unreadable': {
      const said = { id: order.external_id, detail: read.detail }
      await openUnreadableAlert(ctx.db.query, store, said, ctx.clock.now())
      return 'store-silent'
    }
    case 'over':
      await cancelOrder(ctx, store, { orderExternalId: order.external_id, by: 'store' })
      return 'prepared'
    case 'overdue':
      await endOverdueOrder(ctx, store, order)
      return 'overdue'
    case 'payable': {
      // An order cancelled during the read stays cancelled, as does one ended by merchant or
      // policy, even if open at the store.
      const about = { orderExternalId: order.external_id, endedBy: 'store' } as const
      if (order.status === 'cancelled' && !(await reopenOrder(ctx, store, about))) return 'prepared'
      await syncAmount(ctx, order, read.request.amount)
      return preparedBy(await startCheckout(ctx, store, read.request))
    }
  }
}

const preparedBy = (checkout: CheckoutOutcome | undefined): Prepared => {
  if (!checkout) return 'prepared'
  switch (checkout.outcome) {
    case 'created':
    case 'reused':
    case 'already-paid':
    case 'cancelled':
      return 'prepared'
    default:
      return stateWithoutCheckout(checkout)
  }
}

const stateWithoutCheckout = (
  checkout: PaidAtGateway | Failure,
): 'paid-at-gateway' | 'gateway-silent' | 'unavailable' => {
  switch (checkout.outcome) {
    case 'already-paid-at-gateway':
      return 'paid-at-gateway'
    case 'unreachable':
      return 'gateway-silent'
    case 'refused':
    case 'unauthorized':
    case 'not-found':
      return 'unavailable'
  }
}

/** Adopts the store's amount, even if the gateway refuses it. */
const syncAmount = (ctx: PaymentsContext, { id }: OrderRow, amount: Money): Promise<void> =>
  decideOrder(ctx, id, (held) => {
    if (isOrderOpen(held.order)) adoptAmount(held, amount)
  })
