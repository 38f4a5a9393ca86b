import type { Request, Response } from 'express'
import type { OrderRow } from '../../db/db.ts'
import { findPaymentLink } from '../../db/links/payment-links.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { Language } from '../../locales/language.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import {
  localeOf,
  localeOfBrowser,
  localeOfOrder,
  otherLanguageUrl,
} from '../../runtime/http/page/page-language.ts'
import { speak } from '../../runtime/http/page/reader-language.ts'
import { shopOnPageOf } from './document.ts'
import { allowFraming, framedBy } from './framing.ts'
import { type PageOptions, type Polling, renderPage } from './page.ts'
import type { PageKind } from './page-kinds.ts'

/** Reloads without scripts until the page admits a delay. */
const LATE_AFTER_RELOADS = 5
export const RETRY_SECONDS = 3
/** Seconds between polls while a store or the gateway is silent: each poll calls it. */
export const SILENT_SECONDS = 10

export type SendPage = (
  request: Request,
  response: Response,
  page: { kind: PageKind; order: OrderRow },
) => Promise<void>

export const pageSender =
  (ctx: PaymentsContext): SendPage =>
  async (request, response, { kind, order }) => {
    const locale = localeOfOrder(request, order)
    speak(response, locale)
    const store = await findStore(ctx.db.query, order.store_id)
    const frame = framedBy(request, order)
    if (frame) allowFraming(response, frame)
    response.send(
      renderPage({
        kind,
        locale,
        order,
        shop: store && shopOnPageOf(store),
        framedBy: frame,
        otherLanguageUrl: otherLanguageUrl(request, locale),
        ...(await wayToLink(ctx, { kind, order })),
        ...wayOn({ kind, order }, { locale, frame, reloads: Number(request.query.waited) || 0 }),
      }),
    )
  }

/** Links back to the payment link when the time to pay is over. */
const wayToLink = async (
  { db }: PaymentsContext,
  { kind, order }: Parameters<SendPage>[2],
): Promise<Pick<PageOptions, 'action'>> => {
  if (kind !== 'link-ended' || order.payment_link_id === null) return {}
  const link = await findPaymentLink(db.query, order.payment_link_id)
  return link ? { action: { label: 'tryAgain', url: `/l/${link.token}` } } : {}
}

const wayOn = (
  { kind, order }: Parameters<SendPage>[2],
  { locale, frame, reloads }: { locale: Language; frame: string | undefined; reloads: number },
): Pick<PageOptions, 'action' | 'poll' | 'redirectUrl' | 'redirectSeconds'> => {
  const link = `/pay/${order.pay_token}`
  const at = (path: string, query: Record<string, string> = {}): string => {
    const ofFrame: Record<string, string> = frame ? { lang: locale, framed_by: frame } : {}
    const kept = new URLSearchParams({ ...query, ...ofFrame })
    return `${link}${path}${kept.size > 0 ? `?${kept}` : ''}`
  }
  const toShop = (url: string | null) => (url ? { action: { label: 'toShop' as const, url } } : {})
  switch (kind) {
    case 'confirming':
      return { poll: pollReturn(link, { at, locale, reloads }) }
    case 'not-ready':
      return {
        action: { label: 'tryAgain', url: at('') },
        poll: { statusUrl: `${link}/status` },
      }
    case 'store-silent':
    case 'gateway-silent':
      return {
        action: { label: 'tryAgain', url: at('', { lang: locale }) },
        redirectUrl: at('', { lang: locale }),
        redirectSeconds: SILENT_SECONDS,
      }
    case 'not-paid':
    case 'unavailable':
    case 'store-frozen':
    case 'cards-paused':
    case 'too-many-requests':
      return { action: { label: 'tryAgain', url: at('') } }
    case 'at-gateway':
      return { action: { label: 'toPayment', url: link } }
    case 'paid':
      // In a frame, the shop's page decides what follows.
      return {
        ...toShop(order.success_url),
        redirectUrl: frame ? undefined : (order.success_url ?? undefined),
      }
    case 'link-ended':
      return {}
    case 'ended':
    case 'store-disabled':
    case 'too-many-declines':
    case 'currency-refused':
    case 'amount-refused':
    case 'order-refused':
      return toShop(order.cancel_url)
    case 'paid-at-gateway':
    case 'on-hold':
    case 'refunded':
    case 'voided':
    case 'unknown-link':
      return toShop(order.success_url)
  }
}

const pollReturn = (
  link: string,
  {
    at,
    locale,
    reloads,
  }: {
    at: (path: string, query?: Record<string, string>) => string
    locale: Language
    reloads: number
  },
): Polling => ({
  statusUrl: `${link}/return/status`,
  pageUrl: at('/return', { waited: String(reloads + 1), lang: locale }),
  unfinishedUrl: at(''),
  isLate: reloads >= LATE_AFTER_RELOADS,
})

/** Sends a page that no order is read for, in the browser's language. */
export const sendWithoutOrder = (request: Request, response: Response, kind: PageKind): void => {
  const locale = localeOf(request, localeOfBrowser(request))
  speak(response, locale)
  const page = { kind, locale, otherLanguageUrl: otherLanguageUrl(request, locale) }
  response.send(renderPage(page))
}
