import { GATEWAY_LIMITS } from '../../../src/contract/create-payment.ts'
import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import { formatMoney, moneyFromMinor } from '../../../src/domain/money.ts'
import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { declineWithCode } from '../cards.ts'
import type { Sandbox } from '../context.ts'
import type { SandboxPaymentRow, SandboxRefundRow, TransactionRow } from '../database/tables.ts'
import { message } from '../messages.ts'
import { cardText, checkoutAmountText, fact } from '../pages/parts.ts'
import { refundRefusalOf } from '../payments/refunds/refund-transaction.ts'
import { isSettled } from '../payments/refunds/settlement.ts'
import { voidRefusalOf } from '../payments/refunds/void-transaction.ts'
import { stateBadge } from './portal-page.ts'
import { type PortalView, portalPath } from './view.ts'

export interface RejectedForm {
  transactionId: string
  action: 'void' | 'refund'
  typed: Readonly<Record<string, string>>
  wrongAmount?: string | undefined
}

interface Shown {
  payment: SandboxPaymentRow
  transaction: TransactionRow
  refunds: readonly SandboxRefundRow[]
  refused: RejectedForm | undefined
}

export const transactionCard = (sandbox: Sandbox, view: PortalView, shown: Shown): Html => {
  const { transaction } = shown
  const isApproved = transaction.paid_at !== null
  return html`<section class="card transaction" aria-labelledby="t-${transaction.id}">
  <div class="heading"><h3 id="t-${transaction.id}">${amountOf(view, shown, transaction.total_minor)}</h3>
  ${stateBadge(transaction.status, view)}</div>
  ${facts(sandbox, view, shown)}
  ${isApproved && receiptLinks(view, transaction)}
  ${isApproved && html`<div class="actions">${voidForm(sandbox, view, shown)}${refundForm(sandbox, view, shown)}</div>`}
</section>`
}

const amountOf = ({ language }: PortalView, { payment }: Shown, minor: bigint): string =>
  checkoutAmountText(minor, payment, language)

const facts = ({ clock }: Sandbox, view: PortalView, shown: Shown): Html => {
  const { texts } = view
  const { payment, transaction, refunds } = shown
  const tipMinor = transaction.subtotal_minor - payment.amount_minor
  const time = (instant: Date | null) => instant && formatHondurasTime(instant)
  const settled = isSettled(transaction, clock.now())
  return html`<dl class="facts">
  ${fact(texts.labels.transaction, html`<code class="wrap">${transaction.id}</code>`)}
  ${fact(texts.labels.card, cardText(transaction))}
  ${tipMinor > 0n && fact(texts.labels.tip, amountOf(view, shown, tipMinor))}
  ${fact(texts.portal.attemptedAt, time(transaction.created_at))}
  ${fact(texts.portal.responseCode, processorWords(transaction))}
  ${transaction.status === 'pending' && fact(texts.portal.authenticateBy, time(transaction.authenticate_by))}
  ${fact(texts.portal.paidAt, time(transaction.paid_at))}
  ${transaction.status !== 'voided' && fact(settled ? texts.portal.settledAt : texts.portal.settlesAt, time(transaction.settles_at))}
  ${fact(texts.portal.voidReason, transaction.void_reason)}
  ${refunds.length > 0 && fact(texts.portal.refundedAmount, amountOf(view, shown, transaction.refunded_minor))}
</dl>
${
  refunds.length > 0 &&
  html`<h4>${texts.portal.refunds}</h4>
<ul class="refunds">${refunds.map(
    (refund) =>
      html`<li>${formatMessage(
        texts.portal.refundLine,
        {
          amount: amountOf(view, shown, refund.amount_minor),
          date: formatHondurasTime(refund.created_at),
        },
        view.language,
      )}${refund.reason && html` · ${refund.reason}`}</li>`,
  )}</ul>`
}`
}

/** Code and message as clients receive them (2.6). */
const processorWords = ({ status, iso_response_code: code }: TransactionRow): string | null => {
  if (status !== 'declined' || code === null) return code
  return [code, ...declineWithCode(code).Errors.map(({ Message }) => Message)].join(' · ')
}

const receiptLinks = ({ texts, language }: PortalView, { id }: TransactionRow): Html =>
  html`<p class="links"><a href="/receipts/${id}?lang=${language}">${texts.portal.receipt}</a>
  <a href="/receipts/${id}.pdf?lang=${language}">${texts.portal.receiptPdf}</a></p>`

/** The use case's own check; its reason replaces the form. */
const voidForm = (sandbox: Sandbox, view: PortalView, shown: Shown): Html => {
  const { texts } = view
  const { transaction } = shown
  const refusal = voidRefusalOf(transaction, sandbox.clock.now())
  if (refusal === 'already_refunded') {
    return cannot(
      transaction.status === 'refunded' ? texts.portal.refundedInFull : texts.portal.refundedInPart,
    )
  }
  if (refusal) {
    const reason = message(refusal, view)
    return cannot(formatMessage(texts.portal.cannotVoid, { reason }, view.language))
  }
  const refused = shown.refused?.action === 'void' ? shown.refused : undefined
  return refund(view, {
    transaction,
    action: 'void',
    isOpen: refused !== undefined,
    content: html`<p>${texts.portal.voidHint}</p>
    ${reasonField(view, { id: `void-${transaction.id}`, typed: refused?.typed.reason })}
    <button class="action danger">${texts.portal.voidNow}</button>`,
  })
}

const refundForm = (sandbox: Sandbox, view: PortalView, shown: Shown): Html => {
  const { texts } = view
  const { transaction, payment } = shown
  const because = Object.values(refundRefusalOf(sandbox, transaction)).flat()
  if (because.length > 0) {
    return cannot(because.map((each) => message(each, view)).join(' '))
  }
  const refused = shown.refused?.action === 'refund' ? shown.refused : undefined
  const remaining = transaction.total_minor - transaction.refunded_minor
  const all = formatMoney(moneyFromMinor(remaining, payment.currency_code))
  const refundedBefore = formatMoney(
    moneyFromMinor(transaction.refunded_minor, payment.currency_code),
  )
  const id = `amount-${transaction.id}`
  const wrong = refused?.wrongAmount
  return refund(view, {
    transaction,
    action: 'refund',
    isOpen: refused !== undefined,
    content: html`<p>${formatMessage(texts.portal.refundHint, { amount: amountOf(view, shown, remaining) }, view.language)}</p>
    <div class="field${wrong && ' wrong'}"><label for="${id}">${texts.portal.refundAmount}</label>
    <input id="${id}" name="amount" inputmode="decimal" autocomplete="off" required${
      wrong && html` aria-invalid="true" aria-describedby="${id}-error"`
    } value="${refused?.typed.amount ?? all}">
    ${wrong && html`<p class="error" id="${id}-error">${wrong}</p>`}</div>
    <input type="hidden" name="refunded_before" value="${refundedBefore}">
    ${reasonField(view, { id: `refund-${transaction.id}`, typed: refused?.typed.reason })}
    <button class="action danger">${texts.portal.refundNow}</button>`,
  })
}

const cannot = (text: string): Html => html`<p class="mild cannot">${text}</p>`

const refund = (
  view: PortalView,
  options: {
    transaction: TransactionRow
    action: 'void' | 'refund'
    isOpen: boolean
    content: Html
  },
): Html => {
  const path = `/transactions/${options.transaction.id}/${options.action}`
  return html`<details class="more"${options.isOpen && html` open`}>
  <summary>${view.texts.portal[options.action]}</summary>
  <form method="post" action="${portalPath(view, path)}">${options.content}</form>
</details>`
}

const reasonField = (
  { texts }: PortalView,
  { id, typed }: { id: string; typed: string | undefined },
): Html => html`<div class="field"><label for="${id}">${texts.portal.reason} <span class="mild">(${texts.labels.optional})</span></label>
    <input id="${id}" name="reason" maxlength="${GATEWAY_LIMITS.voidReasonLength}" autocomplete="off" value="${typed}"></div>`
