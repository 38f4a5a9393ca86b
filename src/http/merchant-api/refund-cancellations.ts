import type { z } from 'zod'
import { findPayment } from '../../ledger/payments.ts'
import type { Locale } from '../../ledger/tables/stores.ts'
import type { PaymentsContext } from '../../payments/context.ts'
import { viewOfOrder } from '../../payments/order-view.ts'
import { viewOfReversalNow } from '../../payments/waiting.ts'
import { type WithdrawalOutcome, withdrawReversal } from '../../payments/withdraw-reversal.ts'
import { type Problem, problem } from '../problem.ts'
import { refundSentence } from '../refund-sentences.ts'
import { type Answer, defineRoute, refuse } from './route.ts'
import { refundCancellation, refundResponse } from './schemas.ts'

export const cancelRefund = defineRoute({
  method: 'post',
  path: '/v1/orders/{id}/refunds/{refund_id}/cancel',
  operationId: 'cancelRefund',
  tag: 'Orders',
  summary: 'Withdraw a refund that waits',
  answers: { 200: { description: 'The refund, withdrawn', schema: refundResponse } },
  problems: {
    404: 'The store has no such order, or the order no such refund',
    409: 'The gateway is being asked for it, or it is done or refused',
  },
  handle: async ({ ctx, store, id, refundId, reader }) => {
    const outcome = await withdrawReversal(ctx, {
      storeId: store.id,
      orderExternalId: id,
      asked: { reversalId: refundId },
    })
    return answerWithdrawal(ctx, outcome, reader ?? store.locale)
  },
})

export const cancelRefundByKey = defineRoute({
  method: 'post',
  path: '/v1/orders/{id}/refunds/cancel',
  operationId: 'cancelRefundByKey',
  tag: 'Orders',
  summary: 'Withdraw a refund that waits, known by its Idempotency-Key',
  body: refundCancellation,
  answers: { 200: { description: 'The refund, withdrawn', schema: refundResponse } },
  problems: {
    404: 'The store has no such order, or the order no refund under this key',
    409: 'The gateway is being asked for it, or it is done or refused',
  },
  handle: async ({ ctx, store, id, body, reader }) => {
    const outcome = await withdrawReversal(ctx, {
      storeId: store.id,
      orderExternalId: id,
      asked: { idempotencyKey: body.idempotency_key },
    })
    return answerWithdrawal(ctx, outcome, reader ?? store.locale)
  },
})

const answerWithdrawal = async (
  ctx: PaymentsContext,
  outcome: WithdrawalOutcome,
  language: Locale,
): Promise<Answer> => {
  const payment =
    'reversal' in outcome
      ? await findPayment(ctx.ledger.query, outcome.reversal.payment_id)
      : undefined
  switch (outcome.outcome) {
    case 'no-such-order':
      return refuse(unknown('no_such_order', 'The store has no such order'))
    case 'no-such-refund':
      return refuse(unknown('no_such_refund', 'The order has no such refund'))
    case 'withdrawn': {
      const { reversal, order } = outcome
      const body: z.output<typeof refundResponse> = {
        refund: await viewOfReversalNow(ctx.ledger.query, reversal, ctx.clock.now()),
        order: viewOfOrder(order),
        message: refundSentence(reversal, { payment, locale: language }),
      }
      return { status: 200, body, language }
    }
    case 'too-late': {
      const { state } = outcome.reversal
      const isOver = state === 'done' || state === 'refused'
      return refuse(
        problem({
          status: 409,
          code: isOver ? `refund_${state}` : 'refund_under_way',
          title: isOver
            ? `The refund is ${state} already`
            : 'The gateway is being asked for the refund, or has accepted it',
          detail: `Refund ${outcome.reversal.id} is ${state}; only one that is waiting can be withdrawn. ${refundSentence(outcome.reversal, { payment, locale: 'en' })}`,
          retry: isOver ? 'permanent' : 'retry',
          inSpanish: {
            title: isOver
              ? 'El reembolso ya terminó'
              : 'Se está pidiendo el reembolso a la pasarela, o ella ya lo aceptó',
            detail: `Solo se puede retirar un reembolso que espera. ${refundSentence(outcome.reversal, { payment, locale: 'es' })}`,
          },
        }),
      )
    }
  }
}

/** With a code of its own: whoever deletes a refund has to know this from an address that is not there. */
const unknown = (code: 'no_such_order' | 'no_such_refund', title: string): Problem =>
  problem({ status: 404, code, title, retry: 'permanent' })
