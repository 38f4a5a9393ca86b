import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import { checkoutAmountText } from '../checkout/amount-text.ts'
import type { SandboxLanguage } from '../language.ts'
import { fill } from '../pages/fill.ts'
import type { Receipt } from './receipt.ts'
import { receiptTexts } from './texts.ts'

export interface Line {
  label: string
  value: string
}

/** Shared by page and PDF. */
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
  { payment, transaction }: Receipt,
  {
    language,
    merchantName,
    showAmount = checkoutAmountText,
  }: { language: SandboxLanguage; merchantName: string; showAmount?: typeof checkoutAmountText },
): ReceiptContent => {
  const texts = receiptTexts(language)
  const amount = (minor: bigint): string =>
    showAmount(minor, { currencyCode: payment.currency_code, language })
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
      ...(tipMinor > 0n ? extra(texts.amount, payment.amount_minor) : []),
      ...extra(texts.tip, tipMinor),
      { label: texts.subtotal, value: amount(transaction.subtotal_minor) },
      ...extra(texts.salesTax, transaction.sales_tax_minor),
      ...extra(texts.serviceFee, transaction.service_fee_minor),
    ],
    total: { label: texts.total, value: total },
    facts: [
      ...line(texts.concept, payment.name),
      ...line(texts.description, payment.description),
      ...line(texts.reference, payment.external_reference),
      ...line(
        texts.card,
        `${transaction.card_brand.toUpperCase()} ···· ${transaction.card_last_four}`,
      ),
      ...line(texts.currency, payment.currency_code),
      ...line(texts.date, fill(texts.hondurasTime, { time: formatHondurasTime(paidAt) })),
      ...line(texts.transaction, transaction.id),
    ],
    outcome: fill(texts[outcomeOf(transaction.status)], {
      amount: amount(transaction.refunded_minor),
      total,
    }),
    remark: isRefund ? texts.refundTakesDays : undefined,
  }
}

/** Only approved charges have receipts. */
const outcomeOf = (status: Receipt['transaction']['status']) =>
  status === 'pending' || status === 'declined' ? 'paid' : status
