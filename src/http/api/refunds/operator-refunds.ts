import { z } from 'zod'
import { refundsOfStores } from '../../../db/payments/payments-of-stores.ts'
import { findRefund } from '../../../db/payments/refunds.ts'
import { REFUND_STATES } from '../../../db/tables/refunds.ts'
import { RefundId } from '../../../domain/ids.ts'
import { isStorable } from '../../../runtime/text/storable.ts'
import { amountFields, createdFields } from '../operator/list-schemas.ts'
import { defineList } from '../operator/lists.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { amountAndTime } from '../orders/operator-orders.ts'
import { refundOfStore, viewsOfRefundsOfStores } from '../orders/views-of-stores.ts'
import { defineOperatorRoute, type OperatorRoute, refuse } from '../route.ts'

export const refundFilters = {
  state: z.enum(REFUND_STATES).optional(),
  ...amountFields,
  ...createdFields,
}

const listRefunds = defineList({
  path: '/operator/v1/refunds',
  operationId: 'listRefunds',
  tag: 'Refunds',
  summary: 'List voids and refunds of all stores, newest first',
  list: 'refunds',
  filters: { ...refundFilters },
  row: refundOfStore,
  id: 'RefundsOfStores',
  description: 'A page of refunds',
  read: async (input, scope) => {
    const { ctx, query } = input
    const filter = { state: query.state, ...amountAndTime(query) }
    const { rows, next } = await refundsOfStores(ctx.db.query, { ...scope, ...filter })
    return { data: await viewsOfRefundsOfStores(ctx, rows), next }
  },
})

const readRefund = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/refunds/{id}',
  operationId: 'readRefund',
  tag: 'Refunds',
  scope: 'read',
  summary: 'Read a void or a refund',
  answers: { 200: { description: 'The refund', schema: refundOfStore } },
  problems: { 404: 'The person has no such refund' },
  handle: async ({ ctx, id, accessTo }) => {
    const refund = isStorable(id) ? await findRefund(ctx.db.query, RefundId.parse(id)) : undefined
    const access = await accessTo(refund?.store_id)
    if (access.outcome === 'refused') return access.answer
    const [body] = await viewsOfRefundsOfStores(ctx, refund ? [refund] : [])
    return body ? { status: 200, body } : refuse(NOT_FOUND)
  },
})

export const refundRoutes: readonly OperatorRoute[] = [listRefunds, readRefund]
