import type { Person } from '../../../people/person.ts'
import { MINUTE } from '../../../runtime/clock.ts'
import type { Problem } from '../../../runtime/http/problem.ts'
import { FRESH_MINUTES, FRESH_SIGN_IN_NEEDED, SECOND_FACTOR_NEEDED } from './problems.ts'

const FRESH_MS = FRESH_MINUTES * MINUTE

/** Returns the refusal of a session without a recent sign-in, password or second factor. */
export const staleSignIn = ({
  confirmedAt,
  hasSecondFactor,
}: Pick<Person, 'confirmedAt' | 'hasSecondFactor'>): Problem | undefined => {
  // Sessions ignore the test clock.
  if (Date.now() - confirmedAt.getTime() <= FRESH_MS) return undefined
  return hasSecondFactor ? SECOND_FACTOR_NEEDED : FRESH_SIGN_IN_NEEDED
}
