import type { DbQuery, OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { lockOrder } from '../../db/orders.ts'
import { findPayment } from '../../db/payments.ts'
import type { Money } from '../../domain/money.ts'
import type { Decline } from '../../gateway/declines.ts'
import { type Failure, type Refused, unreachable } from '../../gateway/outcomes.ts'
import { addMs } from '../../runtime/clock.ts'
import { applyRefusal } from '../attempts/apply-refusal.ts'
import { type ChargeEnding, endCharge } from '../attempts/end-charge.ts'
import { findOutCharge } from '../attempts/find-out-charge.ts'
import type { PaymentClaim } from '../attempts/intend-payment.ts'
import { openAttempts, refreshPayments } from '../inbound/refresh-payments.ts'
import { acceptPayment } from '../orders/accept-payment.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { addLine, addTask, updatePayment } from '../orders/change-held.ts'
import { decideOrder, type HeldOrder, paymentOf, writeHeld } from '../orders/held-order.ts'
import { answerForPaidOrder } from '../orders/paid-answer.ts'
import { unresolvedCharge } from '../orders/rules/unresolved-charge.ts'
import { wasTaken } from '../orders/rules/was-taken.ts'
import { orderLog, type PaymentsContext } from '../ports/context.ts'
import { taskToFindOutCharge } from '../ports/tasks/find-out-charge.ts'

interface Declined {
  outcome: 'declined'
  order: OrderRow
  payment: PaymentRow
  decline: Decline
}

/** What a charge without the hosted checkout came to. */
export type ChargeOutcome<Refusal> =
  /** Confirmed by the gateway's own word on the payment. */
  | { outcome: 'paid'; order: OrderRow; payment: PaymentRow }
  /** The gateway took the charge and does not show its payment yet. */
  | { outcome: 'confirming'; order: OrderRow; payment: PaymentRow }
  /** Send the customer there at once; it is kept nowhere (`gateway-api.md` 4.13). */
  | {
      outcome: 'authentication-required'
      order: OrderRow
      payment: PaymentRow
      authenticationUrl: string
    }
  | Declined
  /** Money was taken for the order before. */
  | { outcome: 'reused'; order: OrderRow; payment: PaymentRow }
  | { outcome: 'already-paid'; order: OrderRow }
  | { outcome: 'cancelled'; order: OrderRow }
  /** What became of an earlier charge is not known yet, so nothing was sent. */
  | { outcome: 'charge-unresolved'; order: OrderRow }
  | Refusal
  | Failure

/** What the gateway answered to a charge, in its own terms. */
export type ChargeAnswer<Refusal> =
  | { outcome: 'charged'; transactionId: string }
  | { outcome: 'authentication-required'; transactionId: string; authenticationUrl: string }
  | Decline
  /** Refused for a reason that the caller knows better; nothing was charged. */
  | {
      outcome: 'refused-as'
      refusal: Refusal
      /** What is refused may have been used up by the same charge, sent twice on the way. */
      mayBeRepetition?: boolean
    }
  | Failure

/** Why a held order is not charged after all; `undefined`: it is. */
export type Refuse<Refusal> = (held: HeldOrder, trx: DbQuery) => Promise<Refusal | undefined>

/** One way of charging: how the order is taken, what is intended, and how it is sent. */
export interface Charge<Refusal> {
  take(trx: DbQuery): Promise<HeldOrder>
  /** What the shop wants to be paid, where it is not what the order amounts to already. */
  wanted?: Money
  /** The same charge, if it was made and declined before: it is not made again. */
  declinedBefore?(attempts: readonly PaymentRow[]): PaymentRow | undefined
  /** Why the order, as it is now that it is locked, is not charged after all. */
  refuse?: Refuse<Refusal> | undefined
  /** Adds the intent, and with it what the charge changes of the order once it is approved. */
  intend(held: HeldOrder, claim: PaymentClaim): PaymentRow
  send(payment: PaymentRow): Promise<ChargeAnswer<Refusal>>
}

/** Beyond the gateway's timeout: our own writing. */
const CLAIM_MARGIN_MS = 5_000

/**
 * Charges an order without the hosted checkout (design, flows 2 and 3). The intent is committed
 * before the call; an unknown outcome is found out by reference, and never by sending again. As
 * long as one is unknown, nothing else is sent for the order. A checkout or a challenge of the order
 * that is still open is asked for first: its approval may be late. The order is not changed before.
 */
export const chargeOrder = async <Refusal>(
  ctx: PaymentsContext,
  store: StoreRow,
  charge: Charge<Refusal>,
): Promise<ChargeOutcome<Refusal>> => {
  const decision = await decide(ctx, charge, { hasLooked: false })
  if (decision.decision === 'answer') return decision.answer
  if (decision.decision === 'charge') return send(ctx, { store, payment: decision.payment, charge })
  if (await refreshPayments(ctx, store, decision.attempts)) {
    return { outcome: 'charge-unresolved', order: decision.order }
  }
  const again = await decide(ctx, charge, { hasLooked: true })
  if (again.decision === 'answer') return again.answer
  if (again.decision === 'look') return { outcome: 'charge-unresolved', order: again.order }
  return send(ctx, { store, payment: again.payment, charge })
}

type Decision<Refusal> =
  | {
      decision: 'answer'
      answer: Refusal | Declined | (ReturnType<typeof answerForPaidOrder> & object)
    }
  /** Another attempt may have been paid, and its event be late or lost: the gateway knows. */
  | { decision: 'look'; order: OrderRow; attempts: PaymentRow[] }
  | { decision: 'charge'; payment: PaymentRow }

const decide = <Refusal>(
  ctx: PaymentsContext,
  charge: Charge<Refusal>,
  { hasLooked }: { hasLooked: boolean },
): Promise<Decision<Refusal>> =>
  ctx.db.hot.query.transaction().execute(async (trx): Promise<Decision<Refusal>> => {
    const held = await charge.take(trx)
    const { order, payments, now } = held
    const decided = async (decision: Decision<Refusal>): Promise<Decision<Refusal>> => {
      await writeHeld(trx, held)
      return decision
    }
    const paid = answerForPaidOrder(order, payments, {
      minor: charge.wanted?.minor ?? order.amount_minor,
      currencyCode: charge.wanted?.currency.code ?? order.currency,
    })
    if (paid) return decided({ decision: 'answer', answer: paid })
    const declined = charge.declinedBefore?.(payments)
    if (declined) return decided({ decision: 'answer', answer: declinedOnceMore(order, declined) })
    const unresolved = unresolvedCharge(payments)
    const open = hasLooked ? [] : openAttempts(payments)
    if (unresolved || open.length > 0) {
      const attempts = unresolved ? [unresolved, ...open] : open
      return decided({ decision: 'look', order, attempts })
    }
    const refusal = await charge.refuse?.(held, trx)
    if (refusal) return decided({ decision: 'answer', answer: refusal })
    const payment = charge.intend(held, {
      claimed_by: ctx.processId,
      claimed_until: addMs(now, ctx.gatewayTimeoutMs + CLAIM_MARGIN_MS),
    })
    return decided({ decision: 'charge', payment })
  })

const declinedOnceMore = (order: OrderRow, payment: PaymentRow): Declined => ({
  outcome: 'declined',
  order,
  payment,
  decline: {
    outcome: 'declined',
    code: payment.decline?.code ?? NO_CODE,
    message: payment.decline?.message ?? undefined,
    isoResponseCode: undefined,
  },
})

/** Of a decline of which only the event told, which does not say why. */
const NO_CODE = 'unknown'

const send = async <Refusal>(
  ctx: PaymentsContext,
  { store, payment, charge }: { store: StoreRow; payment: PaymentRow; charge: Charge<Refusal> },
): Promise<ChargeOutcome<Refusal>> => {
  const answer = await charge.send(payment)
  const log = orderLog(ctx.log, { id: payment.order_id, store_id: store.id })
  log.info({ payment: payment.id, outcome: answer.outcome }, 'order charged')
  switch (answer.outcome) {
    case 'charged':
      await keepTransaction(ctx, payment, { transactionId: answer.transactionId })
      return confirmCharge(ctx, { store, payment })
    case 'authentication-required': {
      const { transactionId, authenticationUrl } = answer
      await keepTransaction(ctx, payment, { transactionId, state: 'authenticating' })
      const { order, latest } = await reread(ctx, payment)
      return { outcome: 'authentication-required', order, payment: latest, authenticationUrl }
    }
    case 'declined':
      return recordDecline(ctx, payment, answer)
    case 'refused-as':
      if (answer.mayBeRepetition) {
        const charged = await chargedAllTheSame(ctx, { store, payment })
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

/** The id of the charge is kept the moment it is known: by it the charge is voided or refunded. */
const keepTransaction = (
  ctx: PaymentsContext,
  payment: PaymentRow,
  { transactionId, state }: { transactionId: string; state?: 'authenticating' },
): Promise<void> =>
  decideOrder(ctx, payment.order_id, (held) => {
    const { order: orderBefore, payments: paymentsBefore, now } = held
    const latest = paymentOf(held, payment.id)
    const isOpen = latest.state === 'intended' || latest.state === 'pending'
    const kept = updatePayment(held, payment.id, {
      charge_id: transactionId,
      claimed_until: null,
      ...(state && isOpen ? { state } : {}),
      updated_at: now,
    })
    const kind = state ? 'authentication_required' : 'payment_charged'
    addLine(held, { payment_id: payment.id, kind, details: { transaction: transactionId } })
    if (state) {
      addTask(held, taskToFindOutCharge(kept, { now }))
      return
    }
    acceptPayment(held, kept)
    applyDerivedStatus(held, { orderBefore, paymentsBefore })
  })

/** The gateway said yes: its payment is read, because only that or the event confirms it (3). */
const confirmCharge = async (
  ctx: PaymentsContext,
  { store, payment }: { store: StoreRow; payment: PaymentRow },
): Promise<{ outcome: 'paid' | 'confirming'; order: OrderRow; payment: PaymentRow }> => {
  await findOutCharge(ctx, { store, payment })
  const { order, latest } = await reread(ctx, payment)
  return { outcome: wasTaken(latest) ? 'paid' : 'confirming', order, payment: latest }
}

const unknownOutcome = async (
  ctx: PaymentsContext,
  { store, payment, answer }: { store: StoreRow; payment: PaymentRow; answer: Failure },
): Promise<{ outcome: 'paid'; order: OrderRow; payment: PaymentRow } | Failure> => {
  const line = { payment_id: payment.id, kind: 'payment_creation_unknown' } as const
  await decideOrder(ctx, payment.order_id, (held) =>
    addLine(held, { ...line, details: { ...answer } }),
  )
  await findOutCharge(ctx, { store, payment })
  const { order, latest } = await reread(ctx, payment)
  return wasTaken(latest) ? { outcome: 'paid', order, payment: latest } : answer
}

/** What a refusal hides that is the answer to a repetition; a gateway that cannot be asked, too. */
const chargedAllTheSame = async (
  ctx: PaymentsContext,
  { store, payment }: { store: StoreRow; payment: PaymentRow },
): Promise<{ outcome: 'paid'; order: OrderRow; payment: PaymentRow } | Failure | undefined> => {
  const found = await findOutCharge(ctx, { store, payment })
  if (found.outcome === 'absent') return undefined
  if (found.outcome !== 'found') return unreachable('unknown', 'refused, perhaps a repetition')
  const { order, latest } = await reread(ctx, payment)
  return wasTaken(latest) ? { outcome: 'paid', order, payment: latest } : undefined
}

const recordDecline = async (
  ctx: PaymentsContext,
  payment: PaymentRow,
  decline: Decline,
): Promise<Declined> => {
  const details = { code: decline.code, message: decline.message ?? null }
  await decideOrder(ctx, payment.order_id, (held) => {
    endCharge(held, payment.id, { state: 'declined', decline: details })
    addLine(held, { payment_id: payment.id, kind: 'payment_declined', details })
  })
  const { order, latest } = await reread(ctx, payment)
  return { outcome: 'declined', order, payment: latest, decline }
}

/** The gateway refuses what is charged, and not its card: another card is refused as well. */
const refuse = (ctx: PaymentsContext, { id, order_id }: PaymentRow, refusal: Refused) =>
  decideOrder(ctx, order_id, (held) => {
    if (endCharge(held, id, { state: 'refused' })) applyRefusal(held, id, refusal)
  })

/** Ends an attempt that took no money, unless its event has told otherwise meanwhile. */
const end = (ctx: PaymentsContext, { id, order_id }: PaymentRow, ending: ChargeEnding) =>
  decideOrder(ctx, order_id, (held) => {
    endCharge(held, id, ending)
  })

const reread = async (ctx: PaymentsContext, payment: PaymentRow) =>
  ctx.db.hot.query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, payment.order_id)
    return { order, latest: (await findPayment(trx, payment.id)) ?? payment }
  })
