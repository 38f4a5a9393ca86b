import type { HttpRequest } from '../http/request.ts'
import { type Reader, readerOf } from '../pages/document.ts'
import { type CheckoutTexts, checkoutTextsIn } from './texts/texts.ts'

export { pathIn } from '../pages/document.ts'

export interface CheckoutVisit extends Reader {
  texts: CheckoutTexts
}

export const visitOf = (request: HttpRequest): CheckoutVisit => {
  const reader = readerOf(request)
  return { ...reader, texts: checkoutTextsIn(reader.language) }
}
