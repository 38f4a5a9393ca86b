import type { OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import type { OrderOfLink } from '../../db/orders/order-of-link.ts'
import { moneyFromMinor } from '../../domain/money.ts'
import { fitsOrder, isClaimed, isPayable } from '../attempts/rules/payable-checkout.ts'
import { pendingTerms } from '../orders/import-order.ts'
import { isMadeAtPuente } from '../orders/made-at-puente.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { endsSoon } from './rules/choose-attempt.ts'
import { type CheckoutOutcome, startCheckout } from './start-checkout.ts'

/** Minimum time between retries of a refused creation. */
const POLL_REFUSED_AGAIN_MS = 60_000

/**
 * Creates a pay link's checkout if the gateway refused it earlier, its creation failed, or the order
 * was to be paid by a saved card, which was declined.
 */
export const checkoutOfLink = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { order, attempts }: Pick<OrderOfLink, 'order' | 'attempts'>,
): Promise<CheckoutOutcome | undefined> => {
  if (order.status !== 'awaiting_payment' || order.checkout_mode !== 'hosted') return undefined
  const now = ctx.clock.now()
  if (attempts.some((each) => fitsOrder(each, order) && isPayable(each, now))) return undefined
  const latest = latestCheckout(attempts)
  // A shop decides itself whether an order of its own gets a first checkout.
  if (latest ? !mayBeMadeAgain(latest, now) : !isMadeAtPuente(order)) return undefined
  const { last_payment_error: error } = order
  const isRefused = error && now.getTime() - Date.parse(error.at) < POLL_REFUSED_AGAIN_MS
  return isRefused ? undefined : startCheckout(ctx, store, requestOf(order, latest, now))
}

const latestCheckout = (attempts: readonly PaymentRow[]): PaymentRow | undefined =>
  attempts
    .filter(({ mode }) => mode === 'hosted')
    .toSorted((one, other) => one.request_number - other.request_number)
    .at(-1)

const mayBeMadeAgain = (latest: PaymentRow, now: Date): boolean =>
  ['intended', 'abandoned', 'refused'].includes(latest.state) &&
  !isClaimed(latest, now) &&
  !endsSoon(latest, now)

const requestOf = (order: OrderRow, latest: PaymentRow | undefined, now: Date): CheckoutRequest => {
  const { expires_at: expiresAt = null, pending_update: update = null } = latest ?? {}
  const terms = update ? pendingTerms(update) : order
  const leftMs = expiresAt && expiresAt.getTime() - now.getTime()
  return {
    externalId: order.external_id,
    number: terms.number,
    amount: moneyFromMinor(terms.amount_minor, terms.currency),
    description: terms.description,
    customer: terms.customer,
    metadata: terms.metadata,
    locale: terms.locale,
    followsReader: terms.follows_reader,
    mode: terms.checkout_mode,
    successUrl: terms.success_url,
    cancelUrl: terms.cancel_url,
    expiresInMinutes: leftMs && leftMs / 60_000,
  }
}
