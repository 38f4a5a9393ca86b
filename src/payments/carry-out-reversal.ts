import { formatHondurasTime, startOfHondurasDay } from '../contract/honduras-time.ts'
import type { PaymentObject } from '../contract/payment.ts'
import type { Gateway } from '../gateway/client.ts'
import type { Failure } from '../gateway/outcomes.ts'
import type { PaymentRow, ReversalRow } from '../ledger/ledger.ts'
import { lockOrder } from '../ledger/orders.ts'
import { findPayment } from '../ledger/payments.ts'
import { findReversal, updateReversal } from '../ledger/reversals.ts'
import { findStore } from '../ledger/stores.ts'
import type { ReversalRefusal } from '../ledger/tables.ts'
import { addMs } from '../platform/clock.ts'
import { formatMoney, moneyFromMinor } from '../platform/money.ts'
import { orderLog, type PaymentsContext, REVERSAL_SIGNAL, WORK_SIGNAL } from './context.ts'
import { closeProblem, openProblem } from './problems.ts'
import { recordObservation } from './record-observation.ts'
import { observePayment } from './rules/observe.ts'
import { aboutReversal, noteReversal } from './settle-reversals.ts'
import { failedAtGateway, type TaskOutcome } from './task-outcome.ts'

/**
 * Gives money back at the gateway (design, flow 5): all of an untouched charge by a void, and by a
 * refund once the void is refused; a part by a refund. The intent was committed before. After a try
 * whose answer was lost the payment is read first, and asked for again only when it shows nothing.
 */
export const carryOutReversal = async (
  ctx: PaymentsContext,
  { reversalId }: { reversalId: string },
): Promise<TaskOutcome> => {
  const reversal = await findReversal(ctx.ledger.query, reversalId)
  const payment = reversal && (await findPayment(ctx.ledger.query, reversal.payment_id))
  const store = payment && (await findStore(ctx.ledger.query, payment.store_id))
  if (!reversal || !payment?.transaction_id || !store || isEnded(reversal)) return DONE
  const gateway = ctx.gatewayOf(store, payment.order_id)
  const work: Work = {
    ctx,
    gateway,
    payment,
    transactionId: payment.transaction_id,
    mayBeDone: isAsked(reversal),
  }
  const outcome = await tryOnce(work, reversal)
  ctx.signals.send(REVERSAL_SIGNAL, reversalId)
  ctx.signals.send(WORK_SIGNAL)
  return outcome
}

interface Work {
  ctx: PaymentsContext
  gateway: Gateway
  payment: PaymentRow
  transactionId: string
  /** An earlier try got no answer: what the gateway refuses now, it may have done then. */
  mayBeDone: boolean
}

const DONE: TaskOutcome = { outcome: 'done' }

/** In flight when a process was killed, or its answer lost. */
const isAsked = ({ state }: ReversalRow): boolean => state === 'requested' || state === 'unknown'

const isEnded = ({ state }: ReversalRow): boolean => state === 'done' || state === 'refused'

/** So long after a call whose answer was lost, the gateway has done its work or never will. */
const SHOWS_WITHIN_MS = 60_000

const tryOnce = async (work: Work, reversal: ReversalRow): Promise<TaskOutcome> => {
  const { ctx } = work
  if (isAsked(reversal)) {
    const read = await readPayment(work)
    if (!read.ok) return read.outcome
    const latest = await latestOf(work, reversal)
    if (isEnded(latest)) return DONE
    const ageMs = ctx.clock.now().getTime() - (reversal.requested_at?.getTime() ?? 0)
    if (ageMs < SHOWS_WITHIN_MS) return retry('its answer was lost, and nothing shows yet')
  }
  const asked = await change(work, reversal, { state: 'requested', requested_at: ctx.clock.now() })
  if (!asked) return DONE
  if (asked.kind === 'refund') return refund(work, asked)
  return voidWhole(work, asked)
}

const retry = (detail: string, retryAfterMs?: number): TaskOutcome => ({
  outcome: 'failed',
  remedy: 'retry',
  detail,
  retryAfterMs,
})

const voidWhole = async (work: Work, reversal: ReversalRow): Promise<TaskOutcome> => {
  const answer = await work.gateway.voidTransaction(
    work.transactionId,
    reversal.reason ?? undefined,
  )
  switch (answer.outcome) {
    case 'voided':
      return recordEnd(work, reversal, answer.payment)
    case 'not-voidable': {
      // Settled, or somebody was first: the contract tells these apart by prose alone.
      const read = await readAfterRefusal(work, reversal)
      if (!read.ok) return read.outcome
      const refundable = await change(work, reversal, { kind: 'refund', state: 'requested' })
      return refundable ? refund(work, refundable) : DONE
    }
    default:
      return failed(work, reversal, answer)
  }
}

const refund = async (work: Work, reversal: ReversalRow): Promise<TaskOutcome> => {
  const amount = formatMoney(moneyFromMinor(reversal.amount_minor, reversal.currency))
  const answer = await work.gateway.refundTransaction(work.transactionId, {
    amount,
    reason: reversal.reason ?? undefined,
  })
  switch (answer.outcome) {
    case 'refunded':
      return recordEnd(work, reversal, answer.payment)
    case 'not-refundable':
      return notNow(work, reversal, answer.words)
    case 'amount-refused': {
      const read = await readAfterRefusal(work, reversal)
      if (!read.ok) return read.outcome
      return refuse(work, reversal, { code: 'above_rest', words: answer.words })
    }
    default:
      return failed(work, reversal, answer)
  }
}

/** The gateway has done it: the payment as its answer shows it, or else as it is read. */
const recordEnd = async (
  work: Work,
  reversal: ReversalRow,
  shown: PaymentObject | undefined,
): Promise<TaskOutcome> => {
  const isThisOne = shown?.transaction_id === work.transactionId
  if (shown && isThisOne) await record(work, shown)
  if (isEnded(await latestOf(work, reversal))) return DONE
  const read = await readPayment(work)
  if (!read.ok) return read.outcome
  return isEnded(await latestOf(work, reversal))
    ? DONE
    : retry('the gateway accepted it and does not show it yet')
}

/**
 * Too early, or refused by the processor: only prose tells (4.7). What can be known is whether the
 * day's settlement has passed; before it, refusing is the rule. Afterwards it is tried for two
 * weeks, because a window that has not opened looks the same as one that never will.
 */
const notNow = async (work: Work, reversal: ReversalRow, words: string[]): Promise<TaskOutcome> => {
  const read = await readAfterRefusal(work, reversal)
  if (!read.ok) return read.outcome
  const now = work.ctx.clock.now()
  if (now > addMs(reversal.created_at, GIVE_UP_AFTER_MS)) {
    return refuse(work, reversal, { code: 'refused_by_gateway', words })
  }
  const refusal: ReversalRefusal = { code: 'not_refundable_yet', words }
  const waiting = await change(work, reversal, {
    state: 'waiting',
    refusal: JSON.stringify(refusal),
  })
  if (!waiting) return DONE
  if (reversal.refusal?.code !== 'not_refundable_yet') {
    await noteReversal(work.ctx.ledger.query, waiting, { kind: 'reversal_waiting', now })
  }
  if (now >= settlementOf(work.payment.paid_at ?? now)) {
    // Before the day's settlement it is the rule; from then on a person should know.
    await openProblem(work.ctx.ledger.query, {
      ...aboutReversal(waiting, now),
      kind: 'refund_not_accepted_yet',
      details: problemDetails(waiting, words),
    })
  }
  const nextTry = nextTryAfter(now, { paidAt: work.payment.paid_at, since: reversal.created_at })
  return retry(`not refundable yet: ${words.join(' ')}`, nextTry.getTime() - now.getTime())
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const GIVE_UP_AFTER_MS = 14 * DAY_MS
const AFTER_MIDNIGHT_MS = 15 * 60_000

/** After the day's settlement at first, then every hour of a day, then once a day. */
const nextTryAfter = (now: Date, { paidAt, since }: { paidAt: Date | null; since: Date }): Date => {
  const settlement = settlementOf(paidAt ?? now)
  if (now < settlement) return settlement
  const ageMs = now.getTime() - since.getTime()
  return addMs(now, ageMs < 2 * DAY_MS ? HOUR_MS : DAY_MS)
}

/** When a charge is settled by all we know: a little after the end of its Honduras day (3). */
const settlementOf = (paidAt: Date): Date => addMs(endOfHondurasDay(paidAt), AFTER_MIDNIGHT_MS)

const endOfHondurasDay = (instant: Date): Date => {
  const start = startOfHondurasDay(formatHondurasTime(instant).slice(0, 10))
  return addMs(start ?? instant, DAY_MS)
}

const failed = async (
  work: Work,
  reversal: ReversalRow,
  failure: Failure,
): Promise<TaskOutcome> => {
  if (failure.outcome === 'unreachable') {
    const state = failure.effect === 'none' && !work.mayBeDone ? 'intended' : 'unknown'
    const latest = await change(work, reversal, { state })
    if (latest) {
      const now = work.ctx.clock.now()
      await noteReversal(work.ctx.ledger.query, latest, { kind: 'reversal_unknown', now })
    }
    return failedAtGateway(failure)
  }
  if (failure.outcome === 'unauthorized') return waitForKey(work, reversal)
  const words = failure.outcome === 'refused' ? Object.values(failure.fields).flat() : []
  return refuse(work, reversal, { code: 'refused_by_gateway', words: [failure.outcome, ...words] })
}

/** The key is wrong, or may not give money back (5): a person corrects that, and it goes on. */
const waitForKey = async (work: Work, reversal: ReversalRow): Promise<TaskOutcome> => {
  const refusal: ReversalRefusal = { code: 'key_refused', words: [] }
  const waiting = await change(work, reversal, {
    state: 'waiting',
    refusal: JSON.stringify(refusal),
  })
  if (!waiting) return DONE
  const { query } = work.ctx.ledger
  const now = work.ctx.clock.now()
  if (reversal.refusal?.code !== refusal.code) {
    await noteReversal(query, waiting, { kind: 'reversal_waiting', now })
  }
  await openProblem(query, {
    ...aboutReversal(waiting, now),
    kind: 'refund_not_accepted_yet',
    details: problemDetails(waiting, ['the gateway does not accept the key for this']),
  })
  return retry('gateway: unauthorized', HOUR_MS)
}

const refuse = async (
  work: Work,
  reversal: ReversalRow,
  refusal: ReversalRefusal,
): Promise<TaskOutcome> => {
  const refused = await change(work, reversal, {
    state: 'refused',
    refusal: JSON.stringify(refusal),
  })
  const now = work.ctx.clock.now()
  if (!refused) return DONE
  const { query } = work.ctx.ledger
  await noteReversal(query, refused, { kind: 'reversal_refused', now })
  const about = aboutReversal(refused, now)
  await closeProblem(query, { ...about, kind: 'refund_not_accepted_yet' })
  const details = problemDetails(refused, refusal.words)
  await openProblem(query, { ...about, kind: 'refund_refused', details })
  return DONE
}

const problemDetails = (reversal: ReversalRow, words: string[]) => ({
  refund: reversal.id,
  amount: formatMoney(moneyFromMinor(reversal.amount_minor, reversal.currency)),
  currency: reversal.currency,
  words,
})

/** Changes a reversal under its order's lock; `undefined` when it came to an end meanwhile. */
const change = (
  { ctx }: Work,
  reversal: ReversalRow,
  changes: Parameters<typeof updateReversal>[2],
): Promise<ReversalRow | undefined> =>
  ctx.ledger.query.transaction().execute(async (trx) => {
    await lockOrder(trx, reversal.order_id)
    const latest = await findReversal(trx, reversal.id)
    if (!latest || isEnded(latest)) return undefined
    return updateReversal(trx, reversal.id, { ...changes, updated_at: ctx.clock.now() })
  })

const latestOf = async ({ ctx }: Work, reversal: ReversalRow): Promise<ReversalRow> =>
  (await findReversal(ctx.ledger.query, reversal.id)) ?? reversal

/**
 * Reads the payment after a refusal. What it shows then is somebody else's doing, unless an earlier
 * try of ours got no answer.
 */
const readAfterRefusal = async (work: Work, reversal: ReversalRow) => {
  if (!work.mayBeDone) await change(work, reversal, { state: 'intended' })
  return readPayment(work)
}

const readPayment = async (
  work: Work,
): Promise<{ ok: true } | { ok: false; outcome: TaskOutcome }> => {
  const id = work.payment.gateway_payment_id
  if (id === null) return { ok: true }
  const answer = await work.gateway.getPayment(Number(id))
  if (answer.outcome !== 'found') return { ok: false, outcome: failedAtGateway(answer) }
  await record(work, answer.payment)
  return { ok: true }
}

const record = async ({ ctx, payment }: Work, shown: PaymentObject): Promise<void> => {
  const observed = observePayment(shown)
  const log = orderLog(ctx.log, { id: payment.order_id, store_id: payment.store_id })
  if (observed.kind === 'unreadable') {
    log.error({ payment: payment.id, detail: observed.detail }, 'payment is unreadable')
    return
  }
  const now = ctx.clock.now()
  await ctx.ledger.query
    .transaction()
    .execute((trx) =>
      recordObservation(trx, { orderId: payment.order_id, paymentId: payment.id, observed, now }),
    )
}
