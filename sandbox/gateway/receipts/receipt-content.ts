import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import { formatMessage } from '../../../src/locales/format-message.ts'
import type { PaymentAttempt, TransactionRow } from '../database/tables.ts'
import type { Reader } from '../pages/document.ts'
import { cardText, checkoutAmountText } from '../pages/parts.ts'

export interface Line {
  label: string
  value: string
}

export interface ReceiptContent {
  merchantName: string
  /** The subtotal includes the tip (2.1), listed before it. */
  breakdown: Line[]
  total: Line
  facts: Line[]
  outcome: string
  remark: string | undefined
}

export const receiptContent = (
  { payment, transaction }: PaymentAttempt,
  {
    reader: { texts, language },
    merchantName,
    showAmount = checkoutAmountText,
  }: {
    reader: Pick<Reader, 'texts' | 'language'>
    merchantName: string
    showAmount?: typeof checkoutAmountText
  },
): ReceiptContent => {
  const { labels, receipt } = texts
  const amount = (minor: bigint): string => showAmount(minor, payment, language)
  const line = (label: string, value: string | null): Line[] => (value ? [{ label, value }] : [])
  const extra = (label: string, minor: bigint): Line[] =>
    minor > 0n ? [{ label, value: amount(minor) }] : []
  const total = amount(transaction.total_minor)
  const tipMinor = transaction.subtotal_minor - payment.amount_minor
  const isRefund = payment.status === 'refunded' || payment.status === 'partially_refunded'
  const paidAt = transaction.paid_at ?? transaction.created_at
  return {
    merchantName,
    breakdown: [
      ...(tipMinor > 0n ? extra(labels.amount, payment.amount_minor) : []),
      ...extra(labels.tip, tipMinor),
      { label: labels.subtotal, value: amount(transaction.subtotal_minor) },
      ...extra(labels.salesTax, transaction.sales_tax_minor),
      ...extra(labels.serviceFee, transaction.service_fee_minor),
    ],
    total: { label: labels.total, value: total },
    facts: [
      ...line(receipt.concept, payment.name),
      ...line(labels.description, payment.description),
      ...line(labels.reference, payment.external_reference),
      ...line(labels.card, cardText(transaction)),
      ...line(receipt.currency, payment.currency_code),
      ...line(
        labels.date,
        formatMessage(labels.hondurasTime, { time: formatHondurasTime(paidAt) }, language),
      ),
      ...line(labels.transaction, transaction.id),
    ],
    outcome: formatMessage(
      texts.receiptOutcomes[outcomeOf(transaction.status)],
      { amount: amount(transaction.refunded_minor), total },
      language,
    ),
    remark: isRefund ? receipt.refundTakesDays : undefined,
  }
}

/** Only approved charges have receipts. */
const outcomeOf = (status: TransactionRow['status']) =>
  status === 'pending' || status === 'declined' ? 'paid' : status
