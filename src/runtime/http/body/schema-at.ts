import { z } from 'zod'

type Schema = z.core.$ZodType

/** Returns the schemas at a path of a request, without their wrappers; several below a union. */
export const schemasAt = (
  schemas: readonly (Schema | undefined)[],
  path: readonly PropertyKey[],
): Schema[] => {
  const [step, ...rest] = path
  const here = schemas.flatMap((schema) => (schema ? unwrapped(schema) : []))
  if (step === undefined) return here
  const below = here.flatMap((schema) => {
    if (schema instanceof z.ZodArray) return [schema.element]
    if (schema instanceof z.ZodRecord) return [schema.valueType]
    return fieldsOf(schema)[String(step)] ?? []
  })
  return below.length > 0 ? schemasAt(below, rest) : []
}

/** Returns the fields of an object; none of another schema. */
export const fieldsOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  schema instanceof z.ZodObject ? schema.shape : {}

const unwrapped = (schema: Schema): Schema[] => {
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
