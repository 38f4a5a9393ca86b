import { formatMoney, moneyFromMinor } from '../../../src/domain/money.ts'
import { formatMessage } from '../../../src/locales/format-message.ts'
import type { Language } from '../../../src/locales/language.ts'
import type { Sandbox } from '../context.ts'
import type { PaymentAttempt } from '../database/tables.ts'
import type { Reply } from '../http/reply.ts'
import { GATEWAY_TEXTS } from '../locales/texts.ts'
import { checkoutAmountText } from '../pages/parts.ts'
import { receiptUrl } from './receipt.ts'
import { type Line, receiptContent } from './receipt-content.ts'
import { isWinAnsi, toWinAnsi } from './win-ansi.ts'

const REGULAR = 'Helvetica'
const BOLD = 'Helvetica-Bold'
const INK = '#14213a'
const MILD = '#5a6781'
const RULE = '#d5dbe6'

/** Points, on US Letter. */
const MARGIN = 72
const LABEL_WIDTH = 130
const GAP = 7

/** `attachment` downloads, `inline` displays. */
export const pdfReply = async (
  receipt: PaymentAttempt,
  options: Parameters<typeof receiptPdf>[1] & { disposition: 'attachment' | 'inline' },
): Promise<Reply> => ({
  status: 200,
  headers: {
    'content-type': 'application/pdf',
    'content-disposition': `${options.disposition}; filename="receipt-${receipt.transaction.id}.pdf"`,
    'content-language': options.language,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  },
  body: await receiptPdf(receipt, options),
})

/** One page, in the requested language (4.9). */
const receiptPdf = async (
  receipt: PaymentAttempt,
  { language, sandbox }: { language: Language; sandbox: Pick<Sandbox, 'profile' | 'publicUrl'> },
): Promise<Buffer> => {
  const texts = GATEWAY_TEXTS[language]
  const merchantName = sandbox.profile.merchant_name
  const content = receiptContent(receipt, {
    reader: { texts, language },
    merchantName,
    showAmount,
  })
  const { transaction } = receipt
  const url = receiptUrl(transaction.id, sandbox.publicUrl)
  // Lazy: pdfkit adds a quarter to the startup time.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    lang: language === 'es' ? 'es-HN' : 'en',
    displayTitle: true,
    info: {
      Title: formatMessage(texts.receipt.receiptOf, { merchant: merchantName }, language),
      Author: merchantName,
      CreationDate: transaction.paid_at ?? transaction.created_at,
    },
  })
  const pen = penOn(document)
  pen.text(texts.receipt.receipt, { size: 11, color: MILD })
  pen.text(content.merchantName, { size: 20, font: BOLD })
  pen.space(12)
  pen.text(content.total.value, { size: 26, font: BOLD })
  pen.text(content.outcome, { size: 11, color: MILD })
  pen.rule()
  for (const line of content.facts) pen.line(line)
  pen.rule()
  for (const line of content.breakdown) pen.amount(line)
  pen.amount(content.total, BOLD)
  pen.rule()
  const isComplete = [merchantName, ...content.facts.map(({ value }) => value)].every(isWinAnsi)
  const footer = [
    ...(content.remark ? [content.remark] : []),
    texts.receipt.noMoney,
    formatMessage(texts.receipt.online, { url }, language),
    ...(isComplete ? [] : [texts.receipt.replaced]),
  ]
  for (const text of footer) pen.text(text, { size: 9, color: MILD })
  return bytesOf(document)
}

/** Currency code if the font lacks the symbol (e.g. the colón). */
const showAmount: typeof checkoutAmountText = (minor, payment, language) => {
  const text = checkoutAmountText(minor, payment, language)
  if (isWinAnsi(text)) return text
  const { currency_code } = payment
  return `${formatMoney(moneyFromMinor(minor, currency_code))} ${currency_code}`
}

const penOn = (document: PDFKit.PDFDocument) => {
  const left = MARGIN
  const width = document.page.width - 2 * MARGIN
  const put = (
    text: string,
    style: { size: number; font?: string; color?: string },
    place: { x: number; y: number; width: number; align?: 'left' | 'right' },
  ): number => {
    document
      .font(style.font ?? REGULAR)
      .fontSize(style.size)
      .fillColor(style.color ?? INK)
    const { x, y, ...box } = place
    document.text(toWinAnsi(text), x, y, box)
    return document.y
  }
  let y = MARGIN
  return {
    text: (text: string, style: { size: number; font?: string; color?: string }) => {
      y = put(text, style, { x: left, y, width }) + 2
    },
    line: ({ label, value }: Line) => {
      const labelEnd = put(label, { size: 11, color: MILD }, { x: left, y, width: LABEL_WIDTH })
      const x = left + LABEL_WIDTH
      const valueEnd = put(value, { size: 11 }, { x, y, width: width - LABEL_WIDTH })
      y = Math.max(labelEnd, valueEnd) + GAP
    },
    amount: ({ label, value }: Line, font = REGULAR) => {
      const half = width / 2
      put(label, { size: 11, font }, { x: left, y, width: half })
      y = put(value, { size: 11, font }, { x: left + half, y, width: half, align: 'right' }) + GAP
    },
    space: (points: number) => {
      y += points
    },
    rule: () => {
      y += GAP
      document
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(0.75)
        .strokeColor(RULE)
        .stroke()
      y += 2 * GAP
    },
  }
}

const bytesOf = (document: PDFKit.PDFDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
    document.end()
  })
