import type { PaymentRow } from '../../../db/db.ts'
import { type PaymentStatus, wasCharged } from './advance.ts'
import { wasTaken } from './was-taken.ts'

/** Minimum time between two contradictions of a charge before they count. */
export const REPEATED_AFTER_MS = 10_000

/**
 * Weight of an answer to `GET /payments/{id}` about a charge. `silent`: the `GET` began before the charge
 * was applied, so the answer is stale. `doubts`: the first contradiction, or a repetition too soon after
 * it. `contradicts`: a later repetition.
 */
export type AnswerWeight = 'silent' | 'agrees' | 'doubts' | 'contradicts'

/** `asked`: the payment row from before the `GET` began. `known`: the current row. */
export const weighAnswer = ({
  asked,
  known,
  shown,
  now,
}: {
  asked: Pick<PaymentRow, 'state'>
  known: Pick<PaymentRow, 'state' | 'charge_check'>
  shown: Pick<PaymentStatus, 'state'>
  now: Date
}): AnswerWeight => {
  if (wasCharged(shown.state)) return 'agrees'
  if (!wasTaken(asked) || !wasTaken(known)) return 'silent'
  const { charge_check: check } = known
  switch (check?.result) {
    case 'contradicted':
      return 'contradicts'
    case 'doubted':
      return now.getTime() - Date.parse(check.at) >= REPEATED_AFTER_MS ? 'contradicts' : 'doubts'
    case 'awaited':
    case 'confirmed':
    case undefined:
      return 'doubts'
  }
}
