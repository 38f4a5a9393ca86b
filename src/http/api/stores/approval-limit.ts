import { z } from 'zod'
import type { StoreRow } from '../../../db/db.ts'
import { readAmountFromZero } from '../../../domain/typed-amount.ts'
import { approvalLimitOf, formerLimitOf } from '../../../payments/orders/rules/refunds/approval.ts'
import { setApprovalLimit } from '../../../payments/stores/approval-limit.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { byStore } from '../operator/locate.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { givenRefundLimit, readRefundLimit, viewOfLimit } from '../people/refund-limits.ts'
import { type OperatorRoute, refuse } from '../route.ts'
import { approvalLimitFields } from './store-schemas.ts'

const limitView = z.object({ id: z.string(), ...approvalLimitFields }).meta({ id: 'ApprovalLimit' })

export const viewOfApprovalLimit = (store: StoreRow, now: Date) => {
  const former = formerLimitOf(store, now)
  return {
    approval_limit: viewOfLimit(approvalLimitOf(store)),
    former_approval_limit: viewOfLimit(former?.limit),
    former_approval_limit_until: former?.until.toISOString() ?? null,
  }
}

const setLimit = defineLocatedRoute({
  method: 'patch',
  path: '/operator/v1/stores/{id}/approval-limit',
  operationId: 'setApprovalLimit',
  tag: 'Stores',
  scope: 'admin',
  summary: 'Set the amount above which a refund needs the approval of a second person',
  locate: byStore,
  needsFreshSignIn: () => true,
  body: z
    .strictObject({ limit: givenRefundLimit.nullable() })
    .meta({ id: 'NewApprovalLimit', example: { limit: { amount: '1000.00', currency: 'HNL' } } }),
  answers: { 200: { description: 'The limit', schema: limitView } },
  problems: { 404: "No such store in the person's organizations", 422: 'The limit is not valid' },
  handle: async ({ ctx, store, body: { limit: given } }) => {
    const read = given && readRefundLimit('limit', given, readAmountFromZero)
    if (read?.outcome === 'refused') return read.answer
    const now = ctx.clock.now()
    const setting = { storeId: store.id, limit: read?.limit ?? null }
    const changed = await setApprovalLimit({ query: ctx.db.query, now }, setting)
    if (changed.outcome !== 'changed') return refuse(NOT_FOUND)
    const before = viewOfApprovalLimit(changed.before, now)
    const after = viewOfApprovalLimit(changed.store, now)
    return { status: 200, body: { id: store.id, ...after }, change: { before, after } }
  },
})

export const approvalLimitRoutes: readonly OperatorRoute[] = [setLimit]
