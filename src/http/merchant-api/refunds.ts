import type { z } from 'zod'
import type { OrderRow, ReversalRow, StoreRow } from '../../ledger/ledger.ts'
import { findOrderOfStore, getOrder } from '../../ledger/orders.ts'
import { findPayment } from '../../ledger/payments.ts'
import type { PaymentsContext } from '../../payments/context.ts'
import { viewOfOrder, viewOfReversal } from '../../payments/order-view.ts'
import {
  awaitReversal,
  type ReversalRequestOutcome,
  requestReversal,
} from '../../payments/request-reversal.ts'
import { currencyByCode } from '../../platform/currencies.ts'
import { formatMoney, type Money, moneyFromMinor, parseMoney } from '../../platform/money.ts'
import { invalidFields, notFound, problem } from '../problem.ts'
import { type Answer, defineRoute, refuse } from './route.ts'
import { AMOUNT_MESSAGES, refundRequest, refundResponse } from './schemas.ts'

/**
 * A shop that waits longer than this for the gateway is told that it is under way. The WooCommerce
 * plugin waits 14 seconds, so that it has an answer within its first try.
 */
const PATIENCE_MS = 10_000

export const createRefund = defineRoute({
  method: 'post',
  path: '/v1/orders/{id}/refunds',
  operationId: 'createRefund',
  tag: 'Orders',
  summary: 'Give money back: all of it, or a part',
  body: refundRequest,
  requiresIdempotencyKey: true,
  answers: {
    201: { description: 'The gateway has given the money back', schema: refundResponse },
    202: {
      description: 'Accepted; the gateway has not done it yet, and is asked until it has',
      schema: refundResponse,
    },
    200: { description: 'The same key asked for the same before', schema: refundResponse },
  },
  problems: {
    404: 'The store has no such order, or the order no such payment',
    409: 'The order is not paid, or was given back, or another refund of it is under way, or this one was withdrawn, or the key was used for something else',
    422: 'The amount is not valid or above what is left, or the gateway refuses',
  },
  handle: async ({ ctx, store, id, body, idempotencyKey }) => {
    const amount = await readAmount(ctx, store, { id, body })
    if (amount.kind === 'invalid') return refuse(amount.problem)
    const outcome = await requestReversal(ctx, store, {
      orderExternalId: id,
      paymentId: body.payment_id,
      amount: amount.money,
      reason: body.reason,
      idempotencyKey,
      firstAskedAt: body.first_asked_at ? new Date(body.first_asked_at) : undefined,
      origin: 'store',
    })
    if (outcome.outcome !== 'accepted') return answerRefusal(outcome, { id, body })
    const reversal = await awaitReversal(ctx, outcome.reversal, PATIENCE_MS)
    const order = await getOrder(ctx.ledger.query, outcome.order.id)
    return answerOf({ reversal, order, isNew: outcome.isNew })
  },
})

type AmountReading =
  | { kind: 'read'; money: Money | undefined }
  | { kind: 'invalid'; problem: ReturnType<typeof invalidFields> }

/** A decimal is an amount in the currency of what was paid; an order's may differ from it. */
const readAmount = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { id, body }: { id: string; body: z.output<typeof refundRequest> },
): Promise<AmountReading> => {
  if (body.amount === undefined) return { kind: 'read', money: undefined }
  const order = await findOrderOfStore(ctx.ledger.query, store.id, id)
  const paymentId = body.payment_id ?? order?.current_payment_id ?? undefined
  const payment = paymentId ? await findPayment(ctx.ledger.query, paymentId) : undefined
  const currency = currencyByCode(payment?.currency ?? order?.currency ?? '')
  // No order, no currency: the use case says so.
  if (!currency) return { kind: 'read', money: undefined }
  if (body.currency !== undefined && body.currency !== currency.code) {
    const asked = currencyByCode(body.currency)
    // The use case compares it with the payment's, and refuses it.
    return asked
      ? { kind: 'read', money: { minor: 0n, currency: asked } }
      : invalid('currency', 'Must be an alphabetic ISO 4217 code such as "HNL"')
  }
  const parsed = parseMoney(body.amount, currency)
  if (!parsed.ok) return invalid('amount', AMOUNT_MESSAGES[parsed.reason])
  return parsed.money.minor > 0n
    ? { kind: 'read', money: parsed.money }
    : invalid('amount', 'Must be above zero')
}

const invalid = (field: 'amount' | 'currency', message: string): AmountReading => ({
  kind: 'invalid',
  problem: invalidFields([{ code: 'custom', path: [field], message, input: undefined }]),
})

const answerOf = ({
  reversal,
  order,
  isNew,
}: {
  reversal: ReversalRow
  order: OrderRow
  isNew: boolean
}): Answer => {
  if (reversal.state === 'refused') {
    return refuse(
      problem({
        status: 422,
        code: `refund_${reversal.refusal?.code ?? 'refused'}`,
        title: 'The money was not given back',
        detail: reversal.refusal?.words.join(' ') || undefined,
        retry: 'permanent',
      }),
    )
  }
  if (reversal.state === 'withdrawn') {
    return refuse(
      problem({
        status: 409,
        code: 'refund_withdrawn',
        title: 'This refund was withdrawn',
        detail: `Refund ${reversal.id} waited, and was taken back. A new key asks for a new one.`,
        retry: 'permanent',
      }),
    )
  }
  const body: z.output<typeof refundResponse> = {
    refund: viewOfReversal(reversal),
    order: viewOfOrder(order),
  }
  if (reversal.state !== 'done') return { status: 202, body }
  return { status: isNew ? 201 : 200, body }
}

const answerRefusal = (
  outcome: Exclude<ReversalRequestOutcome, { outcome: 'accepted' }>,
  asked: Asked,
): Answer => {
  switch (outcome.outcome) {
    case 'no-such-order':
      return refuse(notFound('The store has no such order'))
    case 'no-such-payment':
      return refuse(notFound('The order has no such payment'))
    case 'key-reused':
      return refuse(
        problem({
          status: 409,
          code: 'idempotency_key_reused',
          title: 'This Idempotency-Key asked for something else before',
          detail: `Before: ${wishBefore(outcome)}. Now: ${wishNow(asked)}. A new wish needs a key of its own.`,
          retry: 'permanent',
        }),
      )
    case 'wrong-currency':
      return refuse(
        problem({
          status: 422,
          code: 'wrong_currency',
          title: `The payment was made in ${outcome.currency}`,
          retry: 'permanent',
        }),
      )
    case 'refused': {
      const rest = `${formatMoney(outcome.rest)} ${outcome.rest.currency.code}`
      const { title, status, retry } = REFUSALS[outcome.because]
      return refuse(
        problem({
          status,
          code: `refund_${outcome.because}`,
          title,
          detail: `Order ${outcome.order.external_id} is ${outcome.order.status}; ${rest} can be given back.${whatIsUnderWay(outcome.underWay)}`,
          retry,
        }),
      )
    }
  }
}

/** What a request asks for, as the shop wrote it. */
interface Asked {
  id: string
  body: z.output<typeof refundRequest>
}

const wishBefore = ({ reversal, order }: { reversal: ReversalRow; order: OrderRow }): string =>
  [
    `${amountOf(reversal)} of order ${order.external_id}`,
    reasonIn(reversal.reason),
    `refund ${reversal.id} of payment ${reversal.payment_id}, which is ${reversal.state}`,
  ].join(', ')

const wishNow = ({ id, body }: Asked): string =>
  [
    `${body.amount ?? 'all that is left'} of order ${id}`,
    reasonIn(body.reason),
    ...(body.payment_id ? [`payment ${body.payment_id}`] : []),
  ].join(', ')

const reasonIn = (reason: string | null | undefined): string =>
  reason ? `reason "${reason}"` : 'no reason given'

const amountOf = ({ amount_minor, currency }: ReversalRow): string =>
  `${formatMoney(moneyFromMinor(amount_minor, currency))} ${currency}`

const whatIsUnderWay = (reversal: ReversalRow | undefined): string => {
  if (!reversal) return ''
  const what = ` Refund ${reversal.id} of ${amountOf(reversal)} is ${reversal.state}`
  return reversal.state === 'waiting' ? `${what}, and can be withdrawn.` : `${what}.`
}

const REFUSALS = {
  not_paid: { status: 409, title: 'The order is not paid', retry: 'permanent' },
  voided: { status: 409, title: 'The charge was voided', retry: 'permanent' },
  nothing_left: { status: 409, title: 'All of it was given back already', retry: 'permanent' },
  under_way: { status: 409, title: 'Another refund of this order is under way', retry: 'retry' },
  above_rest: { status: 422, title: 'The amount is above what is left', retry: 'permanent' },
} as const
