import type { Environment } from '../../../src/contract/keys.ts'
import type { Sandbox } from '../context.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { GatewayTexts } from '../locales/texts.ts'
import type { Reader } from '../pages/document.ts'

export type Section = 'payments' | 'webhooks' | 'keys'

export interface PortalView extends Reader {
  environment: Environment
}

export type PortalHandler = (
  sandbox: Sandbox,
  view: PortalView,
  request: HttpRequest,
) => Reply | Promise<Reply>

export const portalPath = (
  view: PortalView,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string => {
  const search = new URLSearchParams(query)
  if (view.query.has('lang')) search.set('lang', view.language)
  return `/portal/${view.environment}${path}${search.size > 0 ? `?${search}` : ''}`
}

/** Confirmations after a redirect. */
export type Done = keyof GatewayTexts['portal']['done']

export const doneText = ({ query, texts }: PortalView): string | undefined => {
  const done: Readonly<Record<string, string>> = texts.portal.done
  const name = query.get('done') ?? ''
  return Object.hasOwn(done, name) ? done[name] : undefined
}
