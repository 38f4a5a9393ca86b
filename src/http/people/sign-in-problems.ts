import type { Localized } from '../../locales/language.ts'
import {
  LONGEST_PASSWORD,
  type PasswordFault,
  SHORTEST_PASSWORD,
} from '../../people/passwords/password-rules.ts'
import {
  fieldProblem,
  notFound,
  type Problem,
  problem,
  problemWords,
} from '../../runtime/http/problem.ts'
import { fieldMessage } from '../../runtime/text/field-messages.ts'

export const passwordProblem = (fault: PasswordFault): Localized =>
  fieldMessage(`password-${fault}`, { least: SHORTEST_PASSWORD, most: LONGEST_PASSWORD })

export const refusedPassword = (fault: PasswordFault): Problem =>
  fieldProblem('new_password', passwordProblem(fault))

export const SIGN_IN_FIRST: Problem = problem({
  code: 'not_signed_in',
  ...problemWords('signInFirst'),
})

export const WRONG_SIGN_IN: Problem = problem({
  code: 'wrong_sign_in',
  ...problemWords('wrongSignIn'),
})

export const WRONG_PASSWORD: Problem = fieldProblem('password', fieldMessage('wrongPassword'))

export const NO_SUCH_SESSION: Problem = notFound('There is no such session')

export const LOCKED_OUT: Problem = problem({
  code: 'too_many_sign_ins',
  ...problemWords('lockedOut'),
})

/** For `Retry-After`. */
export const secondsUntil = (until: Date, now: Date): string =>
  String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000)))
