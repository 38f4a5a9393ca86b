import { type PaymentObject, paymentObject } from '../contract/payment.ts'
import { exactJsonNumber } from '../runtime/text/json.ts'
import { type GatewayCaller, isSuccess } from './caller.ts'
import { type Failure, failureOf, type Refused } from './outcomes.ts'
import { isProcessorRefusal, refusalMessages } from './refusal-words.ts'
import { type BeginRetry, sendOrRetry } from './retry-without.ts'
import type { GatewayResponse } from './transport.ts'

/** 2xx: the gateway did the work, regardless of the body. */
export interface RefundAccepted {
  outcome: 'accepted'
  payment: PaymentObject | undefined
}

/** Refusal by any other rule. */
export interface RefundRejected {
  outcome: 'rejected'
  words: string[]
}

type RefundFailure = RefundAccepted | RefundRejected | Exclude<Failure, Refused>

export type VoidOutcome =
  /**
   * Already voided, refunded or settled, or not voidable. Only localised messages distinguish
   * these, so read the payment to decide the next step.
   */
  { outcome: 'not-voidable'; words: string[] } | RefundFailure

export type RefundOutcome =
  /** Below the minimum, or above the refundable amount. */
  | { outcome: 'amount-refused'; words: string[] }
  /**
   * Voided, not refundable (yet), or rejected by the processor. Without the processor's fields,
   * these look alike (4.7).
   */
  | { outcome: 'not-refundable'; words: string[]; isOfProcessor: boolean }
  | RefundFailure

/** 4.6 and 4.7; `transactionId` is the UUID, never the numeric id. */
export const refunds = (call: GatewayCaller) => ({
  voidTransaction: async (
    transactionId: string,
    reason?: string,
    begin?: BeginRetry,
  ): Promise<VoidOutcome> => {
    const path = `/payments/${encodeURIComponent(transactionId)}/void`
    const send = (body: { reason?: string }) => call({ method: 'POST', path, body })
    const body = reason === undefined ? {} : { reason }
    const answer = await sendOrRetry({ body }, { send, begin })
    const accepted = acceptedBy(answer)
    if (accepted) return accepted
    const failure = failureOf(answer)
    // Its HTTP status is undocumented (7) and may be 404.
    const isInvalid = failure.outcome === 'not-found' && failure.kind === 'void_invalid'
    if (isInvalid || (failure.outcome === 'refused' && isVoidRule(failure))) {
      return { outcome: 'not-voidable', words: wordsOf(answer) }
    }
    return failure.outcome === 'refused' ? { outcome: 'rejected', words: wordsOf(answer) } : failure
  },
  /** `amount`: decimal string in the payment's currency. */
  refundTransaction: async (
    transactionId: string,
    { amount, reason }: { amount: string; reason?: string | undefined },
    begin?: BeginRetry,
  ): Promise<RefundOutcome> => {
    const path = `/payments/${encodeURIComponent(transactionId)}/refund`
    const send = (body: { amount: string; reason?: string }) =>
      call({ method: 'POST', path, body: { ...body, amount: exactJsonNumber(body.amount) } })
    const body = { amount, ...(reason === undefined ? {} : { reason }) }
    const answer = await sendOrRetry({ body }, { send, begin })
    const accepted = acceptedBy(answer)
    if (accepted) return accepted
    const failure = failureOf(answer)
    if (failure.outcome !== 'refused') return failure
    const words = wordsOf(answer)
    if (failure.fields.refund) {
      const isOfProcessor = answer.kind === 'answer' && isProcessorRefusal(answer.body)
      return { outcome: 'not-refundable', words, isOfProcessor }
    }
    return { outcome: failure.fields.amount ? 'amount-refused' : 'rejected', words }
  },
})

const acceptedBy = (answer: GatewayResponse): RefundAccepted | undefined =>
  answer.kind === 'answer' && isSuccess(answer.status)
    ? { outcome: 'accepted', payment: paymentObject.safeParse(answer.body).data }
    : undefined

const isVoidRule = ({ fields, code }: Refused): boolean =>
  fields.void !== undefined || code === 'void_invalid'

const wordsOf = (answer: GatewayResponse): string[] =>
  answer.kind === 'answer' ? refusalMessages(answer.body) : []
