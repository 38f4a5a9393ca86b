import { z } from 'zod'
import { optional } from '../bodies/fields.ts'
import { refundTransactionInput, voidTransactionInput } from '../bodies/void-refund.ts'
import type { Sandbox } from '../context.ts'
import type { SandboxPaymentRow } from '../database/tables.ts'
import { json, type Reply } from '../http/reply.ts'
import { disablePayment } from '../payments/disable-payment.ts'
import { paymentObjectOf } from '../payments/payment-object.ts'
import { type ActionRefusal, refundTransaction } from '../payments/refunds/refund-transaction.ts'
import { voidTransaction } from '../payments/refunds/void-transaction.ts'
import type { ErrorAnswers } from '../v1/answers.ts'
import { refusalReply } from '../v1/transactions.ts'

const refunded = { transaction_id: z.string() }

export const portalVoidInput = z.strictObject({ ...refunded, ...voidTransactionInput.shape })

/** Default amount: everything left. */
export const portalRefundInput = z.strictObject({
  ...refunded,
  amount: optional(refundTransactionInput.shape.amount),
  reason: refundTransactionInput.shape.reason,
})

export const portalDisableInput = z.strictObject({ payment_id: z.coerce.number().int().positive() })

/** Portal actions (3, 6.2): no API key, both environments. */
interface Portal {
  sandbox: Sandbox
  refuse: ErrorAnswers
}

/** The portal always shows `refunded_amount`. */
const answer = (
  portal: Portal,
  outcome: { kind: 'done'; payment: SandboxPaymentRow } | ActionRefusal,
): Reply => {
  if (outcome.kind !== 'done') return refusalReply(outcome, portal)
  const { publicUrl } = portal.sandbox
  const profile = { refunded_amount: 'on_every_charge' } as const
  return json(200, paymentObjectOf(outcome.payment, { publicUrl, profile }))
}

/** `POST /sandbox/portal/void` */
export const voidByMerchant = async (
  portal: Portal,
  { transaction_id: id, reason }: z.output<typeof portalVoidInput>,
): Promise<Reply> => {
  const request = { id, environment: 'any', reason } as const
  return answer(portal, await voidTransaction(portal.sandbox, request))
}

/** `POST /sandbox/portal/refund` */
export const refundByMerchant = async (
  portal: Portal,
  { transaction_id: id, amount, reason }: z.output<typeof portalRefundInput>,
): Promise<Reply> => {
  const request = { id, environment: 'any', amount, reason } as const
  return answer(portal, await refundTransaction(portal.sandbox, request))
}

/** `POST /sandbox/portal/disable` */
export const disableByMerchant = async (
  portal: Portal,
  { payment_id }: z.output<typeof portalDisableInput>,
): Promise<Reply> => {
  const outcome = await disablePayment(portal.sandbox, {
    id: String(payment_id),
    environment: 'any',
  })
  return answer(
    portal,
    outcome.kind === 'not-disableable'
      ? { kind: 'refused', violations: { payment_id: ['not_disableable'] } }
      : outcome,
  )
}
