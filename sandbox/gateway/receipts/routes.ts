import type { Sandbox } from '../context.ts'
import type { SandboxRoute } from '../http/router.ts'
import { readerOf } from '../pages/document.ts'
import { findReceipt } from './receipt.ts'
import { receiptNotFoundPage, receiptPage } from './receipt-page.ts'
import { pdfReply } from './receipt-pdf.ts'

/** Public: the transaction id in the URL grants access. */
export const receiptRoutes = (sandbox: Sandbox): SandboxRoute[] => [
  {
    method: 'GET',
    path: '/receipts/:file',
    handle: async (request) => {
      const reader = readerOf(request)
      const [, transactionId = '', isPdf] = /^(.*?)(\.pdf)?$/s.exec(request.params.file ?? '') ?? []
      const found = await findReceipt(sandbox, { transactionId, environment: 'any' })
      if (found.kind !== 'found') return receiptNotFoundPage(reader)
      return isPdf
        ? pdfReply(found.receipt, { language: reader.language, sandbox, disposition: 'inline' })
        : receiptPage(found.receipt, { reader, merchantName: sandbox.profile.merchant_name })
    },
  },
]
