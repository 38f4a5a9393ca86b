import { lockCardCharges } from '../../db/card-charges.ts'
import type { OrderRow, StoreRow } from '../../db/db.ts'
import { claimAsking, paymentsOfOrder } from '../../db/payments.ts'
import { findStore } from '../../db/stores.ts'
import type { Money } from '../../domain/money.ts'
import { addMs } from '../../runtime/clock.ts'
import type { ConfirmRedirects } from '../attempts/creation-request.ts'
import { openChallenges, refreshPayments } from '../inbound/refresh-payments.ts'
import { isAmountOf } from '../orders/rules/is-amount-of.ts'
import { type CardPageObstacle, cardPageObstacle } from '../ports/card-page-setup.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { type ConfirmCardOutcome, confirmCard } from './confirm-card.ts'
import { leadsToCardPage } from './open-card-page.ts'
import { restOfCards } from './rest-of-cards.ts'
import type { CardRest } from './rules/declined-cards.ts'
import { type VisitedPayLink, visitPayLink } from './visit-pay-link.ts'

/** The card page as its customer finds it now. */
export type CardPage =
  | { state: 'open'; order: OrderRow; store: StoreRow }
  /** The pay link leads somewhere else. */
  | { state: 'elsewhere'; link: VisitedPayLink }
  | { state: 'not-set-up'; order: OrderRow; obstacle: CardPageObstacle }
  /** Too many cards were tried: none is taken for so long. */
  | ({ state: 'resting'; order: OrderRow } & CardRest)

const LOOK_EVERY_MS = 2_000

/**
 * Opens the card page of a pay link; `undefined` when there is no such link. Who comes back from
 * the bank (`afterBank`) may have paid, whatever address they come back to (`gateway-api.md` 1.9):
 * the gateway is asked first, though not by each reload.
 */
export const openCardPageLink = async (
  ctx: PaymentsContext,
  payToken: string,
  { afterBank = false }: { afterBank?: boolean } = {},
): Promise<CardPage | undefined> => {
  const link = await visitPayLink(ctx, payToken)
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
    const payment = await claimAsking(query, id, { now, notSince: addMs(now, -LOOK_EVERY_MS) })
    if (payment) await refreshPayments(ctx, store, [payment])
  }
  if (challenges.length > 0) return openCardPageLink(ctx, payToken)
  const rest = await restOfCards(query, { order, attempts, now })
  return rest ? { state: 'resting', order, ...rest } : { state: 'open', order, store }
}

export type CardPagePayment =
  | { state: 'tried'; tried: ConfirmCardOutcome<Refused> }
  | Exclude<CardPage, { state: 'open' }>

type Refused =
  /** The amount is not the one that the customer saw; nothing was sent. */
  | { outcome: 'order-changed' }
  /** The page was closed at this moment; nothing was sent. */
  | { outcome: 'page-closed' }
  /** The last card that the page takes for now was begun at this moment; nothing was sent. */
  | ({ outcome: 'resting' } & CardRest)

/**
 * Charges the card that a customer typed on the card page. Its amount is the order's; `shown` is
 * what the page said, so that nobody is charged an amount that they did not see. `undefined` when
 * there is no such link.
 */
export const payOnCardPage = async (
  ctx: PaymentsContext,
  {
    payToken,
    token,
    shown,
    redirects,
  }: {
    payToken: string
    token: string
    shown: Money | undefined
    redirects: ConfirmRedirects
  },
): Promise<CardPagePayment | undefined> => {
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
      const rest = await restOfCards(trx, { order: locked, attempts, now })
      if (rest) return { outcome: 'resting', ...rest }
      return !shown || isAmountOf(locked, shown) ? undefined : { outcome: 'order-changed' }
    },
  })
  return { state: 'tried', tried }
}
