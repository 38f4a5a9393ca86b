import { notFound, problem, problemWords } from '../../../runtime/http/problem.ts'

/**
 * Unknown ids and those in other organizations get the same answer, so that no id reveals a store.
 */
export const NOT_FOUND = notFound('There is nothing with this id')

export const NOT_SIGNED_IN = problem({
  code: 'not_signed_in',
  title: 'You are not signed in',
  detail:
    'Sign in first (POST /auth/sign-in), which sets a session cookie. API keys work only below /v1.',
})

export const NOT_ALLOWED = problem({ code: 'not_allowed', title: 'You are not allowed to do this' })

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
