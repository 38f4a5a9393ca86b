import { notFound, problem } from '../../runtime/http/problem.ts'

/** What is of no store of the person is not told from what is not there. */
export const NOT_FOUND = notFound('There is no such thing')

export const NOT_SIGNED_IN = problem({
  status: 401,
  code: 'not_signed_in',
  title: 'Nobody is signed in',
  detail:
    'Sign in first (POST /auth/sign-in); the session is in a cookie. An API key is for /v1, the API of its store.',
  retry: 'ask-a-person',
})

export const NOT_ALLOWED = problem({
  status: 403,
  code: 'not_allowed',
  title: 'This is not allowed',
  retry: 'ask-a-person',
})
