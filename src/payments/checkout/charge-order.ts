import type { DbQuery, OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { NO_DECLINE_CODE } from '../../domain/decline-text.ts'
import type { Money } from '../../domain/money.ts'
import type { Decline } from '../../gateway/declines.ts'
import { type Failure, type Refused, unreachable } from '../../gateway/outcomes.ts'
import type { BeginRetry } from '../../gateway/retry-without.ts'
import { applyRefusal, type ChargeEnding, endCharge } from '../attempts/end-attempt.ts'
import { claimFor, type PaymentClaim } from '../attempts/intend-payment.ts'
import { repetitionOf } from '../attempts/repeat-request.ts'
import { resolveCharge } from '../attempts/resolve-attempts.ts'
import { openAttempts, pollOpenAttempts } from '../inbound/refresh-payments.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { reopenHeld } from '../orders/cancel-order.ts'
import { addLine, addTaskToChanges, updatePayment } from '../orders/change-held.ts'
import { acceptPayment } from '../orders/charges/accept-payment.ts'
import { answerForPaidOrder, type PaidAnswer } from '../orders/charges/paid-answer.ts'
import { decideOrder, type HeldOrder, paymentOf } from '../orders/held-order.ts'
import { hasCharge } from '../orders/rules/advance.ts'
import { unresolvedCharge } from '../orders/rules/charges/open-attempts.ts'
import { isEndedByRefusal } from '../orders/rules/ended-by-refusal.ts'
import { refuseIfFrozen, type StoreFrozen } from '../orders/store-frozen.ts'
import { orderLog, type PaymentsContext } from '../ports/context.ts'
import { newResolveChargeTask } from '../ports/tasks/payment-tasks.ts'
import { decideRefreshed, type Refreshed, type Stale } from './decide-refreshed.ts'
import { type PaidAtGateway, paidAtGateway } from './paid-at-gateway.ts'

interface OrderAndPayment {
  order: OrderRow
  payment: PaymentRow
}

type Declined = OrderAndPayment & { outcome: 'declined'; decline: Decline }

type Paid = OrderAndPayment & { outcome: 'paid' }

export type ChargeOutcome<Refusal> =
  | Paid
  /** The gateway accepted the charge but does not show its payment yet. */
  | (OrderAndPayment & { outcome: 'confirming' })
  /** Redirect the customer immediately; never store the URL (`gateway-api.md` 4.13). */
  | (OrderAndPayment & { outcome: 'authentication-required'; authenticationUrl: string })
  | Declined
  | PaidAnswer
  | PaidAtGateway
  /** Sent nothing, because an earlier charge still has an unknown outcome. */
  | { outcome: 'charge-unresolved'; order: OrderRow }
  | StoreFrozen
  | Refusal
  | Failure

export type ChargeAnswer<Refusal> =
  | { outcome: 'charged'; transactionId: string }
  | { outcome: 'authentication-required'; transactionId: string; authenticationUrl: string }
  | Decline
  /** A refusal for the caller to interpret; the gateway charged nothing. */
  | {
      outcome: 'refused-as'
      refusal: Refusal
      /** True if a duplicate of this request may have used the token up. */
      mayBeRepetition?: boolean
    }
  | Failure

export type Refuse<Refusal> = (held: HeldOrder, trx: DbQuery) => Promise<Refusal | undefined>

export interface Charge<Refusal> {
  externalId: string
  lock(trx: DbQuery): Promise<HeldOrder>
  requestedAmount?: Money
  /** Returns a decline of the same card and amount, which a new charge would only repeat. */
  declinedBefore?(attempts: readonly PaymentRow[]): PaymentRow | undefined
  /** Refuses a request that is not of this order, even if the order is paid. */
  refuseOther?: Refuse<Refusal> | undefined
  refuse?: Refuse<Refusal> | undefined
  /** Charges a payment request that the gateway refused before: its account may accept it now. */
  reopensRefused?: boolean | undefined
  /** Adds the intent, with the order changes that apply on approval. */
  intend(held: HeldOrder, claim: PaymentClaim): PaymentRow
  send(payment: PaymentRow, begin: BeginRetry): Promise<ChargeAnswer<Refusal>>
}

/**
 * Charges an order by a saved or typed card. Commits the intent before the call; resolves an
 * unknown outcome by reference, never by resending, and sends nothing else until then. Polls open
 * checkouts and challenges before it changes the order, because a late approval may pay it.
 */
export const chargeOrder = async <Refusal>(
  ctx: PaymentsContext,
  store: StoreRow,
  charge: Charge<Refusal>,
): Promise<ChargeOutcome<Refusal>> => {
  const paid = await paidAtGateway(ctx, store, charge)
  if (paid) return paid
  const decided = await decideRefreshed(
    (refreshed) => decide(ctx, charge, refreshed),
    ({ attempts }) => pollOpenAttempts(ctx, store, attempts),
  )
  switch (decided.outcome) {
    case 'answer':
      return decided.answer
    case 'charge':
      return send(ctx, { store, payment: decided.payment, charge })
    case 'still-open':
      return { outcome: 'charge-unresolved', order: decided.order }
  }
}

type Decision<Refusal> =
  | { outcome: 'answer'; answer: Refusal | Declined | PaidAnswer | StoreFrozen }
  | { outcome: 'charge'; payment: PaymentRow }

const decide = <Refusal>(
  ctx: PaymentsContext,
  charge: Charge<Refusal>,
  refreshed: Refreshed,
): Promise<Decision<Refusal> | Stale> =>
  decideOrder(ctx, charge.lock, async (held, trx): Promise<Decision<Refusal> | Stale> => {
    const { order, payments, now } = held
    const other = await charge.refuseOther?.(held, trx)
    if (other) return { outcome: 'answer', answer: other }
    const isReopened = charge.reopensRefused && isEndedByRefusal(order)
    const paid = isReopened ? undefined : answerForPaidOrder(held, charge.requestedAmount)
    if (paid) return { outcome: 'answer', answer: paid }
    const declined = charge.declinedBefore?.(payments)
    if (declined) return { outcome: 'answer', answer: earlierDecline(order, declined) }
    const unresolved = unresolvedCharge(payments)
    const open = refreshed.has('attempts') ? [] : openAttempts(payments)
    if (unresolved || open.length > 0) {
      const attempts = unresolved ? [unresolved, ...open] : open
      return { outcome: 'stale', of: 'attempts', order, attempts }
    }
    const refusal = (await refuseIfFrozen(held, trx)) ?? (await charge.refuse?.(held, trx))
    if (refusal) return { outcome: 'answer', answer: refusal }
    if (isReopened) reopenHeld(held)
    return { outcome: 'charge', payment: charge.intend(held, claimFor(ctx, now, 1)) }
  })

const earlierDecline = (order: OrderRow, payment: PaymentRow): Declined => ({
  outcome: 'declined',
  order,
  payment,
  decline: {
    outcome: 'declined',
    code: payment.decline?.code ?? NO_DECLINE_CODE,
    message: payment.decline?.message ?? undefined,
    isoResponseCode: undefined,
  },
})

const send = async <Refusal>(
  ctx: PaymentsContext,
  { store, payment, charge }: { store: StoreRow; payment: PaymentRow; charge: Charge<Refusal> },
): Promise<ChargeOutcome<Refusal>> => {
  const begin = repetitionOf(ctx, payment, {
    calls: 1,
    isStillNeeded: (held) => !answerForPaidOrder(held, charge.requestedAmount),
  })
  const answer = await charge.send(payment, begin)
  const log = orderLog(ctx.log, { id: payment.order_id, store_id: store.id })
  log.info({ payment: payment.id, outcome: answer.outcome }, 'order charged')
  switch (answer.outcome) {
    case 'charged':
      return confirmCharge(ctx, {
        store,
        ...(await keepTransaction(ctx, payment, { transactionId: answer.transactionId })),
      })
    case 'authentication-required': {
      const { outcome, transactionId, authenticationUrl } = answer
      const kept = await keepTransaction(ctx, payment, { transactionId, state: 'authenticating' })
      return { outcome, ...kept, authenticationUrl }
    }
    case 'declined':
      return recordDecline(ctx, payment, answer)
    case 'refused-as':
      if (answer.mayBeRepetition) {
        const charged = await chargeOfDuplicate(ctx, { store, payment })
        if (charged) return charged
      }
      await end(ctx, payment, { state: 'refused' })
      return answer.refusal
    case 'unreachable':
      if (answer.effect === 'none') await end(ctx, payment, { state: 'abandoned' })
      return answer.effect === 'none' ? answer : unknownOutcome(ctx, { store, payment, answer })
    case 'refused':
      await refuse(ctx, payment, answer)
      return answer
    default:
      await end(ctx, payment, { state: 'refused' })
      return answer
  }
}

/** Commits the transaction id immediately: voids and refunds need it. */
const keepTransaction = (
  ctx: PaymentsContext,
  payment: PaymentRow,
  { transactionId, state }: { transactionId: string; state?: 'authenticating' },
): Promise<OrderAndPayment> =>
  decideOrder(ctx, payment.order_id, (held) => {
    const { order: orderBefore, payments: paymentsBefore, now } = held
    const latest = paymentOf(held, payment.id)
    const isOpen = latest.state === 'intended' || latest.state === 'pending'
    const kept = updatePayment(held, payment.id, {
      charge_id: transactionId,
      claimed_until: null,
      ...(state && isOpen ? { state } : {}),
    })
    const kind = state ? 'authentication_required' : 'payment_charged'
    addLine(held, { payment_id: payment.id, kind, details: { transaction: transactionId } })
    if (state) addTaskToChanges(held, newResolveChargeTask(kept, { now }))
    else {
      acceptPayment(held, kept)
      applyDerivedStatus(held, { orderBefore, paymentsBefore })
    }
    return { order: held.order, payment: paymentOf(held, payment.id) }
  })

/** Reads the payment, because only that or an event confirms a charge, not the response (3). */
const confirmCharge = async (
  ctx: PaymentsContext,
  { store, payment }: { store: StoreRow; payment: PaymentRow },
): Promise<OrderAndPayment & { outcome: 'paid' | 'confirming' }> => {
  const { order, payment: latest } = await resolveCharge(ctx, { store, payment })
  return { outcome: hasCharge(latest) ? 'paid' : 'confirming', order, payment: latest }
}

const unknownOutcome = async (
  ctx: PaymentsContext,
  { store, payment, answer }: { store: StoreRow; payment: PaymentRow; answer: Failure },
): Promise<Paid | Failure> => {
  const details = { ...answer }
  await decideOrder(ctx, payment.order_id, (held) =>
    addLine(held, { payment_id: payment.id, kind: 'payment_creation_unknown', details }),
  )
  const { order, payment: latest } = await resolveCharge(ctx, { store, payment })
  return hasCharge(latest) ? { outcome: 'paid', order, payment: latest } : answer
}

/** Searches for a charge, because a refusal may answer a duplicate of a successful request. */
const chargeOfDuplicate = async (
  ctx: PaymentsContext,
  { store, payment }: { store: StoreRow; payment: PaymentRow },
): Promise<Paid | Failure | undefined> => {
  const { found, order, payment: latest } = await resolveCharge(ctx, { store, payment })
  if (found.outcome === 'absent') return undefined
  if (found.outcome !== 'found') return unreachable('unknown', 'refused, perhaps a repetition')
  return hasCharge(latest) ? { outcome: 'paid', order, payment: latest } : undefined
}

const recordDecline = (
  ctx: PaymentsContext,
  { id, order_id }: PaymentRow,
  decline: Decline,
): Promise<Declined> =>
  decideOrder(ctx, order_id, (held) => {
    const details = { code: decline.code, message: decline.message ?? null }
    endCharge(held, id, { state: 'declined', decline: details })
    addLine(held, { payment_id: id, kind: 'payment_declined', details })
    return { outcome: 'declined', order: held.order, payment: paymentOf(held, id), decline }
  })

/** The gateway refuses the order, not the card: another card fails too. */
const refuse = (ctx: PaymentsContext, { id, order_id }: PaymentRow, refusal: Refused) =>
  decideOrder(ctx, order_id, (held) => {
    if (endCharge(held, id, { state: 'refused' })) applyRefusal(held, id, refusal)
  })

const end = (ctx: PaymentsContext, { id, order_id }: PaymentRow, ending: ChargeEnding) =>
  decideOrder(ctx, order_id, (held) => {
    endCharge(held, id, ending)
  })
