import type { z } from 'zod'
import type { ProblemRow, StoreRow } from '../../ledger/ledger.ts'
import { ordersByIds } from '../../ledger/orders.ts'
import { closeProblemById, listProblems } from '../../ledger/problems.ts'
import { problemText } from '../../payments/problem-texts.ts'
import { invalidFields, notFound } from '../problem.ts'
import { defineRoute, refuse } from './route.ts'
import { problemList, problemListQuery, problemView } from './schemas.ts'

export const listProblemsOfStore = defineRoute({
  method: 'get',
  path: '/v1/problems',
  operationId: 'listProblems',
  tag: 'Problems',
  summary: 'What a person should look at, newest first',
  query: problemListQuery,
  answers: { 200: { description: 'A page of problems', schema: problemList } },
  problems: { 422: 'A filter is not valid' },
  handle: async ({ ctx, store, query }) => {
    const before = query.cursor === undefined ? undefined : problemIdOf(query.cursor)
    if (query.cursor !== undefined && before === undefined) return refuse(UNKNOWN_CURSOR)
    const found = await listProblems(ctx.ledger.query, store.id, {
      state: query.state,
      before,
      limit: query.limit + 1,
    })
    const page = found.slice(0, query.limit)
    const last = page.at(-1)
    const orders = await ordersByIds(
      ctx.ledger.query,
      page.flatMap(({ order_id }) => order_id ?? []),
    )
    const data = page.map((row) =>
      viewOfProblem(row, { store, orderId: orders.get(row.order_id ?? '')?.external_id ?? null }),
    )
    const next_cursor = last && found.length > query.limit ? nameOf(last) : null
    return { status: 200, body: { data, next_cursor } satisfies z.input<typeof problemList> }
  },
})

export const closeProblemOfStore = defineRoute({
  method: 'post',
  path: '/v1/problems/{id}/close',
  operationId: 'closeProblem',
  tag: 'Problems',
  summary: 'Take a problem off the list that was dealt with',
  answers: { 200: { description: 'The problem, closed', schema: problemView } },
  problems: { 404: 'The store has no such open problem' },
  handle: async ({ ctx, store, id }) => {
    const problemId = problemIdOf(id)
    const now = ctx.clock.now()
    const closed =
      problemId === undefined
        ? undefined
        : await closeProblemById(ctx.ledger.query, { storeId: store.id, id: problemId, now })
    if (!closed) return refuse(notFound('The store has no such open problem'))
    const orders = await ordersByIds(ctx.ledger.query, closed.order_id ? [closed.order_id] : [])
    const orderId = orders.get(closed.order_id ?? '')?.external_id ?? null
    return { status: 200, body: viewOfProblem(closed, { store, orderId }) }
  },
})

const viewOfProblem = (
  row: ProblemRow,
  { store, orderId }: { store: StoreRow; orderId: string | null },
): z.input<typeof problemView> => ({
  id: nameOf(row),
  kind: row.kind,
  ...problemText(row.kind, store.locale),
  order_id: orderId,
  details: row.details,
  opened_at: row.opened_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
})

const nameOf = ({ id }: ProblemRow): string => `prb_${id}`

const problemIdOf = (name: string): bigint | undefined => {
  const [, digits] = /^prb_(\d{1,18})$/.exec(name) ?? []
  return digits === undefined ? undefined : BigInt(digits)
}

const UNKNOWN_CURSOR = invalidFields([
  { code: 'custom', path: ['cursor'], message: 'Is not a cursor of this list', input: undefined },
])
