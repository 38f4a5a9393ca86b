import { type PaymentObject, paymentObject } from '../contract/payment.ts'
import { exactJsonNumber } from '../runtime/json.ts'
import { type Caller, isSuccess } from './caller.ts'
import { type Failure, failureOf, type Refused } from './outcomes.ts'
import { isOfProcessor, refusalWords } from './refusal-words.ts'
import { type BeginRepetition, sendOrRepeat } from './repeat-without.ts'
import type { GatewayAnswer } from './transport.ts'

/** 2xx: the gateway has done it, whatever its body shows; the payment, where it is one. */
export interface RefundAccepted {
  outcome: 'accepted'
  payment: PaymentObject | undefined
}

/** Refused, and by no rule that has an outcome of its own. */
export interface RefundRejected {
  outcome: 'rejected'
  words: string[]
}

type RefundFailure = RefundAccepted | RefundRejected | Exclude<Failure, Refused>

export type VoidOutcome =
  /**
   * Already voided, refunded or settled, or in no voidable state: the contract tells them apart by
   * localised words alone, so what to do next is found out by reading the payment.
   */
  { outcome: 'not-voidable'; words: string[] } | RefundFailure

export type RefundOutcome =
  /** `errors.amount`: below the minimum, or above what is left. */
  | { outcome: 'amount-refused'; words: string[] }
  /**
   * `errors.refund`: voided, not refundable (yet), or the processor's own refusal, which look the
   * same (4.7) unless the processor's own fields are there.
   */
  | { outcome: 'not-refundable'; words: string[]; isOfProcessor: boolean }
  | RefundFailure

/** Giving money back, `gateway-api.md` 4.6 and 4.7; `transactionId` is the UUID, never a number. */
export interface GatewayRefunds {
  voidTransaction(
    transactionId: string,
    reason?: string,
    begin?: BeginRepetition,
  ): Promise<VoidOutcome>
  /** `amount` is a decimal string in the payment's currency. */
  refundTransaction(
    transactionId: string,
    refund: { amount: string; reason?: string | undefined },
    begin?: BeginRepetition,
  ): Promise<RefundOutcome>
}

export const refunds = (call: Caller): GatewayRefunds => ({
  voidTransaction: async (transactionId, reason, begin) => {
    const path = `/payments/${encodeURIComponent(transactionId)}/void`
    const send = (body: { reason?: string }) => call({ method: 'POST', path, body })
    const answer = await sendOrRepeat(
      { body: reason === undefined ? {} : { reason } },
      { send, begin },
    )
    const accepted = acceptedBy(answer)
    if (accepted) return accepted
    const failure = failureOf(answer)
    // The status of `void_invalid` is not shown (7): it can be a 404.
    const isInvalid = failure.outcome === 'not-found' && failure.kind === 'void_invalid'
    if (isInvalid || (failure.outcome === 'refused' && isVoidRule(failure))) {
      return { outcome: 'not-voidable', words: wordsOf(answer) }
    }
    return failure.outcome === 'refused' ? { outcome: 'rejected', words: wordsOf(answer) } : failure
  },
  refundTransaction: async (transactionId, { amount, reason }, begin) => {
    const path = `/payments/${encodeURIComponent(transactionId)}/refund`
    const send = (body: { amount: string; reason?: string }) =>
      call({ method: 'POST', path, body: { ...body, amount: exactJsonNumber(body.amount) } })
    const answer = await sendOrRepeat(
      { body: { amount, ...(reason === undefined ? {} : { reason }) } },
      { send, begin },
    )
    const accepted = acceptedBy(answer)
    if (accepted) return accepted
    const failure = failureOf(answer)
    if (failure.outcome !== 'refused') return failure
    const words = wordsOf(answer)
    if (failure.fields.refund) {
      const body = answer.kind === 'answer' ? answer.body : undefined
      return { outcome: 'not-refundable', words, isOfProcessor: isOfProcessor(body) }
    }
    return { outcome: failure.fields.amount ? 'amount-refused' : 'rejected', words }
  },
})

const acceptedBy = (answer: GatewayAnswer): RefundAccepted | undefined =>
  answer.kind === 'answer' && isSuccess(answer.status)
    ? { outcome: 'accepted', payment: paymentObject.safeParse(answer.body).data }
    : undefined

const isVoidRule = ({ fields, code }: Refused): boolean =>
  fields.void !== undefined || code === 'void_invalid'

const wordsOf = (answer: GatewayAnswer): string[] =>
  answer.kind === 'answer' ? refusalWords(answer.body) : []
