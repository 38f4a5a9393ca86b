import { z } from 'zod'

type Shape = Record<string, z.ZodDefault>

export const withoutDefaults = <Fields extends Shape>({ shape }: z.ZodObject<Fields>) =>
  z.strictObject(
    Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.unwrap()])) as {
      [Name in keyof Fields]: ReturnType<Fields[Name]['unwrap']>
    },
  )
