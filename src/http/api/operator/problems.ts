import { notFound, problem, problemWords } from '../../../runtime/http/problem.ts'

/**
 * Unknown ids and those in other organizations get the same answer, so that no id reveals a store.
 */
export const NOT_FOUND = notFound('There is no such thing')

export const NOT_SIGNED_IN = problem({
  code: 'not_signed_in',
  title: 'Nobody is signed in',
  detail:
    'Sign in first (POST /auth/sign-in); the session is in a cookie. An API key is for /v1, the API of its store.',
})

export const NOT_ALLOWED = problem({ code: 'not_allowed', title: 'This is not allowed' })

/** Minutes for which a typed password counts as fresh. */
export const FRESH_MINUTES = 15

export const FRESH_SIGN_IN_NEEDED = problem({
  code: 'fresh_sign_in_needed',
  ...problemWords('freshSignInNeeded', () => ({ minutes: FRESH_MINUTES })),
})

export const secondFactorNeeded = (minutes: number) =>
  problem({
    code: 'second_factor_needed',
    ...problemWords('secondFactorNeeded', () => ({ minutes })),
  })

export const SECOND_FACTOR_TO_REFUND = problem({
  code: 'second_factor_required',
  ...problemWords('secondFactorToRefund'),
})

export const SECOND_FACTOR_REQUIRED = problem({
  code: 'second_factor_required',
  ...problemWords('secondFactorRequired'),
})
