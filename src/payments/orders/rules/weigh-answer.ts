import type { PaymentRow } from '../../../db/db.ts'
import { type PaymentStatus, wasCharged } from './advance.ts'
import { wasTaken } from './was-taken.ts'

/** An answer that contradicts a charge counts once it is repeated so long after the first one. */
export const REPEATED_AFTER_MS = 10_000

/**
 * What an answer to `GET /payments/{id}` says of a charge. `silent`: the charge was not applied before
 * the `GET` began, so that an older answer proves nothing. `doubts`: it contradicts the charge for the
 * first time, or again too soon. `contradicts`: it does so again.
 */
export type AnswerWeight = 'silent' | 'agrees' | 'doubts' | 'contradicts'

/** `asked`: the payment as it was before the `GET` began. `known`: as it is now. */
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
