import type { Request, Response } from 'express'
import type { Locale } from '../../../src/db/tables/stores.ts'
import { renderDocument } from '../../../src/http/pay-pages/document.ts'
import { speak } from '../../../src/http/reader-language.ts'
import { type Html, html } from '../../../src/runtime/html.ts'
import type { Begun } from './begun.ts'

/** Sends a page of a connection. The shop is named once its site has said that it is it. */
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
    locale: Locale
    title: string
    card: Html
    begun?: Begun
    reloadSeconds?: number
  },
): void => {
  speak(response, locale)
  const isProven = begun !== undefined && begun.step !== 'begun'
  response.send(
    renderDocument({
      locale,
      title,
      shop: isProven
        ? { name: begun.details.site_name, isTest: begun.details.environment === 'test' }
        : undefined,
      head: html`<link rel="stylesheet" href="/woocommerce/connections/assets/connect.css">${
        reloadSeconds && html`<meta http-equiv="refresh" content="${reloadSeconds}">`
      }`,
      card,
      otherLanguageUrl: otherLanguageUrl(request, locale),
    }),
  )
}

const otherLanguageUrl = (request: Request, locale: Locale): string => {
  const query = new URLSearchParams({ lang: locale === 'es' ? 'en' : 'es' })
  const { success } = request.query
  if (success === '0' || success === '1') query.set('success', success)
  return `${request.baseUrl}${request.path}?${query}`
}
