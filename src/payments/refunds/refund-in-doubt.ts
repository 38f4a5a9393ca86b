import type { RefundRow } from '../../db/db.ts'
import type { RefundDoubt, RefundReading } from '../../db/tables/refunds.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import { openingOrRefreshing } from '../alerts/alerts.ts'
import { aboutHeld, changeAlerts, updateRefund } from '../orders/change-held.ts'
import { type HeldOrder, paymentOf } from '../orders/held-order.ts'
import { type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import { refundDetails } from './refund-details.ts'
import { endTry, type RefundWork, type ShownRefunds, transition } from './refund-work.ts'
import { decideRepeat, hasUnexplainedChange, unansweredSends } from './rules/repeat-refund.ts'

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
  const weighed = await transition(
    work,
    refund,
    ({ readings }, held) => ({
      readings: [...readings, readingOf(held, refund, shown)].slice(-READINGS_KEPT),
    }),
    (held, latest) => {
      const { sends, readings, needs_attention } = latest
      if (needs_attention) return putBeforePerson(held, latest, needs_attention)
      if (isChangedUnexplained(held, latest)) {
        return putBeforePerson(held, latest, 'changed_unexplained')
      }
      const decided = decideRepeat({ sends, readings, now: held.now })
      switch (decided.decision) {
        case 'repeat':
          return undefined
        case 'needs-attention':
          return putBeforePerson(held, latest, 'unanswered_twice')
        case 'look-again':
          return readAgain('it got no answer, and the payment does not show it', decided.afterMs)
      }
    },
  )
  return 'ends' in weighed ? weighed.ends : undefined
}

const readingOf = (
  held: HeldOrder,
  { payment_id, currency }: RefundRow,
  { state, refunded_minor }: ShownRefunds,
): RefundReading => ({
  at: held.now.toISOString(),
  state,
  refunded_amount: formatMoney(moneyFromMinor(refunded_minor, currency)),
  // An older sum than one that was shown before proves nothing.
  is_explained: refunded_minor === paymentOf(held, payment_id).refunded_minor,
})

const isChangedUnexplained = (
  { refunds, refundEvents }: HeldOrder,
  { payment_id: paymentId, sends }: RefundRow,
): boolean => {
  const [first] = unansweredSends(sends)
  if (!first) return false
  const done = refunds.filter(
    ({ payment_id, state, kind }) =>
      payment_id === paymentId && state === 'succeeded' && kind === 'refund',
  )
  const told = refundEvents.filter(({ payment_id }) => payment_id === paymentId)
  const toldMinor = told.map(({ amount_minor }) => amount_minor)
  return hasUnexplainedChange(done, { toldMinor, since: new Date(first.at) })
}

/**
 * Puts a refund of which nobody knows whether it was made before a person, and sends it no more by
 * itself. The payment is still read: should it show the refund, all is well.
 */
export const leaveToPerson = (
  work: RefundWork,
  refund: RefundRow,
  because: RefundDoubt,
): Promise<TaskOutcome> =>
  endTry(work, refund, { state: 'unknown' }, (held, latest) =>
    putBeforePerson(held, latest, because),
  )

const putBeforePerson = (held: HeldOrder, { id }: RefundRow, because: RefundDoubt): TaskOutcome => {
  const doubtful = updateRefund(held, id, { state: 'unknown', needs_attention: because })
  const details = { ...refundDetails(held, doubtful, [WORDS[because]]), because }
  const about = aboutHeld(held, 'refund_not_shown', id)
  changeAlerts(held, openingOrRefreshing({ ...about, details }))
  const lastMs = Date.parse(doubtful.sends.at(-1)?.at ?? '') || doubtful.created_at.getTime()
  const isOld = held.now.getTime() - lastMs > READINGS_KEPT * HOUR_MS
  return readAgain(WORDS[because], isOld ? SHOWS_RARELY_MS : HOUR_MS)
}

const WORDS: Record<RefundDoubt, string> = {
  unanswered_twice: 'the gateway did not answer twice, and its payment does not show it',
  changed_unexplained: 'what was refunded has changed by an amount that nobody explains',
  refused_unexplained: 'the gateway refused its repetition, perhaps because it was made before',
}

/** Another reading after `afterMs`, a little more or less, however often it was tried. */
const readAgain = (detail: string, afterMs: number): TaskOutcome => ({
  ...tryAgain(detail, afterMs),
  waitsMs: [afterMs],
})
