import { z } from 'zod'
import { decimal } from '../../../src/contract/decimals.ts'
import type { Violation } from '../messages.ts'

/** The error of every type check: `required` for a missing field, else what it should have been. */
export const isA = (violation: Violation) => ({
  error: (issue: { input?: unknown }): Violation =>
    issue.input === undefined || issue.input === null ? 'required' : violation,
})

export const broken = (violation: Violation): Violation => violation

/** `null` counts as missing. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value ?? undefined, schema.optional())

/** `null` and the empty string count as missing. */
export const optionalText = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : (value ?? undefined)), schema.optional())

/** NUL is no character of a text: PostgreSQL cannot keep it. */
export const text = z
  .string(isA('string'))
  .refine((value) => !value.includes('\0'), broken('string'))

export const shorterThan = (limit: number) =>
  text.refine((value) => [...value].length <= limit, broken(`max_length:${limit}`))

export const requiredText = (limit: number) =>
  shorterThan(limit).refine((value) => value.trim() !== '', broken('required'))

export const boolean = z.boolean(isA('boolean'))

/** From there on a number is written with an exponent: far beyond any amount. */
const TOO_LARGE = 1e21

/** JSON has no infinity, but what it has may be read as one: `1e400`. */
const anyNumber = z.union([z.number(), z.literal([Infinity, -Infinity])])

/** A JSON number or a numeric string; comes out as a decimal string. */
export const number = z
  .union([anyNumber, z.string()], isA('numeric'))
  .transform((value, context): string => {
    const reading = decimal.safeParse(value)
    if (reading.success) return reading.data
    const isNumber = typeof value === 'number' || /^-?\d+(\.\d+)?e\+?\d+$/i.test(value)
    const violation =
      isNumber && Math.abs(Number(value)) >= TOO_LARGE ? broken('too_large') : broken('numeric')
    context.addIssue({ code: 'custom', message: violation })
    return z.NEVER
  })

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const webUrl = text.refine((value) => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol)
}, broken('url'))

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, isA(`choice:${values.join(', ')}`))

/** Any JSON object: kept and given back untouched (2.1). */
export const metadata = z.custom<Record<string, unknown>>(isPlainObject, broken('object'))

/** The names of the fields that a body has and its route does not know (1.8). */
export const unknownKeys = (value: Record<string, unknown>, shape: object): string[] =>
  Object.keys(value).filter((key) => !Object.hasOwn(shape, key))
