import { z } from 'zod'
import { refundTransactionInput, voidTransactionInput } from '../bodies/void-refund.ts'
import type { Sandbox } from '../context.ts'
import { findSandboxPayment } from '../database/payments.ts'
import type { SandboxPaymentRow } from '../database/tables.ts'
import { findTransaction } from '../database/transactions.ts'
import { type Reply, seeOther } from '../http/reply.ts'
import { formFieldsOf, type HttpRequest } from '../http/request.ts'
import { message, type Violations } from '../messages.ts'
import { disablePayment } from '../payments/disable-payment.ts'
import { refundTransaction } from '../payments/reversals/refund-transaction.ts'
import { voidTransaction } from '../payments/reversals/void-transaction.ts'
import { violationsOf } from '../v1/violations.ts'
import { paymentNotFound } from './not-found.ts'
import { paymentPage } from './payment-page.ts'
import { type Done, type PortalView, portalPath } from './view.ts'

const backTo = (view: PortalView, { id }: SandboxPaymentRow, done: Done): Reply =>
  seeOther(portalPath(view, `/payments/${id}`, { done }))

const inWords = (violations: Violations, { language, texts }: PortalView): string[] => {
  const { refundAmount, reason } = texts.portal
  const labels: Readonly<Record<string, string>> = { amount: refundAmount, reason }
  return Object.entries(violations).flatMap(([name, broken]) =>
    broken.map((violation) => message(violation, { language, field: labels[name] ?? name })),
  )
}

/** Accepts a decimal comma (`50,25`), but none between thousands. */
const withDecimalPoint = ({ amount }: Readonly<Record<string, string>>) =>
  amount === undefined ? {} : { amount: amount.trim().replace(/^(\d+),(\d{1,2})$/, '$1.$2') }

/** Adds an example unless the amount was merely too high. */
const wrongAmount = ({ amount: broken }: Violations, view: PortalView): string | undefined => {
  if (!broken) return undefined
  const isTooMuch = broken.some((violation) => violation.startsWith('above_refundable'))
  const words = inWords({ amount: broken }, view)
  return [...words, ...(isTooMuch ? [] : [view.texts.portal.amountExample])].join(' ')
}

/** Refunded amount that the page showed: a double click refunds once. */
const refundForm = refundTransactionInput.extend({ refunded_before: z.string().optional() })

/** Builds the handler of a void or refund form. */
const reverse =
  <Schema extends z.ZodType>(options: {
    action: 'void' | 'refund'
    schema: Schema
    done: Done
    run(
      sandbox: Sandbox,
      transaction: { id: string; environment: PortalView['environment'] },
      input: z.output<Schema>,
    ): Promise<Violations | 'done'>
  }) =>
  async (sandbox: Sandbox, view: PortalView, request: HttpRequest): Promise<Reply> => {
    const { environment } = view
    const id = request.params.id ?? ''
    const { query } = sandbox.database
    const transaction = await findTransaction(query, { id, environment })
    const findIts = () =>
      findSandboxPayment(query, { id: String(transaction?.payment_id), environment })
    const payment = await findIts()
    if (!transaction || !payment) return paymentNotFound(view)
    const typed = formFieldsOf(request)
    const input = options.schema.safeParse({ ...typed, ...withDecimalPoint(typed) })
    const outcome = input.success
      ? await options.run(sandbox, { id, environment }, input.data)
      : violationsOf(input.error)
    if (outcome === 'done') return backTo(view, payment, options.done)
    return paymentPage(sandbox, view, {
      payment: (await findIts()) ?? payment,
      refused: {
        transactionId: transaction.id,
        action: options.action,
        typed,
        wrongAmount: wrongAmount(outcome, view),
      },
      refusals: inWords(outcome, view),
    })
  }

/** Handles the void form (4.6). */
export const voidInPortal = reverse({
  action: 'void',
  schema: voidTransactionInput,
  done: 'voided',
  run: async (sandbox, { id: transactionId, environment }, { reason }) => {
    const outcome = await voidTransaction(sandbox, { transactionId, environment, reason })
    if (outcome.kind === 'voided') return 'done'
    if (outcome.kind === 'not-found') return { void: ['payment_not_found'] }
    return { void: [outcome.because === 'only_attempted' ? 'void_invalid' : outcome.because] }
  },
})

/** Handles the refund form (4.7). */
export const refundInPortal = reverse({
  action: 'refund',
  schema: refundForm,
  done: 'refunded',
  run: async (sandbox, { id: transactionId, environment }, input) => {
    const { amount, reason, refunded_before: refundedBefore } = input
    const refund = { transactionId, environment, amount, reason, refundedBefore }
    const outcome = await refundTransaction(sandbox, refund)
    if (outcome.kind === 'refunded') return 'done'
    return outcome.kind === 'refused' ? outcome.violations : { refund: ['payment_not_found'] }
  },
})

/** Disables a link (3). */
export const disableInPortal = async (
  sandbox: Sandbox,
  view: PortalView,
  request: HttpRequest,
): Promise<Reply> => {
  const { environment } = view
  const id = request.params.id ?? ''
  const payment = await findSandboxPayment(sandbox.database.query, { id, environment })
  if (!payment) return paymentNotFound(view)
  const outcome = await disablePayment(sandbox, payment.id)
  switch (outcome.kind) {
    case 'disabled':
      return backTo(view, payment, 'disabled')
    case 'refused':
      return paymentPage(sandbox, view, {
        payment: outcome.payment,
        refusals: inWords({ payment: ['not_disableable'] }, view),
      })
    case 'not-found':
      return paymentNotFound(view)
  }
}
