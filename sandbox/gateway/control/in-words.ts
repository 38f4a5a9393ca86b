import type { z } from 'zod'

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

/** Replaces zod's default messages, which address programmers. */
export const issueMessage = (issue: z.core.$ZodRawIssue): string => {
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
