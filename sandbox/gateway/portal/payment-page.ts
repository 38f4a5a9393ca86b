import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import type { Sandbox } from '../context.ts'
import type { SandboxPaymentRow, SandboxRefundRow, TransactionRow } from '../database/tables.ts'
import type { Reply } from '../http/reply.ts'
import { checkoutAmountText, fact } from '../pages/parts.ts'
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
    refused?: RejectedForm
    refusals?: readonly string[]
  },
): Promise<Reply> => {
  const { texts, language } = view
  const { transactions, refunds } = await historyOf(sandbox, payment)
  const title = formatMessage(texts.portal.payment, { id: payment.id }, language)
  return portalPage({
    view: { ...view, path: `/portal/${view.environment}/payments/${payment.id}` },
    section: 'payments',
    title,
    status: refusals ? 422 : 200,
    refusals,
    content: html`<p class="back"><a href="${portalPath(view, '')}"><span aria-hidden="true">←</span> ${texts.portal.backToPayments}</a></p>
<div class="heading"><h1>${title}</h1> ${stateBadge(payment.status, view)}</div>
<section class="card">${facts(sandbox, view, payment)}
${
  transitionOf(payment, 'disabled') &&
  html`<div class="actions">${confirmation({
    action: portalPath(view, `/payments/${payment.id}/disable`),
    summary: texts.portal.disable,
    warning: texts.portal.disableHint,
    button: texts.portal.disable,
  })}</div>`
}
</section>
<h2>${texts.portal.transactions}</h2>
${
  transactions.length === 0
    ? html`<p class="card empty">${texts.portal.noTransactions}</p>`
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
  const { texts, language } = view
  const amount = (minor: bigint) => checkoutAmountText(minor, payment, language)
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
  ${fact(texts.labels.name, payment.name)}
  ${fact(texts.labels.description, payment.description)}
  ${fact(texts.labels.reference, payment.external_reference)}
  ${fact(texts.portal.kind, payment.reusable ? texts.portal.reusable : texts.portal.singleUse)}
  ${tipMinor > 0n && html`${fact(texts.labels.amount, amount(payment.amount_minor))}${fact(texts.labels.tip, amount(tipMinor))}`}
  ${fact(texts.labels.subtotal, amount(payment.subtotal_minor))}
  ${payment.sales_tax_minor > 0n && fact(texts.labels.salesTax, amount(payment.sales_tax_minor))}
  ${payment.service_fee_minor > 0n && fact(texts.labels.serviceFee, amount(payment.service_fee_minor))}
  ${fact(texts.labels.total, html`<strong>${amount(payment.total_minor)}</strong>`)}
  ${fact(texts.portal.customer, customer.join(' · '))}
  ${payment.metadata !== '{}' && fact(texts.portal.metadata, html`<code class="wrap">${payment.metadata}</code>`)}
  ${fact(texts.portal.createdAt, time(payment.created_at))}
  ${fact(texts.portal.expiresAt, time(payment.expires_at))}
  ${fact(texts.portal.paidAt, time(payment.paid_at))}
  ${payment.origin === 'checkout' && fact(texts.portal.checkoutUrl, html`<a href="${checkoutUrl}">${checkoutUrl}</a>`)}
</dl>`
}
