import { z } from 'zod'
import { nearestName } from '../../text/nearest-name.ts'

/** Maximum length of a typo. */
const LONGEST_NAME = 64

/**
 * Suggests the field at `path` that equals an unknown one except for case, `_` and `-`, or one or
 * two edits.
 */
export const nearestField = (
  schemas: readonly (z.core.$ZodType | undefined)[],
  path: readonly PropertyKey[],
  unknown: string,
): string | undefined => {
  if (unknown.length > LONGEST_NAME) return undefined
  const known = fieldsAt(
    schemas.filter((schema) => schema !== undefined),
    path,
  )
  return (
    known.find((name) => plain(name) === plain(unknown)) ??
    nearestName(unknown, known, unknown.length > 4 ? 2 : 1)
  )
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

const fieldsAt = (schemas: readonly z.core.$ZodType[], path: readonly PropertyKey[]): string[] => {
  const [step, ...rest] = path
  const here = schemas.flatMap(unwrapped)
  if (step === undefined) return here.flatMap((schema) => Object.keys(shapeOf(schema)))
  const below = here.flatMap((schema) => {
    if (schema instanceof z.ZodArray) return [schema.element]
    if (schema instanceof z.ZodRecord) return [schema.valueType]
    return shapeOf(schema)[String(step)] ?? []
  })
  return below.length > 0 ? fieldsAt(below, rest) : []
}

const shapeOf = (schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {}

const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType[] => {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrapped)
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out].flatMap(unwrapped)
  const isAround =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly
  return isAround ? unwrapped(schema.unwrap()) : [schema]
}
