import { z } from 'zod'
import { invalidFields } from '../../../runtime/http/problem.ts'

export const pageFields = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
}

/** `id` names the schema in OpenAPI. */
export const pageOf = <Row extends z.ZodType, More extends z.ZodRawShape = Record<never, never>>(
  row: Row,
  id: string,
  more: More = {} as More,
) =>
  z
    .object({
      data: z.array(row),
      next_cursor: z
        .string()
        .nullable()
        .meta({ description: 'Cursor of the next page; `null` on the last one.' }),
      ...more,
    })
    .meta({ id })

export const UNKNOWN_CURSOR = invalidFields([
  { code: 'custom', path: ['cursor'], message: 'Is not a cursor of this list', input: undefined },
])
