import type { z } from 'zod'
import { json, type Reply } from '../http/reply.ts'
import { message, type Violation } from '../messages.ts'
import { issueMessage } from './in-words.ts'

/** Calls `use` with valid input, else responds 422 with messages by field path. */
export const withInput = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  use: (input: z.output<Schema>) => Promise<Reply>,
): Reply | Promise<Reply> => {
  const parsed = schema.safeParse(value, { error: issueMessage })
  if (parsed.success) return use(parsed.data)
  const errors: [string, string[]][] = []
  for (const { field, text } of parsed.error.issues.flatMap(fieldsOf)) {
    const known = errors.find(([name]) => name === field)
    if (known) known[1].push(text)
    else errors.push([field, [text]])
  }
  return json(422, { message: 'The input is not valid.', errors: Object.fromEntries(errors) })
}

/** Reports an unknown key by its own path, not its parent's. */
const fieldsOf = (issue: z.core.$ZodIssue): { field: string; text: string }[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      text: 'There is no such field.',
    }))
  }
  const field = issue.path.join('.') || 'body'
  // Schemas of the API have violation codes as messages.
  return [{ field, text: message(issue.message as Violation, { language: 'en', field }) }]
}
