import { z } from 'zod'
import { formatMessage, type MessageValues } from '../../../locales/format-message.ts'
import { type Language, REGIONS } from '../../../locales/language.ts'
import { TEXTS } from '../../../locales/texts.ts'
import { nearestName } from '../../text/nearest-name.ts'
import { schemasAt } from './schema-at.ts'

type Issue = z.core.$ZodIssue

/** Marks an issue whose schema has no message of its own. */
const WITHOUT_WORDS = '\u0000'

/** Validates a part of a request; `wordsOfIssue` explains the issues. */
export const parseFields = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> =>
  schema.safeParse(value, { reportInput: true, error: () => WITHOUT_WORDS })

export const hasNoWords = ({ message }: Pick<Issue, 'message'>): boolean =>
  message === WITHOUT_WORDS

type Say = (name: keyof typeof TEXTS.en.validation, values?: MessageValues) => string

/** Explains an issue of a schema without a message: what is wrong, and what to send instead. */
export const wordsOfIssue = (
  issue: Issue,
  { language, schemas }: { language: Language; schemas: readonly (z.core.$ZodType | undefined)[] },
): string => {
  const say: Say = (name, values = {}) =>
    formatMessage(TEXTS[language].validation[name], values, language)
  if (isMissing(issue)) return say(issue.path.length === 0 ? 'noBody' : 'required')
  const [number] = schemasAt(schemas, issue.path).filter((schema) => schema instanceof z.ZodNumber)
  switch (issue.code) {
    case 'invalid_type':
      return number
        ? numberWords(number, { say, input: issue.input })
        : say('type', { expected: issue.expected, received: kindOf(issue.input) })
    case 'too_small':
    case 'too_big':
      return number ? numberWords(number, { say, input: issue.input }) : lengthWords(issue, say)
    case 'invalid_value':
      return choiceWords(issue, { say, language })
    case 'invalid_format':
      return say(FORMATS[issue.format] ?? 'invalid')
    default:
      return say('invalid')
  }
}

const isMissing = (issue: Issue): boolean =>
  (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined

const kindOf = (input: unknown): string =>
  input === null ? 'null' : Array.isArray(input) ? 'array' : typeof input

const FORMATS: Readonly<Record<string, keyof typeof TEXTS.en.validation>> = {
  date: 'day',
  datetime: 'time',
  email: 'email',
  url: 'httpAddress',
}

/** `z.int()` has these bounds, which explain nothing. */
const isBound = (bound: number | null): bound is number =>
  bound !== null && Math.abs(bound) < Number.MAX_SAFE_INTEGER

const numberWords = (
  { minValue, maxValue, isInt }: z.ZodNumber,
  { say, input }: { say: Say; input: unknown },
): string => {
  const least = isBound(minValue) ? minValue : undefined
  const most = isBound(maxValue) ? maxValue : undefined
  const bounds =
    least === undefined
      ? most === undefined
        ? 'none'
        : 'most'
      : most === undefined
        ? 'least'
        : 'both'
  return say('number', {
    whole: isInt ? 'yes' : 'no',
    bounds,
    least: String(least),
    most: String(most),
    received: typeof input === 'string' ? 'text' : 'other',
  })
}

const lengthWords = (
  issue: Extract<Issue, { code: 'too_small' | 'too_big' }>,
  say: Say,
): string => {
  const of = issue.origin === 'string' ? 'text' : 'list'
  if (issue.code === 'too_big') return say('atMost', { of, most: Number(issue.maximum) })
  const least = Number(issue.minimum)
  return least <= 1 ? say('empty') : say('atLeast', { of, least })
}

const choiceWords = (
  { values, input }: Extract<Issue, { code: 'invalid_value' }>,
  { say, language }: { say: Say; language: Language },
): string => {
  const texts = values.map(String)
  const meant = typeof input === 'string' ? nearestChoice(input, texts) : undefined
  const list = new Intl.ListFormat(REGIONS[language], { type: 'disjunction' })
  return say('choice', {
    count: texts.length,
    values: list.format(texts.map((text) => `"${text}"`)),
    meant: meant ?? 'none',
  })
}

const nearestChoice = (input: string, values: readonly string[]): string | undefined =>
  values.find((value) => value.toLowerCase() === input.toLowerCase()) ??
  (input.length > 64 ? undefined : nearestName(input, values, input.length > 4 ? 2 : 1))
