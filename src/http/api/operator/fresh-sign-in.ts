import type { Person } from '../../../people/person.ts'
import { MINUTE } from '../../../runtime/clock.ts'
import type { Problem } from '../../../runtime/http/problem.ts'
import {
  FRESH_MINUTES,
  FRESH_SIGN_IN_NEEDED,
  SECOND_FACTOR_TO_REFUND,
  secondFactorNeeded,
} from './problems.ts'

type Proof = Pick<Person, 'confirmedAt' | 'hasSecondFactor'>

/** Sessions ignore the test clock. */
const isFresh = ({ confirmedAt }: Proof, minutes: number): boolean =>
  Date.now() - confirmedAt.getTime() <= minutes * MINUTE

/** Returns a problem if the session has no recent sign-in, password or second factor. */
export const staleSignIn = (person: Proof): Problem | undefined => {
  if (isFresh(person, FRESH_MINUTES)) return undefined
  return person.hasSecondFactor ? secondFactorNeeded(FRESH_MINUTES) : FRESH_SIGN_IN_NEEDED
}

/** Returns a problem if the session has no recent second factor. */
export const staleSecondFactor = (person: Proof, minutes: number): Problem | undefined => {
  if (!person.hasSecondFactor) return SECOND_FACTOR_TO_REFUND
  return isFresh(person, minutes) ? undefined : secondFactorNeeded(minutes)
}
