import type { z } from 'zod'
import { json, type Reply } from '../http/reply.ts'
import { message, type Violation } from '../messages.ts'

/** Responds 422 to invalid input, with messages by field path. */
export const withInput = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  use: (input: z.output<Schema>) => Promise<Reply>,
): Reply | Promise<Reply> => {
  const parsed = schema.safeParse(value, { error: issueMessage })
  if (parsed.success) return use(parsed.data)
  const found = Map.groupBy(parsed.error.issues.flatMap(fieldsOf), ({ field }) => field)
  const errors = [...found].map(([field, issues]) => [field, issues.map(({ text }) => text)])
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
  // The API's schemas have violation codes as messages.
  return [{ field, text: message(issue.message as Violation, { language: 'en', field }) }]
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
}

const UNITS: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
}

/** Zod's default messages address programmers. */
const issueMessage = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type': {
      const kind = KINDS[issue.expected] ?? issue.expected
      return issue.input === undefined && issue.expected !== 'object'
        ? `This is missing: give ${kind}.`
        : `Give ${kind}.`
    }
    case 'too_small':
      return `Give ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${UNITS[issue.origin] ?? ''}.`
    case 'too_big':
      return `Give ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${UNITS[issue.origin] ?? ''}.`
    case 'invalid_value':
      return `Give ${issue.values.map(String).join(' or ')}.`
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'Give an instant such as 2026-01-31T18:00:00Z.'
        : 'This is not written as it should be.'
    default:
      return 'This is none of the values that can be given here.'
  }
}
