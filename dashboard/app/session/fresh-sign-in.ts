import type { Middleware } from 'openapi-fetch'
import { useSyncExternalStore } from 'react'

const CODE = 'fresh_sign_in_needed'
/** A repeated action may wait for the gateway. */
const PATIENCE_MS = 90_000

type Answer = (isConfirmed: boolean) => void

let pending: { answers: Answer[] } | undefined
const listeners = new Set<() => void>()
const setPending = (next: typeof pending): void => {
  pending = next
  for (const listener of listeners) listener()
}

/** Concurrent actions share the password dialog. */
const requestPassword = (): Promise<boolean> =>
  new Promise((resolve) => {
    if (pending) pending.answers.push(resolve)
    else setPending({ answers: [resolve] })
  })

/** Closes the dialog; `undefined` while none is open. */
export const usePasswordQuestion = (): Answer | undefined => {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pending,
  )
  if (!question) return undefined
  return (isConfirmed) => {
    setPending(undefined)
    for (const answer of question.answers) answer(isConfirmed)
  }
}

/** Clones of requests in flight, as a body can be read only once. */
const unsent = new Map<string, Request>()

/** Prompts for the password if an action requires it, then repeats the action. */
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
    const problem: { code?: string } = await response.clone().json()
    if (problem.code !== CODE || !(await requestPassword())) return
    return fetch(new Request(again, { signal: AbortSignal.timeout(PATIENCE_MS) }))
  },
}
