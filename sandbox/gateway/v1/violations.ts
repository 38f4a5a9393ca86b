import type { z } from 'zod'
import type { Violation } from '../messages.ts'

/**
 * Keys violations by field as in `errors`: `amount`, `customer.email`; list items count as the
 * list. Schema messages are violation codes.
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
