import type { RefundRow } from '../../../db/db.ts'
import { findOrderOfStore, getOrder } from '../../../db/orders/orders.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import { findRefund } from '../../../db/payments/refunds.ts'
import type { RefundState } from '../../../db/tables/refunds.ts'
import { RefundId } from '../../../domain/ids.ts'
import {
  type PaymentsContext,
  REFUND_SIGNAL,
  WORK_SIGNAL,
} from '../../../payments/ports/context.ts'
import { awaitRefund } from '../../../payments/refunds/request-refund.ts'
import { cancelWaitingRefund, resolveRefund } from '../../../payments/refunds/resolve-refund.ts'
import { tryRefundNow } from '../../../payments/tasks/try-refund.ts'
import { type Problem, problem, problemWords } from '../../../runtime/http/problem.ts'
import type { ProblemCode } from '../../../runtime/http/problem-codes.ts'
import type { RequestInput } from '../../../runtime/http/route.ts'
import { refundSentence } from '../../../texts/refunds.ts'
import { refundCancellation, refundResolution, refundResponse } from '../checkouts/schemas.ts'
import { byRefund } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, type MerchantInput, refuse } from '../route.ts'
import { isSecondFactorResolution } from './large-refunds.ts'
import { problemOfApproval, problemOfUnresolved, refuseRefund } from './refund-refusals.ts'
import { answerRefund } from './refunds.ts'

const PATIENCE_MS = 10_000

type RefundInput = MerchantInput & Pick<RequestInput<unknown, unknown>, 'id' | 'reader'>
type CancelTarget = Parameters<typeof cancelWaitingRefund>[1]['target']

const ofOrder = { method: 'post', scope: 'refund', tag: 'Orders' } as const

const CANCELLATION = {
  ...ofOrder,
  answers: { 200: { description: 'The cancelled refund', schema: refundResponse } },
  problems: {
    404: 'The store has no such order, or the order has no such refund',
    409: 'Puente is sending the refund to the gateway (`refund_under_way`), or the refund has ended (`refund_done`, `refund_refused`, `refund_withdrawn`)',
  },
}

export const cancelRefund = defineMerchantRoute({
  ...CANCELLATION,
  path: '/v1/orders/{id}/refunds/{refund_id}/cancel',
  operationId: 'cancelRefund',
  summary: 'Cancel a waiting refund',
  byPerson: { path: '/operator/v1/refunds/{id}/cancel', tag: 'Refunds', locate: byRefund },
  handle: (input) => cancel(input, { by: 'id', refundId: RefundId.parse(input.refundId) }),
})

export const cancelRefundByKey = defineMerchantRoute({
  ...CANCELLATION,
  path: '/v1/orders/{id}/refunds/cancel',
  operationId: 'cancelRefundByKey',
  summary: 'Cancel a waiting refund by its Idempotency-Key',
  body: refundCancellation,
  handle: (input) => cancel(input, { by: 'key', idempotencyKey: input.body.idempotency_key }),
})

export const resolveUnknownRefund = defineMerchantRoute({
  ...ofOrder,
  path: '/v1/orders/{id}/refunds/{refund_id}/resolve',
  operationId: 'resolveRefund',
  summary: 'Resolve a refund with an unknown outcome',
  byPerson: {
    path: '/operator/v1/refunds/{id}/resolve',
    tag: 'Refunds',
    locate: byRefund,
    needsSecondFactor: isSecondFactorResolution,
  },
  body: refundResolution,
  answers: { 200: { description: 'The resolved refund', schema: refundResponse } },
  problems: {
    403: 'The amount exceeds the limit of the API key for one refund (`refund_above_limit`)',
    404: 'The store has no such order, or the order has no such refund',
    409: 'The refund does not await an answer (`refund_not_in_question`), Puente sent it within the last hour (`refund_under_way`, retry), the gateway shows no matching refund (`no_such_refund_at_gateway`), or the refund exceeds the remainder of the charge (`refund_above_rest`)',
  },
  handle: async (input) => {
    const { ctx, store, rights, id, refundId, body } = input
    const outcome = await resolveRefund(ctx, {
      storeId: store.id,
      orderExternalId: id,
      refundId: RefundId.parse(refundId),
      resolution: body.resolution,
      refundLimit: rights.refundLimit,
    })
    switch (outcome.outcome) {
      case 'no-such-order':
      case 'no-such-refund':
        return refuse(NOT_KNOWN[outcome.outcome])
      case 'above-limit':
        return refuse(refuseRefund(outcome, { id, body: {}, payment: undefined }))
      case 'resolved': {
        const refund = await awaitRefund(ctx, outcome.refund, PATIENCE_MS)
        return answerRefund(input, { refund, order: outcome.order })
      }
      default:
        return refuse(problemOfUnresolved(outcome))
    }
  },
})

export const tryRefund = defineMerchantRoute({
  ...ofOrder,
  path: '/v1/orders/{id}/refunds/{refund_id}/try',
  operationId: 'tryRefund',
  summary: 'Run the next step of an open refund now',
  byPerson: { path: '/operator/v1/refunds/{id}/try', tag: 'Refunds', locate: byRefund },
  answers: {
    200: { description: 'The refund, after or during the step', schema: refundResponse },
  },
  problems: {
    404: 'The store has no such order, or the order has no such refund',
    409: 'The refund has ended (`refund_done`, `refund_refused`, `refund_withdrawn`), or waits for a second person (`refund_awaits_approval`)',
  },
  handle: async (input) => {
    const { ctx, store, id } = input
    const { query } = ctx.db
    const order = await findOrderOfStore(query, store.id, id)
    if (!order) return refuse(NOT_KNOWN['no-such-order'])
    const refundId = RefundId.parse(input.refundId)
    const tried = nextTry(ctx, refundId)
    const about = { query, now: ctx.clock.now(), orderId: order.id }
    const outcome = await tryRefundNow(about, refundId)
    switch (outcome.outcome) {
      case 'no-such-refund':
        return refuse(NOT_KNOWN[outcome.outcome])
      case 'awaits-approval':
        return refuse(problemOfApproval('refundAwaitsApproval', outcome.refund))
      case 'over':
        return refuse(await problemOfEnded(ctx, outcome.refund))
      case 'under-way':
        return answerRefund(input, {
          refund: await awaitRefund(ctx, outcome.refund, PATIENCE_MS),
          order,
        })
      case 'due': {
        ctx.signals.send(WORK_SIGNAL)
        await tried
        const refund = (await findRefund(query, refundId)) ?? outcome.refund
        return answerRefund(input, { refund, order: await getOrder(query, order.id) })
      }
    }
  },
})

/** Resolves after the refund's next try or a timeout. */
const nextTry = ({ signals }: PaymentsContext, id: RefundId): Promise<void> =>
  signals.next(REFUND_SIGNAL, id, PATIENCE_MS)

const cancel = async (input: RefundInput, target: CancelTarget): Promise<Answer> => {
  const { ctx, store, id } = input
  const about = { storeId: store.id, orderExternalId: id, target }
  const outcome = await cancelWaitingRefund(ctx, about)
  switch (outcome.outcome) {
    case 'no-such-order':
    case 'no-such-refund':
      return refuse(NOT_KNOWN[outcome.outcome])
    case 'cancelled':
      return answerRefund(input, outcome)
    case 'too-late':
      return refuse(await problemOfEnded(ctx, outcome.refund, 'refundNotCancellable'))
  }
}

/** Problem of an action that comes too late for a refund. */
const problemOfEnded = async (
  ctx: PaymentsContext,
  refund: RefundRow,
  message: 'refundNotCancellable' | 'refundEnded' = 'refundEnded',
): Promise<Problem> => {
  const { id, state, payment_id } = refund
  const payment = await findPayment(ctx.db.query, payment_id)
  const words = problemWords(message, (locale) => ({
    refund: id,
    state,
    sentence: refundSentence(refund, { payment, locale }),
  }))
  const code = TOO_LATE[state] ?? 'refund_under_way'
  return problem({ status: 409, code, ...words })
}

const TOO_LATE: Partial<Record<RefundState, ProblemCode>> = {
  succeeded: 'refund_done',
  failed: 'refund_refused',
  cancelled: 'refund_withdrawn',
}

/** Differ from `not_found`, which also means an unknown path. */
const NOT_KNOWN = {
  'no-such-order': problem({ code: 'no_such_order', title: 'The store has no such order' }),
  'no-such-refund': problem({ code: 'no_such_refund', title: 'The order has no such refund' }),
} as const
