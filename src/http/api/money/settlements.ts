import type { z } from 'zod'
import { readSettlements } from '../../../payments/reconciliation/settlements.ts'
import { answerTable, TABLE } from '../csv.ts'
import { byStore } from '../operator/locate.ts'
import { settlementList, settlementQuery } from '../reconciliations/reconciliation-schemas.ts'
import { refusalOf } from '../reconciliations/reconciliations.ts'
import { defineMerchantRoute } from '../route.ts'
import { csvOfSettlements } from './settlements-csv.ts'

const TAG = 'Reconciliation'
const PROBLEMS = { 422: 'The window is not valid' }

export const listSettlements = defineMerchantRoute({
  method: 'get',
  path: '/v1/settlements',
  scope: 'read',
  operationId: 'listSettlements',
  tag: TAG,
  summary: 'List what was charged on each Honduras day, in the database and at the gateway',
  byPerson: {
    path: '/operator/v1/stores/{id}/settlements',
    tag: 'Money',
    locate: byStore,
  },
  query: settlementQuery,
  answers: { 200: { description: 'A row for each day and currency', schema: settlementList } },
  problems: PROBLEMS,
  handle: async ({ ctx, store, query: window }) => {
    const read = await readSettlements(ctx, { storeId: store.id, window })
    if (read.outcome === 'refused') return refusalOf(read.reason)
    const body: z.input<typeof settlementList> = { data: read.settlements }
    return { status: 200, body }
  },
})

export const readSettlementsCsv = defineMerchantRoute({
  method: 'get',
  path: '/v1/settlements.csv',
  scope: 'read',
  operationId: 'readSettlementsCsv',
  tag: TAG,
  summary: 'Export settlements as CSV',
  byPerson: {
    path: '/operator/v1/stores/{id}/settlements.csv',
    tag: 'Money',
    locate: byStore,
  },
  query: settlementQuery,
  answers: TABLE,
  problems: PROBLEMS,
  handle: async ({ ctx, store, query: window }) => {
    const read = await readSettlements(ctx, { storeId: store.id, window })
    if (read.outcome === 'refused') return refusalOf(read.reason)
    const name = `settlements-${window.from}-${window.to}`
    return answerTable(name, csvOfSettlements(read.settlements))
  },
})
