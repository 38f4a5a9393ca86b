import type { z } from 'zod'
import { json, type Reply } from '../http/reply.ts'
import { message, type Violation } from '../messages.ts'
import { inWords } from './in-words.ts'

/** Answers 422 with the path of each wrong field, or what `use` makes of the input. */
export const withInput = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  use: (input: z.output<Schema>) => Promise<Reply>,
): Reply | Promise<Reply> => {
  const parsed = schema.safeParse(value, { error: inWords })
  if (parsed.success) return use(parsed.data)
  const errors: [string, string[]][] = []
  for (const { field, text } of parsed.error.issues.flatMap(fieldsOf)) {
    const known = errors.find(([name]) => name === field)
    if (known) known[1].push(text)
    else errors.push([field, [text]])
  }
  return json(422, { message: 'The input is not valid.', errors: Object.fromEntries(errors) })
}

/** A field that should not be there is named itself, and not what it is in. */
const fieldsOf = (issue: z.core.$ZodIssue): { field: string; text: string }[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      text: 'There is no such field.',
    }))
  }
  const field = issue.path.join('.') || 'body'
  // The API's own schemas have violations for messages.
  return [{ field, text: message(issue.message as Violation, { language: 'en', field }) }]
}
