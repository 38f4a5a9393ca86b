import { z } from 'zod'
import type { StoreId } from '../../../domain/ids.ts'
import { csvLine, csvRow } from '../../requests/csv-line.ts'
import { answerTable, TABLE } from '../csv.ts'
import { defineOperatorRoute, type OperatorRoute } from '../route.ts'
import type { ListName } from './cursor.ts'
import { listFields } from './list-schemas.ts'
import { type ListScope, type QueriedInput, scopeOfList } from './lists.ts'

const AT_A_TIME = 500

/** Exports all rows that match the filters, page after page. */
export const defineExport = <Filters extends z.ZodRawShape, View, Column extends string>({
  list,
  filters,
  columns,
  cellsOf,
  read,
  ...route
}: Pick<OperatorRoute, 'path' | 'operationId' | 'tag' | 'summary'> & {
  scope?: OperatorRoute['scope']
  list: ListName
  filters: Filters
  columns: readonly Column[]
  cellsOf(view: View): Readonly<Record<Column, string | number | object | null>>
  read(
    input: QueriedInput<Filters>,
    scope: ListScope,
  ): Promise<{ data: View[]; next: string | undefined }>
}): OperatorRoute =>
  defineOperatorRoute({
    method: 'get',
    scope: 'read',
    ...route,
    query: z.strictObject({ store_id: listFields.store_id, ...filters }),
    answers: TABLE,
    problems: { 404: "No such store in the person's organizations", 422: 'A filter is not valid' },
    handle: async (input) => {
      const { store_id } = input.query as { store_id?: StoreId }
      const scope = await scopeOfList(input, list, { store_id, limit: AT_A_TIME })
      if (scope.outcome === 'refused') return scope.answer
      const { db } = input.ctx
      const ctx = { ...input.ctx, db: { ...db, query: db.long.query } }
      const given = { ...input, ctx } as QueriedInput<Filters>
      const lines = async function* () {
        yield csvLine(columns)
        for (let before: string | undefined; ; ) {
          const { data, next } = await read(given, { ...scope, before })
          if (data.length > 0) yield data.map((view) => csvRow(columns, cellsOf(view))).join('')
          if (next === undefined) return
          before = next
        }
      }
      return answerTable(input, list, lines())
    },
  })
