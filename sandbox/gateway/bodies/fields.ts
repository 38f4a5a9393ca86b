import { z } from 'zod'
import { decimal } from '../../../src/contract/decimals.ts'
import type { Violation } from '../messages.ts'

/** Reports `required` for a missing field, else `violation`. */
export const isA = (violation: Violation) => ({
  error: (issue: { input?: unknown }): Violation =>
    issue.input === undefined || issue.input === null ? 'required' : violation,
})

export const broken = (violation: Violation): Violation => violation

/** Treats `null` as missing. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value ?? undefined, schema.optional())

/** Treats `null` and the empty string as missing. */
export const optionalText = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : (value ?? undefined)), schema.optional())

/** PostgreSQL cannot store NUL. */
export const text = z
  .string(isA('string'))
  .refine((value) => !value.includes('\0'), broken('string'))

export const shorterThan = (limit: number) =>
  text.refine((value) => [...value].length <= limit, broken(`max_length:${limit}`))

export const requiredText = (limit: number) =>
  shorterThan(limit).refine((value) => value.trim() !== '', broken('required'))

export const boolean = z.boolean(isA('boolean'))

/** From here on, JavaScript prints numbers with an exponent. */
const TOO_LARGE = 1e21

/** `JSON.parse` reads `1e400` as Infinity. */
const anyNumber = z.union([z.number(), z.literal([Infinity, -Infinity])])

/** Parses a JSON number or numeric string into a decimal string. */
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

/** Responses return it untouched (2.1). */
export const metadataField = z.custom<Record<string, unknown>>(isPlainObject, broken('object'))

export const unknownKeys = (value: Record<string, unknown>, shape: object): string[] =>
  Object.keys(value).filter((key) => !Object.hasOwn(shape, key))
