import type { OrderRow, StoreRow } from '../../db/db.ts'
import { lockCardCharges } from '../../db/payments/card-charges.ts'
import { claimPoll, paymentsOfOrder } from '../../db/payments/payments.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { Money } from '../../domain/money.ts'
import { addMs } from '../../runtime/clock.ts'
import type { ConfirmRedirects } from '../attempts/creation-request.ts'
import { openChallenges, pollOpenAttempts } from '../inbound/refresh-payments.ts'
import { isAmountOf } from '../orders/rules/charges/is-amount-of.ts'
import { type CardPageObstacle, cardPageObstacle } from '../ports/card-page-setup.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { cardLockout } from './card-lockout.ts'
import { type ConfirmCardOutcome, confirmCard } from './confirm-card.ts'
import { leadsToCardPage } from './open-card-page.ts'
import { openPayLink, type PayLink } from './pay-link.ts'
import type { CardLockout } from './rules/declined-cards.ts'

export type CardPage =
  | { state: 'open'; order: OrderRow; store: StoreRow }
  | { state: 'elsewhere'; link: PayLink }
  | { state: 'not-set-up'; order: OrderRow; obstacle: CardPageObstacle }
  /** Too many tries: rejects cards for `seconds`. */
  | ({ state: 'resting'; order: OrderRow } & CardLockout)

const POLL_INTERVAL_MS = 2_000

/**
 * Opens a pay link's card page, if known. A customer back from the bank (`afterBank`), on either
 * return URL, may have paid (`gateway-api.md` 1.9): polls the gateway first, throttled across
 * reloads.
 */
export const openCardPageLink = async (
  ctx: PaymentsContext,
  payToken: string,
  { afterBank = false }: { afterBank?: boolean } = {},
): Promise<CardPage | undefined> => {
  const link = await openPayLink(ctx, payToken)
  if (!link) return undefined
  if (link.state !== 'card-page') return { state: 'elsewhere', link }
  const { order } = link
  const store = await findStore(ctx.db.query, order.store_id)
  if (!store) return undefined
  const obstacle = cardPageObstacle(store, ctx.cardPage)
  if (obstacle) return { state: 'not-set-up', order, obstacle }
  const { query } = ctx.db
  const now = ctx.clock.now()
  const attempts = await paymentsOfOrder(query, order.id)
  const challenges = afterBank ? openChallenges(attempts) : []
  for (const { id } of challenges) {
    const payment = await claimPoll(query, id, { now, notSince: addMs(now, -POLL_INTERVAL_MS) })
    if (payment) await pollOpenAttempts(ctx, store, [payment])
  }
  if (challenges.length > 0) return openCardPageLink(ctx, payToken)
  const rest = await cardLockout(query, { order, attempts, now })
  return rest ? { state: 'resting', order, ...rest } : { state: 'open', order, store }
}

export type CardPagePayment =
  | { state: 'tried'; tried: ConfirmCardOutcome<Refused> }
  | Exclude<CardPage, { state: 'open' }>

type Refused =
  /** Sent nothing: the customer saw another amount. */
  | { outcome: 'order-changed' }
  /** Sent nothing: the page closed. */
  | { outcome: 'page-closed' }
  /** Sent nothing: another card reached the limit first. */
  | ({ outcome: 'resting' } & CardLockout)

/**
 * Charges a card typed on the card page with the order's amount. `shown`: the amount on the page,
 * so that no customer pays an unseen amount.
 */
export const payOnCardPage = async (
  ctx: PaymentsContext,
  typed: {
    payToken: string
    token: string
    shown: Money | undefined
    redirects: ConfirmRedirects
  },
): Promise<CardPagePayment | undefined> => {
  const { payToken, token, shown, redirects } = typed
  const page = await openCardPageLink(ctx, payToken)
  if (page?.state !== 'open') return page
  const { order, store } = page
  const tried = await confirmCard<Refused>(ctx, store, {
    order,
    token,
    redirects,
    refuse: async ({ order: locked, payments: attempts, now }, trx) => {
      if (!leadsToCardPage(locked, now)) return { outcome: 'page-closed' }
      await lockCardCharges(trx, locked.store_id)
      const rest = await cardLockout(trx, { order: locked, attempts, now })
      if (rest) return { outcome: 'resting', ...rest }
      return !shown || isAmountOf(locked, shown) ? undefined : { outcome: 'order-changed' }
    },
  })
  return { state: 'tried', tried }
}
