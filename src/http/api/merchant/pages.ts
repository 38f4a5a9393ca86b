import { z } from 'zod'
import { invalidFields } from '../../../runtime/http/problem.ts'
import { type RefusedAccess, refusedWith } from '../route.ts'

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

/** Reads where a page begins; `refused` if `parse` does not know the cursor. */
export const readPlace = <Place>(
  cursor: string | undefined,
  parse: (cursor: string) => Place | undefined,
): { outcome: 'read'; before: Place | undefined } | RefusedAccess => {
  const before = cursor === undefined ? undefined : parse(cursor)
  return cursor !== undefined && before === undefined
    ? refusedWith(UNKNOWN_CURSOR)
    : { outcome: 'read', before }
}

/** Cuts a page from rows read with `limit + 1`; `last` is set if another page follows. */
export const cutPage = <Row>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; last: Row | undefined } => ({
  page: rows.slice(0, limit),
  last: rows.length > limit ? rows[limit - 1] : undefined,
})
