import type { RefundRow } from '../../db/db.ts'
import type { RefundRefusal } from '../../db/tables/refunds.ts'
import { addMs } from '../../runtime/clock.ts'
import { addLine } from '../orders/change-held.ts'
import type { HeldOrder } from '../orders/held-order.ts'
import { lineOfRefund } from '../orders/refund-transitions.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'
import { endTry, type RefundWork } from './refund-work.ts'
import { refuseRefund } from './refuse-refund.ts'

const GIVE_UP_AFTER_MS = 14 * 24 * 60 * 60_000

/**
 * Records why a refund cannot proceed. After two weeks in `waiting` it fails. `end` adds alerts and
 * returns the next try.
 */
export const wait = async (
  work: RefundWork,
  refund: RefundRow,
  { state, refusal }: { state: 'waiting' | 'unknown' | 'accepted'; refusal: RefundRefusal },
  end: (held: HeldOrder, waiting: RefundRow) => TaskOutcome,
): Promise<TaskOutcome> => {
  const now = work.ctx.clock.now()
  if (state === 'waiting' && now > addMs(refund.created_at, GIVE_UP_AFTER_MS)) {
    const code = refusal.code === 'not_refundable_yet' ? 'refused_by_gateway' : refusal.code
    return refuseRefund(work, refund, { ...refusal, code })
  }
  return endTry(work, refund, { state, refusal }, (held, waiting) => {
    const isNew = refund.refusal?.code !== refusal.code
    if (isNew) addLine(held, lineOfRefund(waiting, 'refund_waiting'))
    return end(held, waiting)
  })
}
