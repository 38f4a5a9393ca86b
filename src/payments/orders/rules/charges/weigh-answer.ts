import type { PaymentRow } from '../../../../db/db.ts'
import { hasCharge, type PaymentStatus, wasCharged } from '../advance.ts'

/** Minimum time between two contradictions that count. */
export const REPEATED_AFTER_MS = 10_000

/**
 * Evidence of a `GET /payments/{id}` response about a charge. `silent`: none, because the `GET`
 * began before Puente applied the charge. `doubts`: a first contradiction, or one repeated too
 * soon. `contradicts`: a later one.
 */
export type AnswerWeight = 'silent' | 'agrees' | 'doubts' | 'contradicts'

/** `polled`: payment row from before the `GET`. `known`: current row. */
export const weighAnswer = (about: {
  polled: Pick<PaymentRow, 'state'>
  known: Pick<PaymentRow, 'state' | 'charge_check'>
  shown: Pick<PaymentStatus, 'state'>
  now: Date
}): AnswerWeight => {
  const { polled, known, shown, now } = about
  if (wasCharged(shown.state)) return 'agrees'
  if (!hasCharge(polled) || !hasCharge(known)) return 'silent'
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
