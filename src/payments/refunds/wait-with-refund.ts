import { formatHondurasTime, startOfHondurasDay } from '../../contract/honduras-time.ts'
import type { RefundRow } from '../../db/db.ts'
import { lockOrder } from '../../db/orders.ts'
import { paymentsOfOrder } from '../../db/payments.ts'
import { findRefund, updateRefund } from '../../db/refunds.ts'
import type { RefundRefusal } from '../../db/tables/refunds.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { addMs } from '../../runtime/clock.ts'
import { closeAlert, openAlert } from '../alerts/alerts.ts'
import { aboutRefund, closeRefundAlerts, recordRefundStep } from '../orders/match-refunds.ts'
import { applyDerivedStatus } from '../orders/record-observation.ts'
import { isOver } from '../orders/rules/refund-states.ts'
import { failedAtGateway, type TaskOutcome } from '../task-outcome.ts'
import { changeRefund, endOfLostTry, mayBeDone, type RefundWork } from './refund-work.ts'
import { canBeCancelledAfterDoubt } from './rules/repeat-refund.ts'

const DONE: TaskOutcome = { outcome: 'done' }
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const GIVE_UP_AFTER_MS = 14 * DAY_MS
/** The settlement of a day takes the gateway some minutes: from then on, a refusal is news. */
const SETTLES_WITHIN_MS = 15 * MINUTE_MS
/** Whoever asked for a refund just now may be looking. */
const OFTEN_AT_FIRST_MS = 15 * MINUTE_MS
const MEANWHILE_MS = 15 * MINUTE_MS
/** Events are tried for less than two hours (6.5): after a day nothing comes by itself any more. */
const SHOWN_WITHIN_MS = DAY_MS

export const tryAgain = (detail: string, retryAfterMs?: number): TaskOutcome => ({
  outcome: 'failed',
  retry: 'retry',
  detail,
  retryAfterMs,
})

/** Another look after `afterMs`, a little more or less, however often it was tried. */
export const lookAgain = (detail: string, afterMs: number): TaskOutcome => ({
  outcome: 'failed',
  retry: 'retry',
  detail,
  retryAfterMs: afterMs,
  waitsMs: [afterMs],
})

/**
 * Too early, or refused by the processor: only prose tells (4.7), unless the processor's own fields
 * are there. What can be known is whether the charge is settled, by the day's end or by a refused
 * void; before it, refusing a refund is the rule, and afterwards a person should know of the words
 * at once. It is tried for two weeks, because a window that has not opened looks the same as one
 * that never will.
 */
export const waitForWindow = async (
  work: RefundWork,
  refund: RefundRow,
  { words, isProblem }: { words: string[]; isProblem: boolean },
): Promise<TaskOutcome> => {
  const now = work.ctx.clock.now()
  const refusal: RefundRefusal = { code: 'not_refundable_yet', words }
  const ending = await wait(work, refund, { state: 'waiting', refusal })
  if (ending) return ending
  const { query } = work.ctx.db
  const about = aboutRefund(refund, now)
  await closeAlert(query, { ...about, kind: 'refund_not_shown' })
  const paidAt = work.payment.paid_at
  if (isProblem || now >= settlementOf(paidAt ?? now)) {
    const details = refundDetails(work, refund, words)
    await openAlert(query, { ...about, kind: 'refund_not_accepted_yet', details })
  }
  return {
    outcome: 'failed',
    retry: 'retry',
    detail: `not refundable yet: ${words.join(' ')}`,
    retryAfterMs: untilNextTry(now, { paidAt, since: refund.created_at }),
    // As planned, however often it was tried: the window does not open later for that.
    waitsMs: [0],
  }
}

/**
 * When the window opens is not shown (4.7); the day's settlement is what opens it as a rule. So it is
 * tried every minute for a while after the refund was asked for and after the day's end, seldom before that end, and
 * then every hour of two days, and once a day.
 */
const untilNextTry = (
  now: Date,
  { paidAt, since }: { paidAt: Date | null; since: Date },
): number => {
  const ageMs = now.getTime() - since.getTime()
  const sinceDayMs = now.getTime() - endOfHondurasDay(paidAt ?? now).getTime()
  if (ageMs < OFTEN_AT_FIRST_MS) return MINUTE_MS
  if (sinceDayMs < 0) return Math.min(MEANWHILE_MS, -sinceDayMs)
  if (sinceDayMs < 2 * SETTLES_WITHIN_MS) return MINUTE_MS
  return ageMs < 2 * DAY_MS ? HOUR_MS : DAY_MS
}

/** When a charge is settled by all we know: a little after the end of its Honduras day (3). */
const settlementOf = (paidAt: Date): Date => addMs(endOfHondurasDay(paidAt), SETTLES_WITHIN_MS)

const endOfHondurasDay = (instant: Date): Date => {
  const start = startOfHondurasDay(formatHondurasTime(instant).slice(0, 10))
  return addMs(start ?? instant, DAY_MS)
}

/** The work is done, or may be: what shows it comes by an event or when the payment is read. */
export const waitToBeShown = async (work: RefundWork, refund: RefundRow): Promise<TaskOutcome> => {
  const { ctx } = work
  const now = ctx.clock.now()
  const isAccepted = refund.state === 'accepted'
  const since = refund.accepted_at ?? refund.requested_at ?? refund.created_at
  const detail = isAccepted
    ? 'the gateway accepted it, and its payment does not show it yet'
    : 'its answer was lost, and the payment does not tell whether it was done'
  if (now < addMs(since, SHOWN_WITHIN_MS)) return tryAgain(detail)
  await openAlert(ctx.db.query, {
    ...aboutRefund(refund, now),
    kind: 'refund_not_shown',
    details: refundDetails(work, refund, [detail]),
  })
  return tryAgain(detail, 6 * HOUR_MS)
}

/** Whether a person who has looked may take a reversal back that the gateway was asked for. */
export const isOverdueToBeShown = (refund: RefundRow, now: Date): boolean => {
  const { state, accepted_at, requested_at, created_at } = refund
  if (refund.needs_attention && canBeCancelledAfterDoubt(refund.sends, now)) return true
  const isUncertain = state === 'accepted' || state === 'unknown'
  return isUncertain && now >= addMs(accepted_at ?? requested_at ?? created_at, SHOWN_WITHIN_MS)
}

const REFUSALS = {
  unauthorized: { code: 'key_refused', words: 'the gateway does not accept the key for this' },
  'not-found': {
    code: 'not_found_at_gateway',
    words: 'the gateway does not know the payment by this key',
  },
  refused: { code: 'unreadable_at_gateway', words: 'the gateway refuses to show the payment' },
} as const satisfies Record<string, { code: RefundRefusal['code']; words: string }>

/**
 * The key is wrong or may not do this, or does not know the payment (5, 7): a person corrects that,
 * and it goes on. What may have been done stays so.
 */
export const waitForPerson = async (
  work: RefundWork,
  refund: RefundRow,
  failure: Failure,
): Promise<TaskOutcome> => {
  if (failure.outcome === 'unreachable') return failedAtGateway(failure)
  const { code, words } = REFUSALS[failure.outcome]
  return waitFor(work, refund, { code, words: [words] })
}

/** Without its id a charge can neither be voided nor refunded (4.5). */
export const waitForTransaction = (work: RefundWork, refund: RefundRow): Promise<TaskOutcome> =>
  waitFor(work, refund, {
    code: 'transaction_not_shown',
    words: ['the gateway has shown no transaction of this payment'],
  })

const waitFor = async (
  work: RefundWork,
  refund: RefundRow,
  refusal: RefundRefusal,
): Promise<TaskOutcome> => {
  const state = refund.accepted_at ? 'accepted' : mayBeDone(refund) ? 'unknown' : 'waiting'
  const ending = await wait(work, refund, { state, refusal })
  if (ending) return ending
  const now = work.ctx.clock.now()
  await openAlert(work.ctx.db.query, {
    ...aboutRefund(refund, now),
    kind: state === 'waiting' ? 'refund_not_accepted_yet' : 'refund_not_shown',
    details: refundDetails(work, refund, refusal.words),
  })
  return tryAgain(refusal.words.join(' '), HOUR_MS)
}

/**
 * A wish that has waited for two weeks ends; what may have been done does not. Returns how the task
 * ends, if it ends here.
 */
const wait = async (
  work: RefundWork,
  refund: RefundRow,
  { state, refusal }: { state: 'waiting' | 'unknown' | 'accepted'; refusal: RefundRefusal },
): Promise<TaskOutcome | undefined> => {
  const now = work.ctx.clock.now()
  if (state === 'waiting' && now > addMs(refund.created_at, GIVE_UP_AFTER_MS)) {
    const code = refusal.code === 'not_refundable_yet' ? 'refused_by_gateway' : refusal.code
    return refuseRefund(work, refund, { ...refusal, code })
  }
  const changes = { state, refusal: JSON.stringify(refusal) }
  const waiting = await changeRefund(work, refund, changes)
  if (!waiting) return endOfLostTry(work, refund)
  if (refund.refusal?.code !== refusal.code) {
    await recordRefundStep(work.ctx.db.query, waiting, { kind: 'refund_waiting', now })
  }
  return undefined
}

/** The gateway will not do it: a person is told, and the order is free for other wishes. */
export const refuseRefund = async (
  work: RefundWork,
  { id, order_id: orderId }: RefundRow,
  refusal: RefundRefusal,
): Promise<TaskOutcome> => {
  const { ctx } = work
  const now = ctx.clock.now()
  await ctx.db.query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const latest = await findRefund(trx, id)
    if (!latest || isOver(latest)) return
    const changes = { refusal: JSON.stringify(refusal), updated_at: now }
    const refused = await updateRefund(trx, id, { state: 'failed', ...changes })
    await recordRefundStep(trx, refused, { kind: 'refund_failed', now })
    await closeRefundAlerts(trx, refused, now)
    const details = refundDetails(work, refused, refusal.words)
    await openAlert(trx, { ...aboutRefund(refused, now), kind: 'refund_refused', details })
    // What the store's policy wants given back besides has its turn now.
    const payments = await paymentsOfOrder(trx, orderId)
    await applyDerivedStatus(trx, { order, before: payments, after: payments, now })
  })
  return DONE
}

/** What an alert about a refund says: which one, what was asked and when, and what the gateway showed. */
export const refundDetails = (
  { payment }: Pick<RefundWork, 'payment'>,
  { id, amount_minor, currency, sends, readings }: RefundRow,
  words: string[],
) => ({
  refund: id,
  amount: formatMoney(moneyFromMinor(amount_minor, currency)),
  currency,
  words,
  payment: payment.id,
  attempt: payment.attempt,
  gateway_payment_id: payment.gateway_payment_id?.toString() ?? null,
  transaction_id: payment.transaction_id,
  asked: sends,
  shown: readings.map(({ at, state, refunded_amount }) => ({ at, state, refunded_amount })),
})
