import type { z } from 'zod'
import type { OrderRow, PaymentRow, RefundRow } from '../../../db/db.ts'
import { formatMoney } from '../../../domain/money.ts'
import { moneyInWords } from '../../../domain/money-text.ts'
import type { MessageValues } from '../../../locales/format-message.ts'
import type { Language } from '../../../locales/language.ts'
import type { RefundRequestOutcome } from '../../../payments/refunds/request-refund.ts'
import type { ResolveRefundOutcome } from '../../../payments/refunds/resolve-refund.ts'
import { type Problem, problem, problemWords } from '../../../runtime/http/problem.ts'
import { chargeAfterAmount, chargeInWords, chargeOfPayment } from '../../../texts/charges.ts'
import { amountOfRefund } from '../../../texts/refunds.ts'
import { stateName } from '../../../texts/state-names.ts'
import type { refundRequest } from '../checkouts/schemas.ts'

type Refusal = Exclude<RefundRequestOutcome, { outcome: 'accepted' }>
type Refused = Extract<Refusal, { outcome: 'refused' }>

interface RefundInput {
  id: string
  body: z.output<typeof refundRequest>
  payment: PaymentRow | undefined
}

/** Maps a refusal to a problem with amount, payment and next step. */
export const refuseRefund = (outcome: Refusal, input: RefundInput): Problem => {
  switch (outcome.outcome) {
    case 'no-such-order':
      return problem({ code: 'not_found', ...problemWords('noSuchOrder') })
    case 'no-such-payment':
      return problem({ code: 'not_found', ...problemWords('noSuchPayment') })
    case 'key-reused':
      return problem({
        code: 'idempotency_key_reused',
        title: 'This Idempotency-Key was used for a different request',
        detail: `Before: ${requestBefore(outcome)}. Now: ${requestNow(input)}. Use a new key for each new request.`,
      })
    case 'store-frozen':
      return problem({ code: 'store_frozen', ...problemWords('storeFrozen') })
    case 'above-limit':
      return problem({
        code: 'refund_above_limit',
        ...problemWords('aboveLimit', () => ({ order: input.id })),
      })
    case 'above-day-limit':
      return problem({
        code: 'refund_above_day_limit',
        ...problemWords('aboveDayLimit', () => ({ order: input.id })),
      })
    case 'wrong-currency':
      return problem({
        code: 'wrong_currency',
        ...problemWords('wrongCurrency', (language) => ({
          currency: outcome.currency,
          charge: input.payment ? chargeInWords(chargeOfPayment(input.payment), language) : 'none',
        })),
      })
    case 'refused':
      return problem({
        code: `refund_${outcome.because}`,
        ...problemWords('refundRefused', (language) => valuesOf(outcome, { input, language })),
      })
  }
}

const valuesOf = (
  { because, order, rest, underWay }: Refused,
  { input: { payment }, language }: { input: RefundInput; language: Language },
): MessageValues => ({
  because,
  order: order.external_id,
  status: stateName(order.status, language),
  amount: moneyInWords(formatMoney(rest), rest.currency.code, language),
  charge: payment ? chargeAfterAmount(chargeOfPayment(payment), language) : 'none',
  refund: underWay?.id ?? 'none',
  refundAmount: underWay ? amountOfRefund(underWay, language) : 'none',
  refundState: underWay?.state ?? 'none',
})

const requestBefore = ({ refund, order }: { refund: RefundRow; order: OrderRow }): string =>
  [
    `${amountOfRefund(refund, 'en')} of order ${order.external_id}`,
    reasonIn(refund.reason),
    `refund ${refund.id} of payment ${refund.payment_id}, which is ${refund.state}`,
  ].join(', ')

const requestNow = ({ id, body, payment }: RefundInput): string =>
  [
    `${body.amount ?? 'all that is left'} of order ${id}`,
    reasonIn(body.reason),
    ...(body.payment_id ? [`payment ${body.payment_id}`] : []),
    ...(payment ? [chargeInWords(chargeOfPayment(payment), 'en')] : []),
  ].join(', ')

const reasonIn = (reason: string | null | undefined): string =>
  reason ? `reason "${reason}"` : 'no reason given'

type Unresolved = Exclude<
  ResolveRefundOutcome,
  { outcome: 'no-such-order' | 'no-such-refund' | 'resolved' | 'above-limit' }
>

const UNRESOLVED = {
  'not-in-question': { code: 'refund_not_in_question', words: 'refundNotInQuestion' },
  'too-early': { code: 'refund_under_way', words: 'refundSentRecently' },
  'not-at-gateway': { code: 'no_such_refund_at_gateway', words: 'noRefundAtGateway' },
  'above-rest': { code: 'refund_above_rest', words: 'refundAboveRest' },
} as const

export const problemOfUnresolved = (unresolved: Unresolved): Problem => {
  const { outcome, refund } = unresolved
  const { code, words } = UNRESOLVED[outcome]
  const restIn = (language: Language): string =>
    outcome === 'above-rest'
      ? moneyInWords(formatMoney(unresolved.rest), unresolved.rest.currency.code, language)
      : 'none'
  const valuesIn = (language: Language) => ({
    refund: refund.id,
    state: refund.state,
    amount: restIn(language),
  })
  return problem({ status: 409, code, ...problemWords(words, valuesIn) })
}

const OF_APPROVAL = {
  refundAwaitsApproval: 'refund_awaits_approval',
  refundNotAwaitingApproval: 'refund_not_awaiting_approval',
  refundOwnRequest: 'refund_own_request',
} as const

export const problemOfApproval = (
  words: keyof typeof OF_APPROVAL,
  { id, state }: RefundRow,
): Problem =>
  problem({ code: OF_APPROVAL[words], ...problemWords(words, () => ({ refund: id, state })) })
