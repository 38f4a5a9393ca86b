/**
 * Next step after a failure.
 * - `retry`: the same call may succeed later.
 * - `permanent`: it never will.
 * - `ask-a-person`: a human must change something first.
 */
export type Retry = 'retry' | 'permanent' | 'ask-a-person'

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Returns the result of `work`, or `undefined` if it throws. */
export const orUndefined = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** An error that the operator sees without a stack trace. */
export class UserError extends Error {}
