import type { Request, Response } from 'express'
import type { Language } from '../../../../src/locales/language.ts'
import { type Html, html } from '../../../../src/runtime/http/page/html.ts'
import { sendPage } from '../../../onboarding/send-page.ts'
import type { Link } from '../../../onboarding/state-card.ts'
import { WOO_TEXTS } from '../../texts.ts'
import type { PendingConnection } from '../pending-connection.ts'
import { type PlainState, plainCard } from './state-page.ts'

const ASSETS_PATH = '/woocommerce/connections/assets'

interface Page {
  locale: Language
  begun?: PendingConnection
  /** A script reloads the page; without scripts, the card needs a link to it. */
  reloadSeconds?: number
}

/** Names the store only once its site has confirmed it. */
export const sendCard = (
  request: Request,
  response: Response,
  { locale, begun, reloadSeconds, title, card }: Page & { title: string; card: Html },
): void => {
  const isProven = begun !== undefined && begun.step !== 'begun'
  const { success } = request.query
  sendPage(response, {
    locale,
    title,
    shop: isProven
      ? { name: begun.details.site_name, isTest: begun.details.environment === 'test' }
      : undefined,
    assetsPath: ASSETS_PATH,
    head: reloadSeconds
      ? html`<script src="${ASSETS_PATH}/reload.js" defer data-seconds="${reloadSeconds}"></script>`
      : undefined,
    card,
    path: `${request.baseUrl}${request.path}`,
    query: { success: success === '0' || success === '1' ? success : undefined },
  })
}

export const sendState = (
  request: Request,
  response: Response,
  { state, links, ...page }: Page & { state: PlainState; links?: readonly Link[] },
): void => {
  const { title } = WOO_TEXTS[page.locale].connect[state]
  sendCard(request, response, { ...page, title, card: plainCard(page.locale, state, links) })
}
