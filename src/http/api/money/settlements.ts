import type { z } from 'zod'
import { OUR_SIDE, type SumsOfPayments } from '../../../db/tables/reconciliation.ts'
import { readSettlements, type Settlement } from '../../../payments/reconciliation/settlements.ts'
import { csvLine } from '../../requests/csv-line.ts'
import { answerTable, TABLE } from '../csv.ts'
import { byStore } from '../operator/locate.ts'
import { settlementList, settlementQuery } from '../reconciliations/reconciliation-schemas.ts'
import { refusalOf } from '../reconciliations/reconciliations.ts'
import { defineMerchantRoute } from '../route.ts'

const ofSettlements = {
  method: 'get',
  scope: 'read',
  tag: 'Reconciliation',
  query: settlementQuery,
  problems: { 422: 'The window is not valid' },
} as const

export const listSettlements = defineMerchantRoute({
  ...ofSettlements,
  path: '/v1/settlements',
  operationId: 'listSettlements',
  summary: 'List charges per Honduras day, in the database and at the gateway',
  byPerson: { path: '/operator/v1/stores/{id}/settlements', tag: 'Money', locate: byStore },
  answers: { 200: { description: 'A row for each day and currency', schema: settlementList } },
  handle: async ({ ctx, store, query: window }) => {
    const read = await readSettlements(ctx, { storeId: store.id, window })
    if (read.outcome === 'refused') return refusalOf(read.reason)
    const body: z.input<typeof settlementList> = { data: read.settlements }
    return { status: 200, body }
  },
})

export const readSettlementsCsv = defineMerchantRoute({
  ...ofSettlements,
  path: '/v1/settlements.csv',
  operationId: 'readSettlementsCsv',
  summary: 'Export settlements as CSV',
  byPerson: { path: '/operator/v1/stores/{id}/settlements.csv', tag: 'Money', locate: byStore },
  answers: TABLE,
  handle: async ({ ctx, store, actor, query: window }) => {
    const read = await readSettlements(ctx, { storeId: store.id, window })
    if (read.outcome === 'refused') return refusalOf(read.reason)
    const name = `settlements-${window.from}-${window.to}`
    return answerTable({ actor }, name, csvOfSettlements(read.settlements))
  },
})

const SUMS = ['payments', 'charged', 'voided', 'refunded', 'fees', 'net'] as const

const NAMES = [
  'day',
  'currency',
  ...SUMS.map((name) => `${OUR_SIDE}_${name}`),
  ...SUMS.map((name) => `gateway_${name}`),
  'gateway_seen_at',
  'gateway_is_whole',
]

function* csvOfSettlements(settlements: readonly Settlement[]): Generator<string> {
  yield csvLine(NAMES)
  for (const { day, currency, [OUR_SIDE]: ours, gateway, ...seen } of settlements) {
    const sumsOf = (side: SumsOfPayments | null) => SUMS.map((name) => side?.[name] ?? null)
    yield csvLine([
      day,
      currency,
      ...sumsOf(ours),
      ...sumsOf(gateway),
      seen.gateway_seen_at,
      String(seen.gateway_is_whole),
    ])
  }
}
