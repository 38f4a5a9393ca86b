import type { PaymentRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import type { Money } from '../../domain/money.ts'
import type { SavedCardsDisabled } from '../../gateway/saved-cards.ts'
import { aboutStore, closeAlert, openAlert } from '../alerts/alerts.ts'
import { intendPayment } from '../attempts/intend-payment.ts'
import { cardChargeOf } from '../attempts/kept-request.ts'
import { importOrder } from '../orders/import-order.ts'
import { isAmountOf } from '../orders/rules/charges/is-amount-of.ts'
import { refuseNewIfFrozen } from '../orders/store-frozen.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { policyOf } from '../ports/policy.ts'
import { type ChargeOutcome, chargeOrder, type Refuse } from './charge-order.ts'

type Refusal =
  | SavedCardsDisabled
  | { outcome: 'no-such-card'; message: string | undefined }
  /** Sent nothing. The API refuses a disabled store's keys earlier, but not a person. */
  | { outcome: 'store-disabled' }

/** `Other`: how the caller refuses a request that is not of the order. */
export type SavedCardOutcome<Other = never> = ChargeOutcome<Refusal | Other>

/**
 * Charges a saved card without its customer (`gateway-api.md` 4.12). Never reuses the idempotency
 * key (effect undocumented). `knownDeclines` is the number of declines of this card and amount that
 * the caller has seen. It makes the call idempotent: if Puente has more declines, it returns the
 * last one, since its answer was lost; otherwise the call is a retry and charges the card.
 */
export const chargeSavedCard = async <Other extends { outcome: string } = never>(
  ctx: PaymentsContext,
  store: StoreRow,
  {
    request,
    method,
    knownDeclines = 0,
    refuseOther,
    reopensRefused,
  }: {
    request: CheckoutRequest
    method: string
    knownDeclines?: number
    refuseOther?: Refuse<Other>
    reopensRefused?: boolean
  },
): Promise<SavedCardOutcome<Other>> => {
  const { query } = ctx.db
  const frozen = await refuseNewIfFrozen(query, store, request)
  if (frozen) return frozen
  if (store.disabled_at && !(await findOrderOfStore(query, store.id, request.externalId))) {
    return { outcome: 'store-disabled' }
  }
  const outcome = await chargeOrder<Refusal | Other>(ctx, store, {
    externalId: request.externalId,
    lock: (trx) => importOrder(trx, ctx, { store, request }),
    requestedAmount: request.amount,
    declinedBefore: (attempts) =>
      attempts
        .filter(
          (attempt) => attempt.payment_method_id === method && isDeclined(attempt, request.amount),
        )
        .slice(knownDeclines)
        .at(-1),
    refuseOther,
    reopensRefused,
    refuse: async (held) => (held.store?.disabled_at ? { outcome: 'store-disabled' } : undefined),
    intend: (held, claim) => intendPayment(held, ctx, { store, request, method, claim }),
    send: async (payment, begin) => {
      const gateway = ctx.gatewayOf(store, payment.order_id)
      const answer = await gateway.chargeCard(method, cardChargeOf(payment), {
        idempotencyKey: payment.idempotency_key,
        route: policyOf(store).saved_card_route,
        begin,
      })
      if (answer.outcome === 'saved-cards-disabled') {
        return { outcome: 'refused-as', refusal: answer }
      }
      if (answer.outcome !== 'card-refused') return answer
      const { message } = answer
      return { outcome: 'refused-as', refusal: { outcome: 'no-such-card', message } }
    },
  })
  const about = aboutStore(store, 'saved_cards_disabled', ctx.clock.now())
  if (outcome.outcome === 'saved-cards-disabled') await openAlert(query, about)
  if (outcome.outcome === 'paid') await closeAlert(query, about)
  return outcome
}

/** A decline may have closed the payment; the contract does not say (`gateway-api.md` 3). */
const isDeclined = (payment: PaymentRow, amount: Money): boolean =>
  ['declined', 'disabled', 'expired'].includes(payment.state) && isAmountOf(payment, amount)
