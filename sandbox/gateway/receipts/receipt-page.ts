import { formatMessage } from '../../../src/locales/format-message.ts'
import { html } from '../../../src/runtime/http/page/html.ts'
import type { Sandbox } from '../context.ts'
import type { PaymentAttempt } from '../database/tables.ts'
import type { Reply } from '../http/reply.ts'
import type { SandboxRoute } from '../http/router.ts'
import { documentReply, type Reader, readerOf } from '../pages/document.ts'
import { fact } from '../pages/parts.ts'
import { findReceipt } from './receipt.ts'
import { receiptContent } from './receipt-content.ts'
import { pdfReply } from './receipt-pdf.ts'

/** Public page of `receipt_url` (2.4). */
const receiptPage = (
  receipt: PaymentAttempt,
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

const receiptNotFoundPage = (reader: Reader): Reply => {
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

/** Public: the transaction id in the URL grants access. */
export const receiptRoutes = (sandbox: Sandbox): SandboxRoute[] => [
  {
    method: 'GET',
    path: '/receipts/:file',
    handle: async (request) => {
      const reader = readerOf(request)
      const [, id = '', isPdf] = /^(.*?)(\.pdf)?$/s.exec(request.params.file ?? '') ?? []
      const found = await findReceipt(sandbox, { id, environment: 'any' })
      if (found.kind !== 'found') return receiptNotFoundPage(reader)
      return isPdf
        ? pdfReply(found.receipt, { language: reader.language, sandbox, disposition: 'inline' })
        : receiptPage(found.receipt, { reader, merchantName: sandbox.profile.merchant_name })
    },
  },
]
