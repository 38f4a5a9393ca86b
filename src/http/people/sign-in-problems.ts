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

export const WRONG_CODE: Problem = fieldProblem('code', fieldMessage('wrongCode'))

export const SET_UP_TOO_LATE: Problem = fieldProblem('code', fieldMessage('setUpTooLate'))

export const SECOND_FACTOR_TO_SIGN_IN: Problem = problem({
  code: 'second_factor_needed',
  ...problemWords('secondFactorToSignIn'),
})

export const SECOND_FACTOR_ON: Problem = problem({
  code: 'second_factor_on',
  ...problemWords('secondFactorOn'),
})

export const NO_SECOND_FACTOR: Problem = notFound('The account has no second factor')

export const NO_SUCH_PASSKEY: Problem = notFound('The account has no such passkey')

export const TOO_MANY_PASSKEYS: Problem = problem({
  code: 'too_many_passkeys',
  ...problemWords('tooManyPasskeys'),
})

export const PASSKEY_REFUSED: Problem = problem({
  code: 'passkey_refused',
  ...problemWords('passkeyRefused'),
})

/** Names both addresses: the person may have followed a phishing link. */
export const passkeyOfAnotherOrigin = (origin: string, publicUrl: string): Problem =>
  problem({
    code: 'passkey_of_another_origin',
    ...problemWords('passkeyOfAnotherOrigin', () => ({ origin, own: new URL(publicUrl).origin })),
  })

export const NO_SUCH_SESSION: Problem = notFound('There is no such session')

export const LOCKED_OUT: Problem = problem({
  code: 'too_many_sign_ins',
  ...problemWords('lockedOut'),
})

/** For `Retry-After`. */
export const secondsUntil = (until: Date, now: Date): string =>
  String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000)))
