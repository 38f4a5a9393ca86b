/**
 * What the person or machine that met a failure should do about it.
 * `retry`: the same call may succeed later. `permanent`: it never will.
 * `ask-a-person`: somebody has to change something first.
 */
export type Retry = 'retry' | 'permanent' | 'ask-a-person'

/** The message of anything that can be thrown. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** A message for the person at the terminal, who is not helped by a stack trace. */
export class UserError extends Error {}
