import { createHash } from 'node:crypto'
import type { LedgerQuery, OrderRow, PaymentRow, ReversalRow, StoreRow } from '../ledger/ledger.ts'
import { findOrderOfStore, getOrder, lockOrder } from '../ledger/orders.ts'
import { paymentsOfOrder } from '../ledger/payments.ts'
import {
  findReversalByKey,
  getReversal,
  insertReversal,
  reversalsOfOrder,
} from '../ledger/reversals.ts'
import type { ReversalOrigin } from '../ledger/tables/refunds.ts'
import { type Money, moneyFromMinor } from '../platform/money.ts'
import { type PaymentsContext, REVERSAL_SIGNAL, WORK_SIGNAL } from './context.ts'
import { planToCarryOutReversal } from './follow-ups.ts'
import { withoutCardNumber } from './free-text.ts'
import { planReversal, type ReversalPlan } from './rules/plan-reversal.ts'
import { chargedMinor, noteReversal, reversalOfOrderFacts, withdraw } from './settle-reversals.ts'
import { tieToKey } from './tie-reversal.ts'

export interface ReversalRequest {
  /** The shop's id of the order. */
  orderExternalId: string
  /** Which attempt, when an order was paid twice; else the one that speaks for the order. */
  paymentId?: string | undefined
  /** `undefined`: all that is left. */
  amount?: Money | undefined
  reason?: string | undefined
  /** The shop's: the same key asks for the same once. */
  idempotencyKey: string
  /** When it was asked for first, where the answer was lost. */
  firstAskedAt?: Date | undefined
  origin: ReversalOrigin
}

export type ReversalRequestOutcome =
  /** `isNew: false`: the same key asked for the same before. */
  | { outcome: 'accepted'; order: OrderRow; reversal: ReversalRow; isNew: boolean }
  | { outcome: 'no-such-order' }
  | { outcome: 'no-such-payment' }
  /** The key was used for something else; `order`: what the earlier one was of. */
  | { outcome: 'key-reused'; reversal: ReversalRow; order: OrderRow }
  | { outcome: 'wrong-currency'; currency: string }
  | {
      outcome: 'refused'
      because: Extract<ReversalPlan, { plan: 'refuse' }>['because']
      order: OrderRow
      rest: Money
      /** The reversal of the order that is under way, if that is why. */
      underWay?: ReversalRow | undefined
    }

/**
 * Commits the wish to give money back (design, flow 5) with the task that carries it out. Decides
 * under the order's lock, so that wishes that come at once never give back more than was paid.
 */
export const requestReversal = async (
  ctx: PaymentsContext,
  store: StoreRow,
  request: ReversalRequest,
): Promise<ReversalRequestOutcome> => {
  const known = await findOrderOfStore(ctx.ledger.query, store.id, request.orderExternalId)
  if (!known) return { outcome: 'no-such-order' }
  const outcome = await ctx.ledger.query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, known.id)
    return decide(trx, ctx, { order, request })
  })
  if (outcome.outcome === 'accepted' && outcome.isNew) ctx.signals.send(WORK_SIGNAL)
  return outcome
}

const decide = async (
  trx: LedgerQuery,
  ctx: PaymentsContext,
  { order, request }: { order: OrderRow; request: ReversalRequest },
): Promise<ReversalRequestOutcome> => {
  const hash = hashOf(request)
  const earlier = await findReversalByKey(trx, order.store_id, request.idempotencyKey)
  if (earlier) {
    return isSameWish(earlier, { order, request, hash })
      ? { outcome: 'accepted', order, reversal: earlier, isNew: false }
      : {
          outcome: 'key-reused',
          reversal: earlier,
          order: await getOrder(trx, earlier.order_id),
        }
  }
  const payment = paymentOf(await paymentsOfOrder(trx, order.id), { order, request })
  if (!payment) {
    return request.paymentId
      ? { outcome: 'no-such-payment' }
      : refused(order, { because: 'not_paid', restMinor: 0n, currency: order.currency })
  }
  const { amount } = request
  if (amount && amount.currency.code !== payment.currency) {
    return { outcome: 'wrong-currency', currency: payment.currency }
  }
  const ofOrder = await reversalsOfOrder(trx, order.id)
  const meanwhile = ofOrder.find((made) => isGivenBackMeanwhile(made, { payment, request }))
  if (meanwhile) {
    const reversal = await tieToKey(trx, meanwhile, request.idempotencyKey, ctx.clock.now())
    return { outcome: 'accepted', order, reversal, isNew: false }
  }
  const plan = planReversal(
    {
      id: payment.id,
      state: payment.state,
      totalMinor: chargedMinor(payment),
      refundedMinor: payment.refunded_minor,
    },
    ofOrder.map(reversalOfOrderFacts),
    amount?.minor,
  )
  if (plan.plan === 'refuse') {
    const underWay = ofOrder.find(({ id }) => id === plan.underWayId)
    return refused(order, { ...plan, currency: payment.currency, underWay })
  }
  for (const superseded of ofOrder.filter(({ id }) => plan.supersedes.includes(id))) {
    await withdraw(trx, superseded, ctx.clock.now())
  }
  const reversal = await intend(trx, ctx, { payment, plan, request, hash })
  return { outcome: 'accepted', order, reversal, isNew: true }
}

/** Nobody answered the shop, so somebody gave the same back in the gateway's portal. */
const isGivenBackMeanwhile = (
  made: ReversalRow,
  { payment, request }: { payment: PaymentRow; request: ReversalRequest },
): boolean =>
  request.firstAskedAt !== undefined &&
  made.created_at >= request.firstAskedAt &&
  made.origin === 'portal' &&
  made.state === 'done' &&
  made.idempotency_key === null &&
  made.payment_id === payment.id &&
  made.amount_minor === request.amount?.minor

/** What was made in the gateway's portal and tied to the key afterwards was never asked for. */
const isSameWish = (
  earlier: ReversalRow,
  { order, request, hash }: { order: OrderRow; request: ReversalRequest; hash: string },
): boolean => {
  if (earlier.request_hash !== null) return earlier.request_hash === hash
  const { amount } = request
  return (
    earlier.order_id === order.id &&
    amount?.minor === earlier.amount_minor &&
    amount.currency.code === earlier.currency
  )
}

const refused = (
  order: OrderRow,
  {
    because,
    restMinor,
    currency,
    underWay,
  }: {
    because: Extract<ReversalPlan, { plan: 'refuse' }>['because']
    restMinor: bigint
    currency: string
    underWay?: ReversalRow | undefined
  },
): ReversalRequestOutcome => ({
  outcome: 'refused',
  because,
  order,
  rest: moneyFromMinor(restMinor, currency),
  underWay,
})

/** The attempt that was charged is the order's current one (see `settleOrder`). */
const paymentOf = (
  payments: readonly PaymentRow[],
  { order, request }: { order: OrderRow; request: ReversalRequest },
): PaymentRow | undefined =>
  payments.find(({ id }) => id === (request.paymentId ?? order.current_payment_id))

const intend = async (
  trx: LedgerQuery,
  ctx: PaymentsContext,
  {
    payment,
    plan,
    request,
    hash,
  }: {
    payment: PaymentRow
    plan: ReversalPlan & { plan: 'reverse' }
    request: ReversalRequest
    hash: string
  },
): Promise<ReversalRow> => {
  const now = ctx.clock.now()
  const reversal = await insertReversal(trx, {
    id: ctx.ids.next('ref'),
    store_id: payment.store_id,
    order_id: payment.order_id,
    payment_id: payment.id,
    origin: request.origin,
    kind: plan.kind,
    amount_minor: plan.amountMinor,
    currency: payment.currency,
    reason: withoutCardNumber(request.reason ?? null),
    state: 'intended',
    idempotency_key: request.idempotencyKey,
    request_hash: hash,
    created_at: now,
    updated_at: now,
  })
  await noteReversal(trx, reversal, { kind: 'reversal_intended', now })
  await planToCarryOutReversal(trx, reversal, now)
  return reversal
}

/** What a request asks for, whatever its key. */
const hashOf = ({ orderExternalId, paymentId, amount, reason }: ReversalRequest): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        orderExternalId,
        paymentId ?? null,
        amount ? [String(amount.minor), amount.currency.code] : null,
        reason ?? null,
      ]),
    )
    .digest('hex')

/** `accepted` is most often a moment between the answer and the reading of the payment. */
const isUnderWay = ({ state }: ReversalRow): boolean =>
  state === 'intended' || state === 'requested' || state === 'accepted'

/**
 * Waits until a reversal has come to an end, has to wait, or one try of it is over; at most for
 * `patienceMs`.
 */
export const awaitReversal = async (
  ctx: PaymentsContext,
  { id }: ReversalRow,
  patienceMs: number,
): Promise<ReversalRow> => {
  const giveUpAt = Date.now() + patienceMs
  let wasTried = false
  const stopListening = ctx.signals.on(REVERSAL_SIGNAL, (tried) => {
    wasTried ||= tried === id
  })
  try {
    for (;;) {
      const isLastLook = wasTried || Date.now() >= giveUpAt
      const latest = await getReversal(ctx.ledger.query, id)
      if (!isUnderWay(latest) || isLastLook) return latest
      await ctx.signals.next(REVERSAL_SIGNAL, id, Math.min(giveUpAt - Date.now(), 250))
    }
  } finally {
    stopListening()
  }
}
