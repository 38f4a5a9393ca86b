import { formatMessage } from '../../../src/locales/format-message.ts'
import { html } from '../../../src/runtime/http/page/html.ts'
import type { Reply } from '../http/reply.ts'
import { documentReply, type Reader } from '../pages/document.ts'
import { fact } from '../pages/parts.ts'
import type { Receipt } from './receipt.ts'
import { receiptContent } from './receipt-content.ts'

/** Public page of `receipt_url` (2.4). */
export const receiptPage = (
  receipt: Receipt,
  { reader, merchantName }: { reader: Reader; merchantName: string },
): Reply => {
  const { language } = reader
  const texts = reader.texts.receipt
  const content = receiptContent(receipt, { reader, merchantName })
  const { id } = receipt.transaction
  const title = formatMessage(texts.receiptOf, { merchant: merchantName }, language)
  return documentReply({
    reader,
    title,
    content: html`<article class="card screen">
  <p class="mild">${texts.receipt}</p>
  <h1>${content.merchantName}</h1>
  <p class="due"><strong>${content.total.value}</strong></p>
  <p>${content.outcome}${content.remark && html`<br><span class="mild">${content.remark}</span>`}</p>
  <dl class="facts">${content.facts.map(({ label, value }) => fact(label, value))}</dl>
  <dl class="facts">${[...content.breakdown, content.total].map(({ label, value }) => fact(label, value))}</dl>
  <p class="mild">${texts.noMoney}</p>
  <p><a class="action" href="/receipts/${id}.pdf?lang=${language}">${texts.download}</a></p>
</article>`,
  })
}

export const receiptNotFoundPage = (reader: Reader): Reply => {
  const { title, text } = reader.texts.screens.receiptNotFound
  return documentReply({
    reader,
    status: 404,
    title,
    content: html`<section class="card screen">
  <h1>${title}</h1>
  <p>${text}</p>
</section>`,
  })
}
