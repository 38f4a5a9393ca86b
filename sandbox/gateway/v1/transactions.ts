import type { z } from 'zod'
import type { Environment } from '../../../src/contract/keys.ts'
import { refundTransactionInput, voidTransactionInput } from '../bodies/void-refund.ts'
import type { Sandbox } from '../context.ts'
import type { SandboxPaymentRow } from '../database/tables.ts'
import { findTransaction } from '../database/transactions.ts'
import { json, type Reply } from '../http/reply.ts'
import { paymentObjectOf } from '../payments/payment-object.ts'
import { jsonAmount } from '../payments/pricing/amount.ts'
import { refundTransaction, type SandboxRefund } from '../payments/reversals/refund-transaction.ts'
import { asShown } from '../payments/reversals/shown-refunds.ts'
import { type VoidRefusal, voidTransaction } from '../payments/reversals/void-transaction.ts'
import { findReceipt, receiptObject } from '../receipts/receipt.ts'
import { pdfReply } from '../receipts/receipt-pdf.ts'
import type { ErrorAnswers } from './answers.ts'
import { type ApiCall, type ApiHandler, readApiBody, withWarnings } from './call.ts'

type Outcome<Done> = (Done & { kind: 'done' }) | { kind: 'refused'; reply: Reply }

const refused = (reply: Reply) => ({ kind: 'refused', reply }) as const

/** Rejects numeric ids with the 404 of section 4.5. */
const transactionId = ({ request, refuse }: ApiCall): Outcome<{ id: string }> => {
  const id = request.params.id ?? ''
  return /^\d+$/.test(id)
    ? refused(refuse.coded(404, 'transaction_id_expected'))
    : { kind: 'done', id }
}

/** The contract does not show key scopes (5), so the profile decides. */
const scopeRefusal = (sandbox: Sandbox, { refuse }: ApiCall): Reply | undefined =>
  sandbox.profile.key_scopes === 'no_reversals' ? refuse.plain(403, 'forbidden') : undefined

/** An unknown transaction takes precedence over an invalid body. */
const aboutTransaction =
  <Schema extends z.ZodObject>(
    schema: Schema,
    run: (
      about: {
        sandbox: Sandbox
        refuse: ErrorAnswers
        transaction: { transactionId: string; environment: Environment }
      },
      input: z.output<Schema>,
    ) => Promise<Outcome<{ body: object }>>,
  ): ApiHandler =>
  async (sandbox, call) => {
    const { environment, refuse } = call
    const path = transactionId(call)
    if (path.kind === 'refused') return path.reply
    const forbidden = scopeRefusal(sandbox, call)
    if (forbidden) return forbidden
    const { id } = path
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
    const transaction = { transactionId: id, environment }
    const outcome = await run({ sandbox, refuse, transaction }, body.value)
    return outcome.kind === 'done'
      ? json(200, { ...outcome.body, ...withWarnings(body.warnings) })
      : outcome.reply
  }

/** Voids a transaction (4.6). */
export const voidOne = aboutTransaction(
  voidTransactionInput,
  async ({ sandbox, refuse, transaction }, { reason }) => {
    const outcome = await voidTransaction(sandbox, { ...transaction, reason })
    switch (outcome.kind) {
      case 'voided':
        return { kind: 'done', body: paymentObjectOf(outcome.payment, sandbox) }
      case 'not-found':
        return refused(refuse.coded(404, 'payment_not_found'))
      case 'refused':
        return refused(voidRefused(outcome.because, { refuse, sandbox }))
    }
  },
)

/** Section 7 has no status for this code. */
export const voidRefused = (
  because: VoidRefusal,
  { refuse, sandbox }: { refuse: ErrorAnswers; sandbox: Sandbox },
): Reply =>
  because === 'only_attempted'
    ? refuse.invalid(
        { void: ['not_voidable'] },
        { code: 'void_invalid', status: sandbox.profile.void_invalid_status },
      )
    : refuse.invalid({ void: [because] })

/** Refunds a transaction (4.7). */
export const refundOne = aboutTransaction(
  refundTransactionInput,
  async ({ sandbox, refuse, transaction }, input) => {
    const { amount, reason } = input
    const outcome = await refundTransaction(sandbox, { ...transaction, amount, reason })
    switch (outcome.kind) {
      case 'refunded':
        return { kind: 'done', body: await refundBodyOf(sandbox, outcome) }
      case 'not-found':
        return refused(refuse.coded(404, 'payment_not_found'))
      case 'refused':
        return refused(refuse.invalid(outcome.violations))
    }
  },
)

/** The contract does not show the response body (4.7), so the profile decides. */
const refundBodyOf = async (
  sandbox: Sandbox,
  { payment, refund }: { payment: SandboxPaymentRow; refund: SandboxRefund },
): Promise<object> => {
  switch (sandbox.profile.refund_response) {
    case 'payment': {
      const [shown = payment] = await asShown(sandbox.database.query, sandbox, [payment])
      return paymentObjectOf(shown, sandbox)
    }
    case 'refund':
      return {
        id: refund.id,
        transaction_id: payment.transaction_id,
        amount: jsonAmount(refund.amountMinor, payment.currency_code),
        status: payment.status,
      }
    case 'empty':
      return {}
  }
}

/** Receipts remain after void and refund (4.9). */
const aboutReceipt =
  (
    answer: (sandbox: Sandbox, found: ReceiptOf, call: ApiCall) => Reply | Promise<Reply>,
  ): ApiHandler =>
  async (sandbox, call) => {
    const { environment, refuse } = call
    const path = transactionId(call)
    if (path.kind === 'refused') return path.reply
    const found = await findReceipt(sandbox, { transactionId: path.id, environment })
    switch (found.kind) {
      case 'found':
        return answer(sandbox, found.receipt, call)
      case 'not-found':
        return refuse.coded(404, 'payment_not_found')
      case 'only-attempted':
        return refuse.invalid(
          { receipt: ['receipt_unavailable'] },
          {
            code: 'receipt_unavailable',
            status: sandbox.profile.receipt_unavailable_status,
          },
        )
    }
  }

type ReceiptOf = Extract<Awaited<ReturnType<typeof findReceipt>>, { kind: 'found' }>['receipt']

/** Returns receipt metadata (4.8). */
export const showReceipt = aboutReceipt((sandbox, receipt) =>
  json(200, receiptObject(receipt, sandbox)),
)

/** Returns the receipt as a PDF (4.9). */
export const downloadReceipt = aboutReceipt((sandbox, receipt, { language }) =>
  pdfReply(receipt, { language, sandbox, disposition: 'attachment' }),
)
