import type { z } from 'zod'
import type { Violation } from '../messages.ts'

/**
 * What a schema found, keyed by field as in `errors` of a 422: `amount`, `customer.email`; the
 * items of a list count as the list. The schemas' messages are violations, not yet sentences.
 */
export const violationsOf = (error: z.ZodError): Record<string, Violation[]> => {
  const violations: Record<string, Violation[]> = {}
  for (const { path, message } of error.issues) {
    const field = path.filter((part) => typeof part === 'string').join('.') || 'body'
    const known = violations[field] ?? []
    if (!known.includes(message as Violation)) {
      violations[field] = [...known, message as Violation]
    }
  }
  return violations
}
