import type { OrderRow, StoreRow } from '../../db/db.ts'
import { findOrderOfLink, type OrderOfLink } from '../../db/orders/order-of-link.ts'
import type { Money } from '../../domain/money.ts'
import { isOrderOpen } from '../../domain/order-status.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { fitsOrder, isClaimed, isPayable } from '../attempts/rules/payable-checkout.ts'
import { cancelOrder, reopenOrder } from '../orders/cancel-order.ts'
import { decideOrder } from '../orders/held-order.ts'
import { storefrontOfOrder } from '../orders/made-at-puente.ts'
import { currentFirst } from '../orders/rules/charges/current-first.ts'
import { isOpenCharge, unresolvedCharge } from '../orders/rules/charges/open-attempts.ts'
import type { StoreFrozen } from '../orders/store-frozen.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { adoptAmount } from '../store-sync/apply-store-order.ts'
import { endOverdueOrder } from '../store-sync/end-overdue-order.ts'
import { openUnreadableAlert } from '../store-sync/unreadable-store-order.ts'
import { checkoutOfLink } from './checkout-of-link.ts'
import { leadsToCardPage } from './open-card-page.ts'
import { type PaidAtGateway, paidAtGateway } from './paid-at-gateway.ts'
import { type CheckoutOutcome, startCheckout } from './start-checkout.ts'

/**
 * Target of a pay link. `payable`: the gateway's checkout. `card-page`: our page. `charging`: a
 * charge awaits its outcome. `settling`: a creation awaits its response. `refused`: by the gateway,
 * in its current terms. `ended`: no longer payable. `settled`: charged. `store-silent`,
 * `gateway-silent`: no response. `unavailable`: the gateway refuses the key or the request; an
 * operator must act. `store-disabled`: the store accepts no payments. `store-frozen`: neither, until
 * a person thaws it. `paid-at-gateway`: charged with a payment that the database lost.
 */
export type PayLink =
  | { state: 'payable'; order: OrderRow; checkoutUrl: string }
  | {
      state:
        | 'card-page'
        | 'charging'
        | 'settling'
        | 'refused'
        | 'ended'
        | 'settled'
        | 'store-silent'
        | 'gateway-silent'
        | 'unavailable'
        | 'store-disabled'
        | 'store-frozen'
        | 'paid-at-gateway'
      order: OrderRow
    }

/** Durable URL at which a customer pays an order. */
export const payUrlOf = (
  { publicUrl }: Pick<PaymentsContext, 'publicUrl'>,
  { pay_token }: Pick<OrderRow, 'pay_token'>,
): string => `${publicUrl}/pay/${pay_token}`

/** Reports whether a pay link leads to no payment any more, such as after its checkout expired. */
export const hasPayLinkEnded = async (
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  { pay_token }: Pick<OrderRow, 'pay_token'>,
): Promise<boolean> => {
  const found = await findOrderOfLink(db.pool, pay_token)
  return found !== undefined && linkOf(found, clock.now()).state === 'ended'
}

/**
 * Opens a pay link for a customer, if known. First reads the order at the store if the platform
 * supports it, because the store may have cancelled or edited it, and adopts its amount. Creates a
 * missing checkout, shared by a second tab.
 *
 * A poll (`isPoll`) does not wait while another request creates the checkout: it is `settling`.
 * Otherwise a poll opens the link too, so no page waits for a checkout that no request creates.
 */
export const openPayLink = async (
  ctx: PaymentsContext,
  payToken: string,
  { isPoll = false }: { isPoll?: boolean } = {},
): Promise<PayLink | undefined> => {
  const found = await findOrderOfLink(ctx.db.pool, payToken)
  if (!found) return undefined
  const { order, store } = found
  const link = linkOf(found, ctx.clock.now())
  if (isPoll && isBeingCreated(link, found, ctx.clock.now())) return link
  if (!store || store.disabled_at) return linkWithoutPayment(link, 'store-disabled')
  if (store.frozen_at) return linkWithoutPayment(link, 'store-frozen')
  // Checks here too, because a link with a checkout never calls `startCheckout`.
  let isOutdated = false
  const paid = await paidAtGateway(ctx, store, { externalId: order.external_id }, () => {
    isOutdated = true
  })
  if (paid) return { state: stateWithoutCheckout(paid), order }
  const made = await prepareToPay(ctx, { ...found, store })
  const prepared = made === 'unchanged' && isOutdated ? 'prepared' : made
  switch (prepared) {
    case 'unchanged':
      return link
    case 'store-silent':
    case 'store-frozen':
    case 'paid-at-gateway':
      return { state: prepared, order }
    default: {
      const changed = await findOrderOfLink(ctx.db.pool, payToken)
      return changed && linkOfPrepared(prepared, linkOf(changed, ctx.clock.now()))
    }
  }
}

const linkOfPrepared = (
  prepared: 'prepared' | 'overdue' | 'gateway-silent' | 'unavailable',
  link: PayLink,
): PayLink => {
  // An open checkout may still be paid, but gets no new customers.
  const leadsToPayment = link.state === 'payable' || link.state === 'card-page'
  if (prepared === 'overdue' && leadsToPayment) return { state: 'ended', order: link.order }
  if (prepared !== 'gateway-silent' && prepared !== 'unavailable') return link
  const leadsNowhere = link.state === 'ended' || link.state === 'settling'
  const { order } = link
  return leadsNowhere && isOrderOpen(order) ? { state: prepared, order } : link
}

const isBeingCreated = ({ state }: PayLink, { attempts }: OrderOfLink, now: Date): boolean =>
  state === 'settling' && attempts.some((each) => each.state === 'intended' && isClaimed(each, now))

/** Still redirects a customer after payment or at the bank. */
const linkWithoutPayment = (link: PayLink, state: 'store-disabled' | 'store-frozen'): PayLink => {
  if (link.state === 'charging' || link.state === 'settled') return link
  if (link.state === 'ended' && !isOrderOpen(link.order)) return link
  return { state, order: link.order }
}

const linkOf = ({ order, attempts }: OrderOfLink, now: Date): PayLink => {
  if (order.status === 'payment_expired' || order.status === 'cancelled') {
    return { state: 'ended', order }
  }
  if (order.status !== 'awaiting_payment') return { state: 'settled', order }
  if (order.checkout_mode === 'card_page') {
    if (unresolvedCharge(attempts)) return { state: 'charging', order }
    if (leadsToCardPage(order, now)) return { state: 'card-page', order }
    // The deadline passed during a challenge; its outcome still counts.
    return { state: attempts.some(isOpenCharge) ? 'charging' : 'ended', order }
  }
  const hosted = currentFirst(
    attempts.filter(({ mode }) => mode === 'hosted'),
    order,
  )
  const payable = hosted.find((payment) => fitsOrder(payment, order) && isPayable(payment, now))
  // A checkout stays valid until replaced, even while another is being created.
  if (payable?.checkout_url) return { state: 'payable', order, checkoutUrl: payable.checkout_url }
  if (hosted.some(({ state }) => state === 'intended')) return { state: 'settling', order }
  return { state: order.last_payment_error ? 'refused' : 'ended', order }
}

type WithoutCheckout = 'paid-at-gateway' | 'store-frozen' | 'gateway-silent' | 'unavailable'
/** `unchanged`: made no call that changes the order. */
type Prepared = 'unchanged' | 'prepared' | 'overdue' | 'store-silent' | WithoutCheckout

const prepareToPay = async (
  ctx: PaymentsContext,
  { order, store, attempts }: OrderOfLink & { store: StoreRow },
): Promise<Prepared> => {
  // The store can reopen a cancelled order, but no other closed one.
  if (!isOrderOpen(order) && order.status !== 'cancelled') return 'unchanged'
  const storefront = storefrontOfOrder(ctx, { order, store })
  if (!storefront.orderToPay) {
    const checkout = await checkoutOfLink(ctx, store, { order, attempts })
    return checkout ? preparedBy(checkout) : 'unchanged'
  }
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

const preparedBy = (checkout: CheckoutOutcome): 'prepared' | WithoutCheckout => {
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

const stateWithoutCheckout = (checkout: PaidAtGateway | StoreFrozen | Failure): WithoutCheckout => {
  switch (checkout.outcome) {
    case 'already-paid-at-gateway':
      return 'paid-at-gateway'
    case 'store-frozen':
      return 'store-frozen'
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
