import type { Html } from '../../../src/runtime/http/page/html.ts'
import type { Reply } from '../http/reply.ts'
import { documentReply } from '../pages/document.ts'
import type { CheckoutVisit } from './visit.ts'

export const STYLESHEET_PATH = '/checkout/assets/page.css'

export const page = ({
  visit,
  ...rest
}: {
  visit: CheckoutVisit
  status: number
  title: string
  content: Html
  /** Allowed redirect targets of the page's forms (CSP). */
  formTargets?: readonly (string | null)[]
  framedBy?: 'nobody' | 'anybody'
}): Reply => documentReply({ reader: visit, stylesheets: [STYLESHEET_PATH], ...rest })
