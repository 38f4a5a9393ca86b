import type { RefundRow } from '../../db/db.ts'
import { findPayment } from '../../db/payments.ts'
import { refundEventsOf } from '../../db/refund-events.ts'
import { refundsOfOrder } from '../../db/refunds.ts'
import type { RefundDoubt, RefundReading } from '../../db/tables/refunds.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import { openOrRefreshAlert } from '../alerts/alerts.ts'
import { aboutRefund } from '../orders/refund-transitions.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'
import { refundDetails } from './refund-details.ts'
import { type RefundWork, type ShownRefunds, transition } from './refund-work.ts'
import { decideRepeat, hasUnexplainedChange, unansweredSends } from './rules/repeat-refund.ts'
import { readAgain } from './try-again.ts'

const HOUR_MS = 60 * 60_000
/** A look every hour for a day; what it does not show by then it may show at some time all the same. */
const READINGS_KEPT = 12
const SHOWS_RARELY_MS = 6 * HOUR_MS

/**
 * What is done about a refund that got no answer and that the payment, as it was just shown, does not
 * show. `undefined`: it is sent once more.
 */
export const weighDoubt = async (
  work: RefundWork,
  refund: RefundRow,
  shown: ShownRefunds,
): Promise<TaskOutcome | undefined> => {
  const { ctx } = work
  const now = ctx.clock.now()
  const payment = await findPayment(ctx.db.query, refund.payment_id)
  const reading: RefundReading = {
    at: now.toISOString(),
    state: shown.state,
    refunded_amount: formatMoney(moneyFromMinor(shown.refunded_minor, refund.currency)),
    // An older sum than one that was shown before proves nothing.
    is_explained: shown.refunded_minor === payment?.refunded_minor,
  }
  const read = await transition(work, refund, ({ readings }) => ({
    readings: [...readings, reading].slice(-READINGS_KEPT),
  }))
  if ('ends' in read) return read.ends
  const { refund: latest } = read
  if (latest.needs_attention) return leaveToPerson(work, latest, latest.needs_attention)
  if (await isChangedUnexplained(work, latest)) {
    return leaveToPerson(work, latest, 'changed_unexplained')
  }
  const decided = decideRepeat({ sends: latest.sends, readings: latest.readings, now })
  switch (decided.decision) {
    case 'repeat':
      return undefined
    case 'needs-attention':
      return leaveToPerson(work, latest, 'unanswered_twice')
    case 'look-again':
      return readAgain('it got no answer, and the payment does not show it', decided.afterMs)
  }
}

const isChangedUnexplained = async (
  { ctx, payment }: RefundWork,
  refund: RefundRow,
): Promise<boolean> => {
  const [first] = unansweredSends(refund.sends)
  if (!first) return false
  const { query } = ctx.db
  const refunds = await refundsOfOrder(query, payment.order_id)
  const told = await refundEventsOf(query, [payment.id])
  const done = refunds.filter(
    ({ payment_id, state, kind }) =>
      payment_id === payment.id && state === 'succeeded' && kind === 'refund',
  )
  return hasUnexplainedChange(done, {
    toldMinor: told.map(({ amount_minor }) => amount_minor),
    since: new Date(first.at),
  })
}

/**
 * Puts a refund of which nobody knows whether it was made before a person, and sends it no more by
 * itself. The payment is still read: should it show the refund, all is well.
 */
export const leaveToPerson = async (
  work: RefundWork,
  refund: RefundRow,
  because: RefundDoubt,
): Promise<TaskOutcome> => {
  const { ctx } = work
  const now = ctx.clock.now()
  const left = await transition(work, refund, { state: 'unknown', needs_attention: because })
  if ('ends' in left) return left.ends
  const { refund: doubtful } = left
  await openOrRefreshAlert(ctx.db.query, {
    ...aboutRefund(doubtful, now),
    kind: 'refund_not_shown',
    details: { ...refundDetails(work, doubtful, [WORDS[because]]), because },
  })
  const lastMs = Date.parse(doubtful.sends.at(-1)?.at ?? '') || doubtful.created_at.getTime()
  const isOld = now.getTime() - lastMs > READINGS_KEPT * HOUR_MS
  return readAgain(WORDS[because], isOld ? SHOWS_RARELY_MS : HOUR_MS)
}

const WORDS: Record<RefundDoubt, string> = {
  unanswered_twice: 'the gateway did not answer twice, and its payment does not show it',
  changed_unexplained: 'what was refunded has changed by an amount that nobody explains',
  refused_unexplained: 'the gateway refused its repetition, perhaps because it was made before',
}
