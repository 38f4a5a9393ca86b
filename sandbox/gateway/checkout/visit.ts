import type { HttpRequest } from '../http/request.ts'
import { type Reader, readerOf } from '../pages/document.ts'
import { type Texts, textsIn } from './texts/texts.ts'

export { pathIn } from '../pages/document.ts'

export interface Visit extends Reader {
  texts: Texts
}

export const visitOf = (request: HttpRequest): Visit => {
  const reader = readerOf(request)
  return { ...reader, texts: textsIn(reader.language) }
}
