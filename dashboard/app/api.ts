import type { Middleware } from 'openapi-fetch'
import createQueryClient from 'openapi-react-query'
import { createOperatorClient } from '../../packages/operator-client/client.ts'

export type { Schemas } from '../../packages/operator-client/client.ts'

/** What went wrong, as Puente's APIs say it (RFC 9457). */
export interface Problem {
  status: number
  code: string
  title: string
  detail?: string
  /** What is wrong with fields, by their names. */
  errors?: readonly { path: string; message: string }[]
}

/** The detail of a problem and what it says of fields, in one text. */
export const detailOf = ({ detail, errors = [] }: Problem): string | undefined => {
  const fields = errors.map(({ path, message }) => (path ? `${path}: ${message}.` : `${message}.`))
  return [...(detail ? [detail] : []), ...fields].join(' ') || undefined
}

/** Each answer of a page says that its session is over: a second way out would break off the first. */
let isLeaving = false
window.addEventListener('pageshow', ({ persisted }) => {
  // Whoever goes back has the page as it was left.
  if (persisted) isLeaving = false
})

/** Whose session is over signs in again, and comes back to the same page. */
export const signInAgain = (): void => {
  if (isLeaving) return
  isLeaving = true
  const { pathname, search } = window.location
  window.location.assign(`/sign-in?${new URLSearchParams({ next: pathname + search })}`)
}

const atEndOfSession: Middleware = {
  onResponse: ({ response }) => {
    if (response.status === 401) signInAgain()
  },
}

/** Sentences for people come in the language of the page. */
const inLanguageOfPage: Middleware = {
  onRequest: ({ request }) => {
    request.headers.set('accept-language', document.documentElement.lang)
    return request
  },
}

/** Of what is about money Puente itself writes in both languages. */
const problemsInLanguageOfPage: Middleware = {
  onResponse: async ({ response }) => {
    const { lang } = document.documentElement
    const isProblem = response.headers.get('content-type')?.includes('problem+json')
    if (!isProblem || lang !== 'es' || response.headers.get('content-language') === lang) return
    const { PROBLEMS_IN_SPANISH } = await import('../texts/problems.ts')
    const problem: Problem = await response.clone().json()
    const words = PROBLEMS_IN_SPANISH[problem.code]
    if (!words) return
    const { detail: _, ...rest } = problem
    return Response.json({ ...rest, ...words }, { status: response.status })
  },
}

export const api = createOperatorClient({ baseUrl: window.location.origin })
api.use(atEndOfSession, inLanguageOfPage, problemsInLanguageOfPage)

/** The same as queries and mutations of React. */
export const use = createQueryClient(api)

export const problemOf = (error: unknown): Problem | undefined =>
  typeof error === 'object' && error !== null && 'status' in error && 'title' in error
    ? (error as Problem)
    : undefined
