import { z } from 'zod'
import { refundTransactionInput, voidTransactionInput } from '../bodies/void-refund.ts'
import type { Sandbox } from '../context.ts'
import type { SandboxPaymentRow, ScopedId } from '../database/tables.ts'
import { findWithPayment } from '../database/transactions.ts'
import { type Reply, seeOther } from '../http/reply.ts'
import { formFieldsOf } from '../http/request.ts'
import { message, type Violations, violationsOf } from '../messages.ts'
import { disablePayment } from '../payments/disable-payment.ts'
import { type ActionRefusal, refundTransaction } from '../payments/refunds/refund-transaction.ts'
import { voidTransaction } from '../payments/refunds/void-transaction.ts'
import { paymentPage } from './payment-page.ts'
import { paymentNotFound } from './portal-page.ts'
import { type Done, type PortalHandler, type PortalView, portalPath } from './view.ts'

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

const wrongAmount = ({ amount: broken }: Violations, view: PortalView): string | undefined => {
  if (!broken) return undefined
  const isTooMuch = broken.some((violation) => violation.startsWith('above_refundable'))
  const words = inWords({ amount: broken }, view)
  return [...words, ...(isTooMuch ? [] : [view.texts.portal.amountExample])].join(' ')
}

/** Refunded amount that the page showed: a double click refunds once. */
const refundForm = refundTransactionInput.extend({ refunded_before: z.string().optional() })

const refundHandler =
  <Schema extends z.ZodType>(options: {
    action: 'void' | 'refund'
    schema: Schema
    done: Done
    run(
      sandbox: Sandbox,
      transaction: ScopedId,
      input: z.output<Schema>,
    ): Promise<{ kind: 'done' } | ActionRefusal>
  }): PortalHandler =>
  async (sandbox, view, request) => {
    const scoped = { id: request.params.id ?? '', environment: view.environment }
    const find = () => findWithPayment(sandbox.database.query, scoped)
    const found = await find()
    if (!found) return paymentNotFound(view)
    const typed = formFieldsOf(request)
    const input = options.schema.safeParse({ ...typed, ...withDecimalPoint(typed) })
    const outcome = input.success
      ? await options.run(sandbox, scoped, input.data)
      : ({ kind: 'refused', violations: violationsOf(input.error) } as const)
    if (outcome.kind === 'done') return backTo(view, found.payment, options.done)
    const violations: Violations =
      outcome.kind === 'refused' ? outcome.violations : { [options.action]: ['payment_not_found'] }
    return paymentPage(sandbox, view, {
      payment: ((await find()) ?? found).payment,
      refused: {
        transactionId: found.transaction.id,
        action: options.action,
        typed,
        wrongAmount: wrongAmount(violations, view),
      },
      refusals: inWords(violations, view),
    })
  }

export const voidInPortal = refundHandler({
  action: 'void',
  schema: voidTransactionInput,
  done: 'voided',
  run: (sandbox, transaction, { reason }) => voidTransaction(sandbox, { ...transaction, reason }),
})

export const refundInPortal = refundHandler({
  action: 'refund',
  schema: refundForm,
  done: 'refunded',
  run: (sandbox, transaction, { refunded_before: refundedBefore, ...refund }) =>
    refundTransaction(sandbox, { ...transaction, ...refund, refundedBefore }),
})

/** Disables a link (3). */
export const disableInPortal: PortalHandler = async (sandbox, view, { params }) => {
  const { environment } = view
  const outcome = await disablePayment(sandbox, { id: params.id ?? '', environment })
  switch (outcome.kind) {
    case 'done':
      return backTo(view, outcome.payment, 'disabled')
    case 'not-disableable':
      return paymentPage(sandbox, view, {
        payment: outcome.payment,
        refusals: inWords({ payment: ['not_disableable'] }, view),
      })
    case 'not-found':
      return paymentNotFound(view)
  }
}
