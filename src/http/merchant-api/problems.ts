import type { z } from 'zod'
import type { LedgerQuery, ProblemRow } from '../../ledger/ledger.ts'
import { ordersByIds } from '../../ledger/orders.ts'
import { paymentsOfOrders } from '../../ledger/payments.ts'
import { closeProblemById, listProblems } from '../../ledger/problems.ts'
import { reversalsOfOrders } from '../../ledger/reversals.ts'
import type { Locale } from '../../ledger/tables/stores.ts'
import { alertText } from '../alert-texts/alert-text.ts'
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
  handle: async ({ ctx, store, query, reader }) => {
    const before = query.cursor === undefined ? undefined : problemIdOf(query.cursor)
    if (query.cursor !== undefined && before === undefined) return refuse(UNKNOWN_CURSOR)
    const found = await listProblems(ctx.ledger.query, store.id, {
      state: query.state,
      before,
      limit: query.limit + 1,
    })
    const page = found.slice(0, query.limit)
    const last = page.at(-1)
    const language = reader ?? store.locale
    const data = await viewsOfProblems(ctx.ledger.query, page, language)
    const next_cursor = last && found.length > query.limit ? nameOf(last) : null
    const body = { data, next_cursor } satisfies z.input<typeof problemList>
    return { status: 200, body, language }
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
  handle: async ({ ctx, store, id, reader }) => {
    const problemId = problemIdOf(id)
    const now = ctx.clock.now()
    const closed =
      problemId === undefined
        ? undefined
        : await closeProblemById(ctx.ledger.query, { storeId: store.id, id: problemId, now })
    if (!closed) return refuse(notFound('The store has no such open problem'))
    const language = reader ?? store.locale
    const [body] = await viewsOfProblems(ctx.ledger.query, [closed], language)
    return { status: 200, body, language }
  },
})

/** Each in its reader's language, with what the ledger knows of its order. */
const viewsOfProblems = async (
  query: LedgerQuery,
  rows: readonly ProblemRow[],
  locale: Locale,
): Promise<z.input<typeof problemView>[]> => {
  const ids = [...new Set(rows.flatMap(({ order_id }) => order_id ?? []))]
  const orders = await ordersByIds(query, ids)
  const payments = await paymentsOfOrders(query, ids)
  const reversals = await reversalsOfOrders(query, [...orders.values()])
  return rows.map((row) => {
    const id = row.order_id ?? ''
    const order = orders.get(id)
    const ledger = {
      order,
      payments: payments.get(id) ?? [],
      reversals: reversals.get(id) ?? [],
    }
    return {
      id: nameOf(row),
      kind: row.kind,
      ...alertText(row, { ledger, locale }),
      order_id: order?.external_id ?? null,
      details: row.details,
      opened_at: row.opened_at.toISOString(),
      closed_at: row.closed_at?.toISOString() ?? null,
    }
  })
}

const nameOf = ({ id }: ProblemRow): string => `prb_${id}`

const problemIdOf = (name: string): bigint | undefined => {
  const [, digits] = /^prb_(\d{1,18})$/.exec(name) ?? []
  return digits === undefined ? undefined : BigInt(digits)
}

const UNKNOWN_CURSOR = invalidFields([
  { code: 'custom', path: ['cursor'], message: 'Is not a cursor of this list', input: undefined },
])
