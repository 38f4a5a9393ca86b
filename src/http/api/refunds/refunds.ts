import type { z } from 'zod'
import type { OrderRow, RefundRow, StoreRow } from '../../../db/db.ts'
import { findOrderOfStore, getOrder } from '../../../db/orders/orders.ts'
import { findPayment, findPaymentOfStore } from '../../../db/payments/payments.ts'
import { type Actor, idOfActor } from '../../../domain/actor.ts'
import { currencyByCode } from '../../../domain/currencies.ts'
import type { Money } from '../../../domain/money.ts'
import { readPositiveAmount } from '../../../domain/typed-amount.ts'
import type { Language } from '../../../locales/language.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { awaitRefund, requestRefund } from '../../../payments/refunds/request-refund.ts'
import { viewOfRefundNow } from '../../../payments/tasks/waiting.ts'
import { fieldProblem, type Problem, problem, problemWords } from '../../../runtime/http/problem.ts'
import type { RequestInput } from '../../../runtime/http/route.ts'
import { refundSentence } from '../../../texts/refunds.ts'
import { viewOfOrder } from '../../../wire/order-view.ts'
import { noCurrencyMessage } from '../../requests/typed-money.ts'
import { refundRequest, refundResponse } from '../checkouts/schemas.ts'
import { byOrder } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, type MerchantInput, refuse } from '../route.ts'
import { refuseAsFrozen } from '../stores/store-refusals.ts'
import { isLargeRefund, isSecondFactorRefund } from './large-refunds.ts'
import { refuseRefund } from './refund-refusals.ts'

/**
 * Time to await the gateway before answering 202. Plugins time out after 14 seconds, so their first
 * request gets an answer.
 */
const ANSWER_TIMEOUT_MS = 10_000

export const createRefund = defineMerchantRoute({
  method: 'post',
  path: '/v1/orders/{id}/refunds',
  scope: 'refund',
  operationId: 'createRefund',
  tag: 'Orders',
  summary: 'Refund an order in full or in part',
  byPerson: {
    locate: byOrder,
    needsFreshSignIn: isLargeRefund,
    needsSecondFactor: isSecondFactorRefund,
  },
  body: refundRequest,
  requiresIdempotencyKey: true,
  answers: {
    201: { description: 'The gateway made the refund', schema: refundResponse },
    202: {
      description: 'Puente accepted the refund and sends it until the gateway has made it',
      schema: refundResponse,
    },
    200: {
      description: 'The refund of an earlier request with the same key',
      schema: refundResponse,
    },
  },
  problems: {
    403: 'The amount is above the limit of the API key for one refund (`refund_above_limit`) or one day (`refund_above_day_limit`), the key lacks the scope, or the store is disabled',
    404: 'The store has no such order, or the order has no such payment',
    409: 'The order is not paid or already refunded, another refund is in progress, this refund was cancelled, the key belongs to another request, or the store is frozen (`store_frozen`)',
    422: 'The amount is not valid or above the rest, or the gateway refused the refund',
  },
  handle: async (input) => {
    const { ctx, store, rights, actor, id, body, idempotencyKey } = input
    const amount = await readAmount(ctx, store, { id, body })
    if (amount.kind === 'invalid') return refuse(amount.problem)
    const outcome = await requestRefund(ctx, store, {
      orderExternalId: id,
      paymentId: body.payment_id,
      amount: amount.money,
      shownDecimals: body.shown_decimals,
      reason: body.reason,
      idempotencyKey,
      firstAskedAt: body.first_asked_at ? new Date(body.first_asked_at) : undefined,
      origin: actor.kind === 'person' ? 'operator' : 'store',
      refundLimit: rights.refundLimit,
      refundDayLimit: rights.refundDayLimit && {
        most: rights.refundDayLimit,
        requester: idempotencyScopeOf(actor, store),
      },
    })
    const { query } = ctx.db
    if (outcome.outcome === 'store-frozen') return refuseAsFrozen()
    if (outcome.outcome !== 'accepted') {
      const order =
        outcome.outcome === 'key-reused' || outcome.outcome === 'refused'
          ? outcome.order
          : undefined
      const paymentId = body.payment_id ?? order?.current_payment_id ?? undefined
      const payment = paymentId ? await findPaymentOfStore(query, store.id, paymentId) : undefined
      return refuse(refuseRefund(outcome, { id, body, payment }))
    }
    // With an open circuit no call goes out: answer 202 immediately.
    const isCircuitOpenFor = await ctx.circuits.isOpen({ needs: 'gateway', storeId: store.id })
    const patienceMs = isCircuitOpenFor ? 0 : ANSWER_TIMEOUT_MS
    const refund = await awaitRefund(ctx, outcome.refund, patienceMs)
    const { id: refund_id, payment_id, state, amount_minor, currency } = refund
    const status = state !== 'succeeded' ? 202 : outcome.isNew ? 201 : 200
    const order = await getOrder(query, outcome.order.id)
    const answer =
      state === 'failed' || state === 'cancelled'
        ? await refuseEnded(ctx, refund, store)
        : await answerRefund(input, { refund, order, status })
    return {
      ...answer,
      change: { after: { refund_id, payment_id, state, amount_minor, currency } },
    }
  },
})

/** API keys count by name, so that a rotated key can repeat a request. */
const idempotencyScopeOf = (
  actor: Actor,
  { id, organization_id: organizationId }: Pick<StoreRow, 'id' | 'organization_id'>,
): string =>
  JSON.stringify(
    actor.kind === 'api_key'
      ? [actor.kind, id, actor.name]
      : [actor.kind, organizationId, idOfActor(actor) ?? null],
  )

type AmountReading =
  | { kind: 'read'; money: Money | undefined }
  | { kind: 'invalid'; problem: Problem }

/** Uses the payment's currency; the order's may differ. */
const readAmount = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { id, body }: { id: string; body: z.output<typeof refundRequest> },
): Promise<AmountReading> => {
  if (body.amount === undefined) return { kind: 'read', money: undefined }
  const order = await findOrderOfStore(ctx.db.query, store.id, id)
  const paymentId = body.payment_id ?? order?.current_payment_id ?? undefined
  const payment = paymentId
    ? await findPaymentOfStore(ctx.db.query, store.id, paymentId)
    : undefined
  const currency = currencyByCode(payment?.currency ?? order?.currency ?? '')
  // The use case refuses the unknown order.
  if (!currency) return { kind: 'read', money: undefined }
  if (body.currency !== undefined && body.currency !== currency.code) {
    const requestedCurrency = currencyByCode(body.currency)
    // The use case refuses another currency than the payment's.
    return requestedCurrency
      ? { kind: 'read', money: { minor: 0n, currency: requestedCurrency } }
      : { kind: 'invalid', problem: fieldProblem('currency', noCurrencyMessage(body.currency)) }
  }
  const read = readPositiveAmount(body.amount, currency)
  return !read.ok
    ? { kind: 'invalid', problem: fieldProblem('amount', read.message) }
    : { kind: 'read', money: read.money }
}

/** Answers with the refund as of now, and a sentence in the reader's language. */
export const answerRefund = async (
  { ctx, store, reader }: MerchantInput & Pick<RequestInput<unknown, unknown>, 'reader'>,
  { refund, order, status = 200 }: { refund: RefundRow; order: OrderRow; status?: number },
): Promise<Answer> => {
  const { query } = ctx.db
  const language = reader ?? store.locale
  const payment = await findPayment(query, refund.payment_id)
  const body: z.output<typeof refundResponse> = {
    refund: await viewOfRefundNow(query, refund, ctx.clock.now()),
    order: viewOfOrder(order),
    message: refundSentence(refund, { payment, locale: language }),
  }
  return { status, body, language }
}

const refuseEnded = async (
  ctx: PaymentsContext,
  refund: RefundRow,
  store: Pick<StoreRow, 'locale'>,
): Promise<Answer> => {
  const payment = await findPayment(ctx.db.query, refund.payment_id)
  const sentence = (locale: Language) => refundSentence(refund, { payment, locale })
  if (refund.state === 'cancelled') {
    const words = problemWords('refundCancelled', (locale) => ({
      refund: refund.id,
      sentence: sentence(locale),
    }))
    return refuse(problem({ code: 'refund_withdrawn', ...words }))
  }
  const { code = 'refused', words: said = [] } = refund.refusal ?? {}
  const gateway_message = said.join(' ') || undefined
  const words = problemWords('refundFailed', (locale) => ({
    sentence: sentence(locale),
    // The gateway answers in the store's language.
    reply: (locale === store.locale ? gateway_message : undefined) ?? 'none',
  }))
  return refuse(problem({ code: `refund_${code}`, ...words, gateway_message }))
}
