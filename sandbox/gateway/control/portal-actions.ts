import { z } from 'zod'
import { optional } from '../bodies/fields.ts'
import { refundTransactionInput, voidTransactionInput } from '../bodies/void-refund.ts'
import type { Sandbox } from '../context.ts'
import { findSandboxPayment } from '../database/payments.ts'
import type { SandboxPaymentRow } from '../database/tables.ts'
import { json, type Reply } from '../http/reply.ts'
import { disablePayment } from '../payments/disable-payment.ts'
import { paymentObjectOf } from '../payments/payment-object.ts'
import { refundTransaction } from '../payments/reversals/refund-transaction.ts'
import { voidTransaction } from '../payments/reversals/void-transaction.ts'
import type { ErrorAnswers } from '../v1/answers.ts'
import { voidRefused } from '../v1/transactions.ts'

const reversed = { transaction_id: z.string() }

export const portalVoidInput = z.strictObject({ ...reversed, ...voidTransactionInput.shape })

/** Default amount: everything left. */
export const portalRefundInput = z.strictObject({
  ...reversed,
  amount: optional(refundTransactionInput.shape.amount),
  reason: refundTransactionInput.shape.reason,
})

export const portalDisableInput = z.strictObject({ payment_id: z.coerce.number().int().positive() })

/** Portal actions (3, 6.2): no API key, both environments. */
interface Portal {
  sandbox: Sandbox
  refuse: ErrorAnswers
}

const notFound = ({ refuse }: Portal): Reply => refuse.coded(404, 'payment_not_found')

/** The portal always shows `refunded_amount`. */
const inPortal = (payment: SandboxPaymentRow, { publicUrl }: Sandbox) =>
  paymentObjectOf(payment, { publicUrl, profile: { refunded_amount: 'on_every_charge' } })

/** `POST /sandbox/portal/void` */
export const voidByMerchant = async (
  portal: Portal,
  input: z.output<typeof portalVoidInput>,
): Promise<Reply> => {
  const { sandbox } = portal
  const outcome = await voidTransaction(sandbox, {
    transactionId: input.transaction_id,
    environment: 'any',
    reason: input.reason,
  })
  switch (outcome.kind) {
    case 'voided':
      return json(200, inPortal(outcome.payment, sandbox))
    case 'refused':
      return voidRefused(outcome.because, portal)
    case 'not-found':
      return notFound(portal)
  }
}

/** `POST /sandbox/portal/refund` */
export const refundByMerchant = async (
  portal: Portal,
  input: z.output<typeof portalRefundInput>,
): Promise<Reply> => {
  const { sandbox, refuse } = portal
  const outcome = await refundTransaction(sandbox, {
    transactionId: input.transaction_id,
    environment: 'any',
    amount: input.amount,
    reason: input.reason,
  })
  switch (outcome.kind) {
    case 'refunded':
      return json(200, inPortal(outcome.payment, sandbox))
    case 'refused':
      return refuse.invalid(outcome.violations)
    case 'not-found':
      return notFound(portal)
  }
}

/** `POST /sandbox/portal/disable` */
export const disableByMerchant = async (
  portal: Portal,
  input: z.output<typeof portalDisableInput>,
): Promise<Reply> => {
  const { sandbox, refuse } = portal
  const payment = await findSandboxPayment(sandbox.database.query, {
    id: String(input.payment_id),
    environment: 'any',
  })
  if (!payment) return notFound(portal)
  const outcome = await disablePayment(sandbox, payment.id)
  switch (outcome.kind) {
    case 'disabled':
      return json(200, inPortal(outcome.payment, sandbox))
    case 'refused':
      return refuse.invalid({ payment_id: ['not_disableable'] })
    case 'not-found':
      return notFound(portal)
  }
}
