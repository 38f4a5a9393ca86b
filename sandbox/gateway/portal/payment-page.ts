import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { checkoutAmountText } from '../checkout/amount-text.ts'
import type { Sandbox } from '../context.ts'
import type { SandboxPaymentRow, SandboxRefundRow, TransactionRow } from '../database/tables.ts'
import type { Reply } from '../http/reply.ts'
import { fill } from '../pages/fill.ts'
import { hostedCheckoutUrlOf } from '../payments/payment-object.ts'
import { transitionOf } from '../payments/states.ts'
import { confirmation, portalPage, stateBadge } from './portal-page.ts'
import { type RejectedForm, transactionCard } from './transaction-card.ts'
import { type PortalView, portalPath } from './view.ts'

export const paymentPage = async (
  sandbox: Sandbox,
  view: PortalView,
  {
    payment,
    refused,
    refusals,
  }: {
    payment: SandboxPaymentRow
    /** Rejected form, to refill it. */
    refused?: RejectedForm
    refusals?: readonly string[]
  },
): Promise<Reply> => {
  const { texts } = view
  const { transactions, refunds } = await historyOf(sandbox, payment)
  const title = fill(texts.payment, { id: String(payment.id) })
  return portalPage({
    view: {
      ...view,
      reader: { ...view.reader, path: `/portal/${view.environment}/payments/${payment.id}` },
    },
    section: 'payments',
    title,
    status: refusals ? 422 : 200,
    refusals,
    content: html`<p class="back"><a href="${portalPath(view, '')}"><span aria-hidden="true">←</span> ${texts.backToPayments}</a></p>
<div class="heading"><h1>${title}</h1> ${stateBadge(payment.status, view)}</div>
<section class="card">${facts(sandbox, view, payment)}
${
  transitionOf(payment, 'disabled') &&
  html`<div class="actions">${confirmation({
    action: portalPath(view, `/payments/${payment.id}/disable`),
    summary: texts.disable,
    warning: texts.disableHint,
    button: texts.disable,
  })}</div>`
}
</section>
<h2>${texts.transactions}</h2>
${
  transactions.length === 0
    ? html`<p class="card empty">${texts.noTransactions}</p>`
    : transactions.map((transaction) =>
        transactionCard(sandbox, view, {
          payment,
          transaction,
          refunds: refunds.filter(({ transaction_id }) => transaction_id === transaction.id),
          refused: refused?.transactionId === transaction.id ? refused : undefined,
        }),
      )
}`,
  })
}

const historyOf = async (
  { database: { query } }: Sandbox,
  payment: SandboxPaymentRow,
): Promise<{ transactions: TransactionRow[]; refunds: SandboxRefundRow[] }> => {
  const transactions = await query
    .selectFrom('transactions')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const refunds = await query
    .selectFrom('refunds')
    .selectAll('refunds')
    .innerJoin('transactions', 'transactions.id', 'refunds.transaction_id')
    .where('transactions.payment_id', '=', payment.id)
    .orderBy('refunds.created_at')
    .execute()
  return { transactions, refunds }
}

const facts = ({ publicUrl }: Sandbox, view: PortalView, payment: SandboxPaymentRow): Html => {
  const { texts, reader } = view
  const amount = (minor: bigint): string =>
    checkoutAmountText(minor, { currencyCode: payment.currency_code, language: reader.language })
  const fact = (label: string, value: string | Html | null | undefined) =>
    value && html`<dt>${label}</dt><dd>${value}</dd>`
  const time = (instant: Date | null) => instant && formatHondurasTime(instant)
  const checkoutUrl = hostedCheckoutUrlOf(payment, publicUrl)
  const tipMinor = payment.subtotal_minor - payment.amount_minor
  const customer = [
    payment.customer_name,
    payment.customer_email,
    payment.customer_phone,
    payment.customer_identity_number,
  ].filter((text) => text)
  return html`<dl class="facts">
  ${fact(texts.name, payment.name)}
  ${fact(texts.description, payment.description)}
  ${fact(texts.reference, payment.external_reference)}
  ${fact(texts.kind, payment.reusable ? texts.reusable : texts.singleUse)}
  ${tipMinor > 0n && html`${fact(texts.amount, amount(payment.amount_minor))}${fact(texts.tip, amount(tipMinor))}`}
  ${fact(texts.subtotal, amount(payment.subtotal_minor))}
  ${payment.sales_tax_minor > 0n && fact(texts.salesTax, amount(payment.sales_tax_minor))}
  ${payment.service_fee_minor > 0n && fact(texts.serviceFee, amount(payment.service_fee_minor))}
  ${fact(texts.total, html`<strong>${amount(payment.total_minor)}</strong>`)}
  ${fact(texts.customer, customer.join(' · '))}
  ${payment.metadata !== '{}' && fact(texts.metadata, html`<code class="wrap">${payment.metadata}</code>`)}
  ${fact(texts.createdAt, time(payment.created_at))}
  ${fact(texts.expiresAt, time(payment.expires_at))}
  ${fact(texts.paidAt, time(payment.paid_at))}
  ${payment.origin === 'checkout' && fact(texts.checkoutUrl, html`<a href="${checkoutUrl}">${checkoutUrl}</a>`)}
</dl>`
}
