import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { STYLESHEET_PATH } from '../checkout/page.ts'
import type { Reply } from '../http/reply.ts'
import { documentReply, type Reader } from '../pages/document.ts'
import { fill } from '../pages/fill.ts'
import type { Receipt } from './receipt.ts'
import { type Line, receiptContent } from './receipt-content.ts'
import { receiptTexts } from './texts.ts'

/** Public page of `receipt_url` (2.4). */
export const receiptPage = (
  receipt: Receipt,
  { reader, merchantName }: { reader: Reader; merchantName: string },
): Reply => {
  const { language } = reader
  const texts = receiptTexts(language)
  const content = receiptContent(receipt, { language, merchantName })
  const { id } = receipt.transaction
  const title = fill(texts.receiptOf, { merchant: merchantName })
  return documentReply({
    reader,
    status: 200,
    title,
    stylesheets: [STYLESHEET_PATH],
    content: html`<article class="card screen">
  <p class="mild">${texts.receipt}</p>
  <h1>${content.merchantName}</h1>
  <p class="due"><strong>${content.total.value}</strong></p>
  <p>${content.outcome}${content.remark && html`<br><span class="mild">${content.remark}</span>`}</p>
  ${lines(content.facts)}
  ${lines([...content.breakdown, content.total])}
  <p class="mild">${texts.noMoney}</p>
  <p><a class="action" href="/receipts/${id}.pdf?lang=${language}">${texts.download}</a></p>
</article>`,
  })
}

const lines = (all: readonly Line[]): Html =>
  html`<dl class="facts">${all.map(
    ({ label, value }) => html`
    <dt>${label}</dt><dd>${value}</dd>`,
  )}
  </dl>`

export const receiptNotFoundPage = (reader: Reader): Reply => {
  const texts = receiptTexts(reader.language)
  return documentReply({
    reader,
    status: 404,
    title: texts.notFoundTitle,
    stylesheets: [STYLESHEET_PATH],
    content: html`<section class="card screen">
  <h1>${texts.notFoundTitle}</h1>
  <p>${texts.notFoundText}</p>
</section>`,
  })
}
