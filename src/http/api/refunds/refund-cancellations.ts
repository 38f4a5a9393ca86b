import type { z } from 'zod'
import { findPayment } from '../../../db/payments/payments.ts'
import { RefundId } from '../../../domain/ids.ts'
import type { Language } from '../../../locales/language.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import {
  type CancelRefundOutcome,
  cancelWaitingRefund,
} from '../../../payments/refunds/resolve-refund.ts'
import { viewOfRefundNow } from '../../../payments/tasks/waiting.ts'
import { type Problem, problem, problemWords } from '../../../runtime/http/problem.ts'
import { refundSentence } from '../../../texts/refunds.ts'
import { viewOfOrder } from '../../../wire/order-view.ts'
import { refundCancellation, refundResponse } from '../checkouts/schemas.ts'
import { byRefund } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, refuse } from '../route.ts'

export const cancelRefund = defineMerchantRoute({
  method: 'post',
  path: '/v1/orders/{id}/refunds/{refund_id}/cancel',
  scope: 'refund',
  operationId: 'cancelRefund',
  tag: 'Orders',
  summary: 'Cancel a waiting refund',
  byPerson: {
    path: '/operator/v1/refunds/{id}/cancel',
    tag: 'Refunds',
    locate: byRefund,
  },
  answers: { 200: { description: 'The refund, cancelled', schema: refundResponse } },
  problems: {
    404: 'The store has no such order, or the order no such refund',
    409: 'The gateway is being asked for it, or it is done or refused',
  },
  handle: async ({ ctx, store, id, refundId, reader }) => {
    const outcome = await cancelWaitingRefund(ctx, {
      storeId: store.id,
      orderExternalId: id,
      target: { by: 'id', refundId: RefundId.parse(refundId) },
    })
    return answerCancellation(ctx, outcome, reader ?? store.locale)
  },
})

export const cancelRefundByKey = defineMerchantRoute({
  method: 'post',
  path: '/v1/orders/{id}/refunds/cancel',
  scope: 'refund',
  operationId: 'cancelRefundByKey',
  tag: 'Orders',
  summary: 'Cancel a waiting refund by its Idempotency-Key',
  body: refundCancellation,
  answers: { 200: { description: 'The refund, cancelled', schema: refundResponse } },
  problems: {
    404: 'The store has no such order, or the order no refund under this key',
    409: 'The gateway is being asked for it, or it is done or refused',
  },
  handle: async ({ ctx, store, id, body, reader }) => {
    const outcome = await cancelWaitingRefund(ctx, {
      storeId: store.id,
      orderExternalId: id,
      target: { by: 'key', idempotencyKey: body.idempotency_key },
    })
    return answerCancellation(ctx, outcome, reader ?? store.locale)
  },
})

const answerCancellation = async (
  ctx: PaymentsContext,
  outcome: CancelRefundOutcome,
  language: Language,
): Promise<Answer> => {
  switch (outcome.outcome) {
    case 'no-such-order':
      return refuse(refuseUnknown('no_such_order', 'The store has no such order'))
    case 'no-such-refund':
      return refuse(refuseUnknown('no_such_refund', 'The order has no such refund'))
    case 'cancelled': {
      const { refund, order } = outcome
      const payment = await findPayment(ctx.db.query, refund.payment_id)
      const body: z.output<typeof refundResponse> = {
        refund: await viewOfRefundNow(ctx.db.query, refund, ctx.clock.now()),
        order: viewOfOrder(order),
        message: refundSentence(refund, { payment, locale: language }),
      }
      return { status: 200, body, language }
    }
    case 'too-late': {
      const { state, payment_id: paymentId } = outcome.refund
      const payment = await findPayment(ctx.db.query, paymentId)
      const code =
        state === 'succeeded' ? 'refund_done' : state === 'failed' ? 'refund_refused' : undefined
      const isOver = code !== undefined
      return refuse(
        problem({
          status: 409,
          code: code ?? 'refund_under_way',
          ...problemWords('refundNotCancellable', (locale) => ({
            refund: outcome.refund.id,
            state,
            sentence: refundSentence(outcome.refund, { payment, locale }),
          })),
          retry: isOver ? 'permanent' : 'retry',
        }),
      )
    }
  }
}

/** Answers 404 with a code that clients can tell from the 404 of an unknown path. */
export const refuseUnknown = (code: 'no_such_order' | 'no_such_refund', title: string): Problem =>
  problem({ status: 404, code, title, retry: 'permanent' })
