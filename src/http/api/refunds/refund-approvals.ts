import { z } from 'zod'
import type { RefundRow } from '../../../db/db.ts'
import {
  type ApprovalOutcome,
  approveRefund,
  rejectRefund,
} from '../../../payments/refunds/decide-approval.ts'
import { awaitRefund } from '../../../payments/refunds/request-refund.ts'
import { problem } from '../../../runtime/http/problem.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { refundResponse } from '../checkouts/schemas.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { byRefund } from '../operator/locate.ts'
import { type Answer, type MerchantInput, type OperatorRoute, refuse } from '../route.ts'
import { refuseAsFrozen } from '../stores/store-refusals.ts'
import { isSecondFactorApproval } from './large-refunds.ts'
import { problemOfApproval, refuseRefund } from './refund-refusals.ts'
import { answerRefund } from './refunds.ts'

const PATIENCE_MS = 10_000

const ofRefund = {
  method: 'post',
  tag: 'Refunds',
  scope: 'refund',
  locate: byRefund,
} as const

const approve = defineLocatedRoute({
  ...ofRefund,
  path: '/operator/v1/refunds/{id}/approve',
  operationId: 'approveRefund',
  summary: "Approve another person's refund that exceeds the store's limit",
  needsFreshSignIn: () => true,
  needsSecondFactor: isSecondFactorApproval,
  answers: { 200: { description: 'The approved refund', schema: refundResponse } },
  problems: {
    403: 'The person requested the refund or created the API key that did (`refund_own_request`), or the refund exceeds their limit (`refund_above_limit`)',
    404: "No such refund in the person's organizations",
    409: 'The refund awaits no approval (`refund_not_awaiting_approval`), or the store is frozen (`store_frozen`)',
  },
  handle: async (input) => {
    const { ctx, row, rights } = input
    const outcome = await approveRefund(ctx, {
      refundId: row.id,
      approver: approverOf(input),
      refundLimit: rights.refundLimit,
    })
    return answerDecision(input, outcome)
  },
})

const reject = defineLocatedRoute({
  ...ofRefund,
  path: '/operator/v1/refunds/{id}/reject',
  operationId: 'rejectRefund',
  summary: 'Reject a refund that waits for a second person; no money moves',
  body: z.strictObject({ why: plainText(500) }),
  answers: { 200: { description: 'The rejected refund', schema: refundResponse } },
  problems: {
    404: "No such refund in the person's organizations",
    409: 'The refund awaits no approval (`refund_not_awaiting_approval`)',
  },
  handle: async (input) => {
    const { ctx, row, body } = input
    const decision = { refundId: row.id, approver: approverOf(input), why: body.why }
    return answerDecision(input, await rejectRefund(ctx, decision))
  },
})

const approverOf = ({ person: { id, name } }: { person: { id: string; name: string } }) =>
  ({ kind: 'person', id, name }) as const

type Deciding = Parameters<typeof answerRefund>[0] & MerchantInput & { id: string; row: RefundRow }

const answerDecision = async (input: Deciding, outcome: ApprovalOutcome): Promise<Answer> => {
  switch (outcome.outcome) {
    case 'decided': {
      const refund = await awaitRefund(input.ctx, outcome.refund, PATIENCE_MS)
      const { id: refund_id, amount_minor, currency, approval } = outcome.refund
      const after = { refund_id, amount_minor, currency, state: approval?.state }
      const answer = await answerRefund(input, { refund, order: outcome.order })
      return { ...answer, change: { before: { state: 'pending' }, after } }
    }
    case 'no-such-refund':
      return refuse(problem({ code: 'no_such_refund', title: 'There is no such refund' }))
    case 'not-awaited':
      return refuse(problemOfApproval('refundNotAwaitingApproval', outcome.refund))
    case 'own-request':
      return refuse(problemOfApproval('refundOwnRequest', outcome.refund))
    case 'store-frozen':
      return refuseAsFrozen()
    case 'above-limit':
      return refuse(refuseRefund(outcome, { id: input.id, body: {}, payment: undefined }))
  }
}

export const approvalRoutes: readonly OperatorRoute[] = [approve, reject]
