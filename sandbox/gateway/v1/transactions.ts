import type { z } from 'zod'
import { refundTransactionInput, voidTransactionInput } from '../bodies/void-refund.ts'
import type { Sandbox } from '../context.ts'
import type {
  PaymentAttempt,
  SandboxPaymentRow,
  SandboxRefundRow,
  ScopedId,
} from '../database/tables.ts'
import { findTransaction } from '../database/transactions.ts'
import { json, type Reply } from '../http/reply.ts'
import { paymentObjectOf } from '../payments/payment-object.ts'
import { jsonAmount } from '../payments/pricing/amount.ts'
import { type ActionRefusal, refundTransaction } from '../payments/refunds/refund-transaction.ts'
import { asShown } from '../payments/refunds/shown-refunds.ts'
import { voidTransaction } from '../payments/refunds/void-transaction.ts'
import { findReceipt, receiptObject } from '../receipts/receipt.ts'
import { pdfReply } from '../receipts/receipt-pdf.ts'
import type { ErrorAnswers } from './answers.ts'
import { type ApiCall, type ApiHandler, readApiBody, withWarnings } from './call.ts'

/** Rejects numeric ids with the 404 of section 4.5. */
const numericIdRefusal = ({ request, refuse }: ApiCall): Reply | undefined =>
  /^\d+$/.test(request.params.id ?? '') ? refuse.coded(404, 'transaction_id_expected') : undefined

/** Key scopes are not shown (5), so the profile decides. */
const scopeRefusal = (sandbox: Sandbox, { refuse }: ApiCall): Reply | undefined =>
  sandbox.profile.key_scopes === 'no_reversals' ? refuse.plain(403, 'forbidden') : undefined

/** An unknown transaction precedes an invalid body. */
const aboutTransaction =
  <Schema extends z.ZodObject>(
    schema: Schema,
    run: (
      sandbox: Sandbox,
      transaction: ScopedId,
      input: z.output<Schema>,
    ) => Promise<{ kind: 'done'; body: object } | ActionRefusal>,
  ): ApiHandler =>
  async (sandbox, call) => {
    const { environment, refuse, request } = call
    const refusal = numericIdRefusal(call) ?? scopeRefusal(sandbox, call)
    if (refusal) return refusal
    const { id = '' } = request.params
    if (!(await findTransaction(sandbox.database.query, { id, environment }))) {
      return refuse.coded(404, 'payment_not_found')
    }
    const body = readApiBody(call, schema)
    if (!body.ok) return refuse.invalid(body.violations)
    const { reason_max_length: longest } = sandbox.profile
    const { reason } = body.value
    if (longest !== null && typeof reason === 'string' && [...reason].length > longest) {
      return refuse.invalid({ reason: [`max_length:${longest}`] })
    }
    const outcome = await run(sandbox, { id, environment }, body.value)
    if (outcome.kind !== 'done') return refusalReply(outcome, { refuse, sandbox })
    return json(200, { ...outcome.body, ...withWarnings(body.warnings) })
  }

/** Section 7 has no status for an only attempted charge. */
export const refusalReply = (
  refusal: ActionRefusal,
  { refuse, sandbox }: { refuse: ErrorAnswers; sandbox: Sandbox },
): Reply => {
  if (refusal.kind === 'not-found') return refuse.coded(404, 'payment_not_found')
  return refusal.violations.void?.includes('void_invalid')
    ? refuse.invalid(
        { void: ['not_voidable'] },
        { code: 'void_invalid', status: sandbox.profile.void_invalid_status },
      )
    : refuse.invalid(refusal.violations)
}

/** Voids a transaction (4.6). */
export const voidOne = aboutTransaction(
  voidTransactionInput,
  async (sandbox, transaction, { reason }) => {
    const outcome = await voidTransaction(sandbox, { ...transaction, reason })
    if (outcome.kind !== 'done') return outcome
    return { kind: 'done', body: paymentObjectOf(outcome.payment, sandbox) }
  },
)

/** A refund's response is not shown (4.7), so the profile decides. */
const refundBodyOf = async (
  sandbox: Sandbox,
  { payment, refund }: { payment: SandboxPaymentRow; refund: SandboxRefundRow },
): Promise<object> => {
  switch (sandbox.profile.refund_response) {
    case 'payment': {
      const [shown = payment] = await asShown(sandbox, [payment])
      return paymentObjectOf(shown, sandbox)
    }
    case 'refund':
      return {
        id: refund.id,
        transaction_id: payment.transaction_id,
        amount: jsonAmount(refund.amount_minor, payment.currency_code),
        status: payment.status,
      }
    case 'empty':
      return {}
  }
}

/** Refunds a transaction (4.7). */
export const refundOne = aboutTransaction(
  refundTransactionInput,
  async (sandbox, transaction, { amount, reason }) => {
    const outcome = await refundTransaction(sandbox, { ...transaction, amount, reason })
    if (outcome.kind !== 'done') return outcome
    return { kind: 'done', body: await refundBodyOf(sandbox, outcome) }
  },
)

/** Receipts remain after void and refund (4.9). */
const aboutReceipt =
  (
    answer: (sandbox: Sandbox, receipt: PaymentAttempt, call: ApiCall) => Reply | Promise<Reply>,
  ): ApiHandler =>
  async (sandbox, call) => {
    const { environment, refuse, request } = call
    const refusal = numericIdRefusal(call)
    if (refusal) return refusal
    const found = await findReceipt(sandbox, { id: request.params.id ?? '', environment })
    switch (found.kind) {
      case 'found':
        return answer(sandbox, found.receipt, call)
      case 'not-found':
        return refuse.coded(404, 'payment_not_found')
      case 'only-attempted': {
        const status = sandbox.profile.receipt_unavailable_status
        const code = 'receipt_unavailable'
        return refuse.invalid({ receipt: [code] }, { code, status })
      }
    }
  }

/** Returns receipt metadata (4.8). */
export const showReceipt = aboutReceipt((sandbox, receipt) =>
  json(200, receiptObject(receipt, sandbox)),
)

export const downloadReceipt = aboutReceipt((sandbox, receipt, { language }) =>
  pdfReply(receipt, { language, sandbox, disposition: 'attachment' }),
)
