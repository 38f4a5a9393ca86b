import { type PaymentObject, paymentObject } from '../contract/payment.ts'
import { exactJsonNumber } from '../platform/json.ts'
import { type Caller, isSuccess, success } from './caller.ts'
import { type Failure, failureOf } from './outcomes.ts'

export type VoidOutcome =
  | { outcome: 'voided'; payment: PaymentObject }
  /**
   * Already voided, refunded or settled, or in no voidable state: the contract tells them apart by
   * localised words alone, so what to do next is found out by reading the payment.
   */
  | { outcome: 'not-voidable'; words: string[] }
  | Failure

export type RefundOutcome =
  /** The body is not shown (4.7): the payment, where it is one. */
  | { outcome: 'refunded'; payment: PaymentObject | undefined }
  /** `errors.amount`: below the minimum, or above what is left. */
  | { outcome: 'amount-refused'; words: string[] }
  /** `errors.refund`: voided, not refundable (yet), or the processor's own refusal. */
  | { outcome: 'not-refundable'; words: string[] }
  | Failure

/** Giving money back, `gateway-api.md` 4.6 and 4.7; `transactionId` is the UUID, never a number. */
export interface Reversals {
  voidTransaction(transactionId: string, reason?: string): Promise<VoidOutcome>
  /** `amount` is a decimal string in the payment's currency. */
  refundTransaction(
    transactionId: string,
    refund: { amount: string; reason?: string | undefined },
  ): Promise<RefundOutcome>
}

export const reversals = (call: Caller): Reversals => ({
  voidTransaction: async (transactionId, reason) => {
    const answer = await call({
      method: 'POST',
      path: `/payments/${encodeURIComponent(transactionId)}/void`,
      body: reason === undefined ? {} : { reason },
    })
    const payment = success(answer, paymentObject)
    if (payment.ok) return { outcome: 'voided', payment: payment.value }
    const { failure } = payment
    if (failure.outcome !== 'refused') return failure
    const isVoidRule = failure.fields.void !== undefined || failure.code === 'void_invalid'
    return isVoidRule ? { outcome: 'not-voidable', words: wordsOf(failure, 'void') } : failure
  },
  refundTransaction: async (transactionId, { amount, reason }) => {
    const answer = await call({
      method: 'POST',
      path: `/payments/${encodeURIComponent(transactionId)}/refund`,
      body: { amount: exactJsonNumber(amount), ...(reason === undefined ? {} : { reason }) },
    })
    if (answer.kind === 'answer' && isSuccess(answer.status)) {
      return { outcome: 'refunded', payment: paymentObject.safeParse(answer.body).data }
    }
    const failure = failureOf(answer)
    if (failure.outcome !== 'refused') return failure
    if (failure.fields.refund) {
      return { outcome: 'not-refundable', words: wordsOf(failure, 'refund') }
    }
    return failure.fields.amount
      ? { outcome: 'amount-refused', words: wordsOf(failure, 'amount') }
      : failure
  },
})

const wordsOf = (
  { fields, message }: Failure & { outcome: 'refused' },
  rule: 'void' | 'refund' | 'amount',
): string[] => fields[rule] ?? (message ? [message] : [])
