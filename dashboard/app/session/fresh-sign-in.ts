import type { Middleware } from 'openapi-fetch'
import { useSyncExternalStore } from 'react'

export type Proof = 'password' | 'code'

const PROOFS: Readonly<Record<string, Proof>> = {
  fresh_sign_in_needed: 'password',
  second_factor_needed: 'code',
}
/** A repeated action may wait for the gateway. */
const PATIENCE_MS = 90_000

type Answer = (isConfirmed: boolean) => void

export interface AskedProof {
  proof: Proof
  end: Answer
}

let pending: { proof: Proof; answers: Answer[] } | undefined
const listeners = new Set<() => void>()
const setPending = (next: typeof pending): void => {
  pending = next
  for (const listener of listeners) listener()
}

/** Concurrent actions share the dialog. */
const requestProof = (proof: Proof): Promise<boolean> =>
  new Promise((resolve) => {
    if (pending) pending.answers.push(resolve)
    else setPending({ proof, answers: [resolve] })
  })

/** `end` closes the dialog; `undefined` while none is open. */
export const useConfirmQuestion = (): AskedProof | undefined => {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pending,
  )
  if (!question) return undefined
  const { proof, answers } = question
  return {
    proof,
    end: (isConfirmed) => {
      setPending(undefined)
      for (const answer of answers) answer(isConfirmed)
    },
  }
}

/** Asks for the proof that a response requires. Returns whether to repeat the request. */
export const confirmIfAsked = async (response: Response): Promise<boolean> => {
  if (response.status !== 403) return false
  const { code = '' }: { code?: string } = await response.clone().json()
  const proof = PROOFS[code]
  return proof !== undefined && requestProof(proof)
}

/** Clones of requests in flight, as a body can be read only once. */
const unsent = new Map<string, Request>()

/** Prompts for the password or a code if an action requires it, then repeats the action. */
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
    if (!again || !(await confirmIfAsked(response))) return
    return fetch(new Request(again, { signal: AbortSignal.timeout(PATIENCE_MS) }))
  },
}
