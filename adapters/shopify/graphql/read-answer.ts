import { z } from 'zod'
import { maskSecrets } from '../../../src/runtime/text/masking.ts'
import { toStorable } from '../../../src/runtime/text/storable.ts'
import type { Operation } from './operations/operation.ts'
import { type GraphqlOutcome, operationFailed, type ShopUserError } from './outcome.ts'

const MOST_WORDS = 500

const userError = z.object({
  field: z.array(z.string()).nullish().catch(null),
  message: z.string().catch(''),
  code: z.string().nullish().catch(null),
})

/** Contains `userErrors` or `orderCancelUserErrors`. */
const ofMutation = z.record(z.string(), z.unknown())

const userErrorsIn = (data: unknown): ShopUserError[] => {
  const payloads = Object.values(ofMutation.safeParse(data).data ?? {})
  return payloads.flatMap((payload) =>
    Object.entries(ofMutation.safeParse(payload).data ?? {})
      .filter(([name]) => /userErrors$/i.test(name))
      .flatMap(([, errors]) => z.array(userError).safeParse(errors).data ?? [])
      .map(({ field, message, code }) => ({
        field: field ?? null,
        message: maskSecrets(message).slice(0, MOST_WORDS),
        code: code ?? null,
      })),
  )
}

/** Reports a mismatch by path, never by value. */
export const readGraphqlAnswer = <Variables, Value>(
  { name, answer }: Operation<Variables, Value>,
  data: unknown,
): GraphqlOutcome<Value> => {
  const kept = toStorable(data)
  const errors = userErrorsIn(kept)
  const read = answer.safeParse(kept)
  if (!read.success) {
    const [issue] = read.error.issues
    return operationFailed('unreadable-answer', {
      detail: `${name}: an answer that cannot be read, at ${issue?.path.join('.') || 'its root'}`,
      effect: 'unknown',
    })
  }
  return errors.length > 0
    ? { outcome: 'user-errors', errors, value: read.data }
    : { outcome: 'done', value: read.data }
}
