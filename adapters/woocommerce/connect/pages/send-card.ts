import type { Request, Response } from 'express'
import type { Language } from '../../../../src/locales/language.ts'
import { type Html, html } from '../../../../src/runtime/http/page/html.ts'
import { sendPage } from '../../../onboarding/send-page.ts'
import type { PendingConnection } from '../pending-connection.ts'

/** Sends a page; names the store only once its site has confirmed it. */
export const sendCard = (
  request: Request,
  response: Response,
  {
    locale,
    title,
    card,
    begun,
    reloadSeconds,
  }: {
    locale: Language
    title: string
    card: Html
    begun?: PendingConnection
    reloadSeconds?: number
  },
): void => {
  const isProven = begun !== undefined && begun.step !== 'begun'
  const { success } = request.query
  sendPage(response, {
    locale,
    title,
    shop: isProven
      ? { name: begun.details.site_name, isTest: begun.details.environment === 'test' }
      : undefined,
    assetsPath: '/woocommerce/connections/assets',
    head: reloadSeconds ? html`<meta http-equiv="refresh" content="${reloadSeconds}">` : undefined,
    card,
    path: `${request.baseUrl}${request.path}`,
    query: { success: success === '0' || success === '1' ? success : undefined },
  })
}
