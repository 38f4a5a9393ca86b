import type { Html } from '../../../src/runtime/html.ts'
import type { Reply } from '../http/reply.ts'
import { documentReply } from '../pages/document.ts'
import type { Visit } from './visit.ts'

export const STYLESHEET_PATH = '/checkout/assets/page.css'

/** A hosted page with everything around its content. */
export const page = ({
  visit,
  ...rest
}: {
  visit: Visit
  status: number
  title: string
  content: Html
  /** Where a form on it may lead, besides here. */
  formTargets?: readonly (string | null)[]
  framedBy?: 'nobody' | 'anybody'
}): Reply => documentReply({ reader: visit, stylesheets: [STYLESHEET_PATH], ...rest })
