import { createHash } from 'node:crypto'
import { isPaymentState } from '../contract/payment-states.ts'
import type { LedgerQuery, PaymentRow, ReversalRow } from '../ledger/ledger.ts'
import { getOrder } from '../ledger/orders.ts'
import { insertReversal, reversalsOfOrder, updateReversal } from '../ledger/reversals.ts'
import { findStore } from '../ledger/stores.ts'
import { addToTimeline, type TimelineKind } from '../ledger/timeline.ts'
import { addMs } from '../platform/clock.ts'
import { formatMoney, moneyFromMinor } from '../platform/money.ts'
import { planToTell } from './follow-ups.ts'
import { closeProblem } from './problems.ts'
import { wasCharged } from './rules/advance.ts'
import { matchReversals, type ReversalFacts } from './rules/match-reversals.ts'
import type { ReversalOfOrder } from './rules/plan-reversal.ts'

/**
 * Brings the reversals of a payment in line with what the gateway shows of it: ours are done, what
 * the merchant did in the portal is added, what nothing is left for ends. The order's lock is held.
 */
export const settleReversals = async (
  trx: LedgerQuery,
  { payment, toldMinor, now }: { payment: PaymentRow; toldMinor: readonly bigint[]; now: Date },
): Promise<void> => {
  if (!isPaymentState(payment.state) || !wasCharged(payment.state)) return
  const reversals = await reversalsOfPayment(trx, payment)
  const match = matchReversals(
    {
      state: payment.state,
      totalMinor: chargedMinor(payment),
      refundedMinor: payment.refunded_minor,
      toldMinor,
    },
    reversals.map(reversalFacts),
  )
  for (const { id, kind } of match.done) {
    const done = await updateReversal(trx, id, {
      kind,
      state: 'done',
      refusal: null,
      done_at: now,
      updated_at: now,
    })
    await noteReversal(trx, done, { kind: 'reversal_done', now })
    await closeReversalProblems(trx, done, now)
  }
  for (const { kind, amountMinor } of match.found) {
    const found = await insertReversal(trx, {
      // The sum that it brings about names it: seen again, it would be the same one.
      id: foundId(payment, kind),
      store_id: payment.store_id,
      order_id: payment.order_id,
      payment_id: payment.id,
      origin: 'portal',
      kind,
      amount_minor: amountMinor,
      currency: payment.currency,
      state: 'done',
      created_at: now,
      updated_at: now,
      done_at: now,
    })
    await noteReversal(trx, found, { kind: 'reversal_found', now })
  }
  for (const id of match.impossible) {
    const refusal = { code: 'given_back_already', words: [] } as const
    const refused = await updateReversal(trx, id, {
      state: 'refused',
      refusal: JSON.stringify(refusal),
      updated_at: now,
    })
    await noteReversal(trx, refused, { kind: 'reversal_refused', now })
    await closeReversalProblems(trx, refused, now)
  }
}

/** Ends a reversal that only waits; the order's lock is held. */
export const withdraw = async (
  trx: LedgerQuery,
  { id }: ReversalRow,
  now: Date,
): Promise<ReversalRow> => {
  const changes = { state: 'withdrawn', refusal: null, updated_at: now } as const
  const withdrawn = await updateReversal(trx, id, changes)
  await noteReversal(trx, withdrawn, { kind: 'reversal_withdrawn', now })
  await closeReversalProblems(trx, withdrawn, now)
  return withdrawn
}

/** What the customer was charged: tax, fee and tip included. */
export const chargedMinor = (payment: PaymentRow): bigint =>
  payment.total_minor ?? payment.amount_minor

/** A reversal among all those of its order. */
export const reversalOfOrderFacts = (reversal: ReversalRow): ReversalOfOrder => ({
  ...reversalFacts(reversal),
  paymentId: reversal.payment_id,
})

export const reversalsOfPayment = async (
  trx: LedgerQuery,
  payment: PaymentRow,
): Promise<ReversalRow[]> =>
  (await reversalsOfOrder(trx, payment.order_id)).filter(
    ({ payment_id }) => payment_id === payment.id,
  )

export const reversalFacts = (reversal: ReversalRow): ReversalFacts => ({
  id: reversal.id,
  kind: reversal.kind,
  state: reversal.state,
  amountMinor: reversal.amount_minor,
})

/** A reversal as the thing that a problem is about. */
export const aboutReversal = ({ id, store_id, order_id }: ReversalRow, now: Date) => ({
  storeId: store_id,
  orderId: order_id,
  subject: id,
  now,
})

/** A reversal has come to its end: nobody has to look after it any more. */
export const closeReversalProblems = async (
  trx: LedgerQuery,
  reversal: ReversalRow,
  now: Date,
): Promise<void> => {
  for (const kind of ['refund_not_accepted_yet', 'refund_not_shown'] as const) {
    await closeProblem(trx, { ...aboutReversal(reversal, now), kind })
  }
}

/** One line of the timeline about a reversal. */
export const noteReversal = async (
  trx: LedgerQuery,
  reversal: ReversalRow,
  { kind, now }: { kind: TimelineKind; now: Date },
): Promise<void> => {
  await addToTimeline(trx, {
    at: now,
    order_id: reversal.order_id,
    payment_id: reversal.payment_id,
    kind,
    details: {
      reversal: reversal.id,
      kind: reversal.kind,
      origin: reversal.origin,
      amount: formatMoney(moneyFromMinor(reversal.amount_minor, reversal.currency)),
      currency: reversal.currency,
      ...(reversal.refusal
        ? { refusal: reversal.refusal.code, words: reversal.refusal.words }
        : {}),
    },
  })
  if (kind === 'reversal_withdrawn' || kind === 'reversal_refused') {
    await tellOfFailure(trx, reversal, now)
  }
}

/** The plugin of WooCommerce hears a refusal itself, and takes its row away within seconds. */
const PLUGIN_HEARS_FIRST_MS = 2 * 60_000

/**
 * A store of a platform has written down a refund that comes to nothing after all. Other shops read
 * it from the refund that they have asked for.
 */
const tellOfFailure = async (
  trx: LedgerQuery,
  { id, state, origin, order_id, store_id }: ReversalRow,
  now: Date,
): Promise<void> => {
  if (origin !== 'store') return
  const store = await findStore(trx, store_id)
  if (!store || store.platform === 'headless') return
  const order = await getOrder(trx, order_id)
  const announcement = {
    type: 'order.updated' as const,
    paymentId: order.current_payment_id,
    key: `order.updated:${id}:${state}`,
  }
  const runAt = store.platform === 'woocommerce' ? addMs(now, PLUGIN_HEARS_FIRST_MS) : now
  await planToTell(trx, order, { announcement, now, runAt })
}

const foundId = (payment: PaymentRow, kind: string): string => {
  const sum = `${payment.id}:${kind}:${payment.refunded_minor}`
  return `ref_${createHash('sha256').update(sum).digest('hex').slice(0, 26)}`
}
