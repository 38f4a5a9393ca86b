import { z } from 'zod'
import { refundsOfStores } from '../../../db/payments/payments-of-stores.ts'
import { APPROVAL_STATES, REFUND_STATES } from '../../../db/tables/refunds.ts'
import { defineExport } from '../operator/exports.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { amountFields, createdFields } from '../operator/list-schemas.ts'
import { defineList, type ListScope, type QueriedInput } from '../operator/lists.ts'
import { byRefund } from '../operator/locate.ts'
import { amountAndTime } from '../orders/record-filters.ts'
import { refundOfStore, viewsOfRefundsOfStores } from '../orders/views-of-stores.ts'
import type { OperatorRoute } from '../route.ts'

const filters = {
  state: z.enum(REFUND_STATES).optional(),
  approval: z
    .enum(APPROVAL_STATES)
    .optional()
    .meta({ description: 'State of the approval by a second person.' }),
  ...amountFields,
  ...createdFields,
}

const ofRefunds = {
  tag: 'Refunds',
  list: 'refunds',
  filters,
  read: async ({ ctx, query }: QueriedInput<typeof filters>, scope: ListScope) => {
    const { state, approval } = query
    const filter = { state, approval, ...amountAndTime(query) }
    const { rows, next } = await refundsOfStores(ctx.db.query, { ...scope, ...filter })
    return { data: await viewsOfRefundsOfStores(ctx, rows), next }
  },
} as const

const listRefunds = defineList({
  ...ofRefunds,
  path: '/operator/v1/refunds',
  operationId: 'listRefunds',
  summary: 'List voids and refunds of all stores, newest first',
  row: refundOfStore,
  id: 'RefundsOfStores',
  description: 'A page of refunds',
})

const exportRefunds = defineExport({
  ...ofRefunds,
  path: '/operator/v1/refunds.csv',
  operationId: 'exportRefunds',
  summary: 'Export the refunds that match the filters as CSV',
  columns: [
    'id',
    'store_id',
    'order_id',
    'order_external_id',
    'payment_id',
    'kind',
    'origin',
    'amount',
    'currency',
    'state',
    'reason',
    'created_at',
    'done_at',
  ],
  cellsOf: ({ order, ...refund }) => ({
    ...refund,
    order_id: order?.id ?? null,
    order_external_id: order?.external_id ?? null,
  }),
})

const readRefund = defineLocatedRoute({
  method: 'get',
  path: '/operator/v1/refunds/{id}',
  operationId: 'readRefund',
  tag: 'Refunds',
  scope: 'read',
  locate: byRefund,
  summary: 'Read a void or refund',
  answers: { 200: { description: 'The refund', schema: refundOfStore } },
  problems: { 404: "No such refund in the person's organizations" },
  handle: async ({ ctx, row }) => {
    const [body] = await viewsOfRefundsOfStores(ctx, [row])
    return { status: 200, body }
  },
})

export const refundRoutes: readonly OperatorRoute[] = [listRefunds, exportRefunds, readRefund]
