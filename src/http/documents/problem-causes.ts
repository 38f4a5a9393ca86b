import type { ProblemCode, RETRIES } from '../../runtime/http/problem-codes.ts'
import causes from './problem-causes.json' with { type: 'json' }

/** Cause and fix of each error code. A missing code fails the type check. */
export const PROBLEM_CAUSES: Readonly<Record<ProblemCode, { cause: string; fix: string }>> = causes

/** Meaning of each retry advice for the same request. */
export const RETRY_MEANINGS: Readonly<Record<(typeof RETRIES)[number], string>> = {
  retry: 'Repeat the same request later, with the same `Idempotency-Key`; it has no double effect.',
  permanent: 'The same request fails again: change it.',
  'ask-a-person': 'No request helps: a person must change a key, a setting or an account first.',
}
