import type { z } from 'zod'
import { findPayment } from '../../../db/payments/payments.ts'
import { RefundId } from '../../../domain/ids.ts'
import { formatMoney } from '../../../domain/money.ts'
import { moneyInWords } from '../../../domain/money-text.ts'
import type { Language } from '../../../locales/language.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { awaitRefund } from '../../../payments/refunds/request-refund.ts'
import {
  type ResolveRefundOutcome,
  resolveRefund,
} from '../../../payments/refunds/resolve-refund.ts'
import { viewOfRefundNow } from '../../../payments/tasks/waiting.ts'
import { type Problem, problem, problemWords } from '../../../runtime/http/problem.ts'
import { refundSentence } from '../../../texts/refunds.ts'
import { viewOfOrder } from '../../../wire/order-view.ts'
import { refundResolution, refundResponse } from '../checkouts/schemas.ts'
import { byRefund } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, refuse } from '../route.ts'
import { refuseUnknown } from './refund-cancellations.ts'
import { refuseRefund } from './refund-refusals.ts'

const PATIENCE_MS = 10_000

export const resolveUnknownRefund = defineMerchantRoute({
  method: 'post',
  path: '/v1/orders/{id}/refunds/{refund_id}/resolve',
  scope: 'refund',
  operationId: 'resolveRefund',
  tag: 'Orders',
  summary: 'Resolve a refund with an unknown outcome',
  byPerson: {
    path: '/operator/v1/refunds/{id}/resolve',
    tag: 'Refunds',
    locate: byRefund,
  },
  body: refundResolution,
  answers: { 200: { description: 'The refund after the answer', schema: refundResponse } },
  problems: {
    403: 'The amount is above what the API key may refund at once (`refund_above_limit`)',
    404: 'The store has no such order, or the order no such refund',
    409: 'The refund does not await an answer, Puente sent it within the last hour, the gateway shows no matching refund, or the rest of the charge is smaller than the refund',
  },
  handle: async ({ ctx, store, rights, id, refundId, body, reader }) => {
    const outcome = await resolveRefund(ctx, {
      storeId: store.id,
      orderExternalId: id,
      refundId: RefundId.parse(refundId),
      resolution: body.resolution,
      refundLimit: rights.refundLimit,
    })
    return answerResolution(ctx, outcome, { orderId: id, locale: reader ?? store.locale })
  },
})

const answerResolution = async (
  ctx: PaymentsContext,
  outcome: ResolveRefundOutcome,
  { orderId, locale }: { orderId: string; locale: Language },
): Promise<Answer> => {
  switch (outcome.outcome) {
    case 'no-such-order':
      return refuse(refuseUnknown('no_such_order', 'The store has no such order'))
    case 'no-such-refund':
      return refuse(refuseUnknown('no_such_refund', 'The order has no such refund'))
    case 'resolved': {
      const refund = await awaitRefund(ctx, outcome.refund, PATIENCE_MS)
      const payment = await findPayment(ctx.db.query, refund.payment_id)
      const body: z.output<typeof refundResponse> = {
        refund: await viewOfRefundNow(ctx.db.query, refund, ctx.clock.now()),
        order: viewOfOrder(outcome.order),
        message: refundSentence(refund, { payment, locale }),
      }
      return { status: 200, body, language: locale }
    }
    case 'above-limit': {
      const input = { id: orderId, body: {}, payment: undefined }
      return refuse(refuseRefund({ outcome: 'above-limit' }, input))
    }
    case 'not-in-question':
    case 'too-early':
    case 'not-at-gateway':
    case 'above-rest':
      return refuse(problemOfUnresolved(outcome))
  }
}

type Unresolved = Extract<
  ResolveRefundOutcome,
  { outcome: 'not-in-question' | 'too-early' | 'not-at-gateway' | 'above-rest' }
>

/** Maps a rejected resolution to its problem. */
export const problemOfUnresolved = (outcome: Unresolved): Problem => {
  const { id: refund, state } = outcome.refund
  switch (outcome.outcome) {
    case 'not-in-question':
      return problem({
        status: 409,
        code: 'refund_not_in_question',
        ...problemWords('refundNotInQuestion', () => ({ refund, state })),
        retry: 'permanent',
      })
    case 'too-early':
      return problem({
        status: 409,
        code: 'refund_under_way',
        ...problemWords('refundSentRecently', () => ({ refund })),
        retry: 'retry',
      })
    case 'not-at-gateway':
      return problem({
        status: 409,
        code: 'no_such_refund_at_gateway',
        ...problemWords('noRefundAtGateway', () => ({ refund })),
        retry: 'permanent',
      })
    case 'above-rest': {
      const { rest } = outcome
      return problem({
        status: 409,
        code: 'refund_above_rest',
        ...problemWords('refundAboveRest', (language) => ({
          refund,
          amount: moneyInWords(formatMoney(rest), rest.currency.code, language),
        })),
        retry: 'permanent',
      })
    }
  }
}
