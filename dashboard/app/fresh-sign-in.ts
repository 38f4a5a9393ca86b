import type { Middleware } from 'openapi-fetch'
import { useSyncExternalStore } from 'react'
import type { Problem } from './api.ts'

/** Code of an act that needs the password again. */
const CODE = 'fresh_sign_in_needed'
/** A repeated act may take as long as the gateway. */
const PATIENCE_MS = 90_000

/** Ends the question for the password: whether it was right. */
type Answer = (isConfirmed: boolean) => void

let asked: { answers: Answer[] } | undefined
const listeners = new Set<() => void>()
const setAsked = (next: typeof asked): void => {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks for the password in a dialog; acts that wait at once share the question. */
const askForPassword = (): Promise<boolean> =>
  new Promise((resolve) => {
    if (asked) asked.answers.push(resolve)
    else setAsked({ answers: [resolve] })
  })

/** Returns how to end the question for the password; `undefined` as long as there is none. */
export const usePasswordQuestion = (): Answer | undefined => {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
  if (!question) return undefined
  return (isConfirmed) => {
    setAsked(undefined)
    for (const answer of question.answers) answer(isConfirmed)
  }
}

/** Requests that change something, as they were before they were sent: a body is read once. */
const unsent = new Map<string, Request>()

/** Asks for the password where an act needs it, and repeats the act. */
export const freshSignIn: Middleware = {
  onRequest: ({ request, id }) => {
    if (request.method !== 'GET') unsent.set(id, request.clone())
  },
  onError: ({ id }) => {
    unsent.delete(id)
  },
  onResponse: async ({ response, id }) => {
    const again = unsent.get(id)
    unsent.delete(id)
    if (response.status !== 403 || !again) return
    const problem: Partial<Problem> = await response.clone().json()
    if (problem.code !== CODE || !(await askForPassword())) return
    return fetch(new Request(again, { signal: AbortSignal.timeout(PATIENCE_MS) }))
  },
}
