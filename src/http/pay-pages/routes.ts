import { fileURLToPath } from 'node:url'
import express, { type Request, type Response, Router } from 'express'
import type { OrderRow } from '../../ledger/ledger.ts'
import { findOrderByPayToken } from '../../ledger/orders.ts'
import type { Locale } from '../../ledger/tables.ts'
import type { PaymentsContext } from '../../payments/context.ts'
import { askForWaitingCustomer, openPayLink } from '../../payments/pay-link.ts'
import { type PageOptions, renderPage } from './page.ts'
import type { PageKind } from './texts.ts'

/** The pages that customers see: the durable pay link, and the way back from the checkout. */
export const payPages = (ctx: PaymentsContext): Router => {
  const router = Router()
  router.use('/assets', express.static(fileURLToPath(new URL('assets', import.meta.url))))
  router.use((_request, response, next) => {
    response.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    next()
  })

  router.get('/:token', async (request, response) => {
    const link = await openPayLink(ctx, request.params.token)
    if (!link) return sendUnknownLink(request, response)
    switch (link.state) {
      case 'payable':
        return response.redirect(303, link.checkoutUrl)
      case 'settled':
        return response.redirect(303, `${ctx.publicUrl}/pay/${link.order.pay_token}/return`)
      case 'settling':
        return sendPage(request, response, 503, { kind: 'not-ready', order: link.order })
      case 'ended':
        return sendPage(request, response, 410, { kind: 'ended', order: link.order })
    }
  })

  router.get('/:token/return', async (request, response) => {
    const order = await findOrderByPayToken(ctx.ledger.query, request.params.token)
    if (!order) return sendUnknownLink(request, response)
    if (request.query.waited) await askForWaitingCustomer(ctx, order)
    const cancelled = request.query.cancelled !== undefined
    const kind = kindOf(order, cancelled)
    sendPage(request, response, 200, { kind, order })
  })

  router.get('/:token/status', async (request, response) => {
    const order = await findOrderByPayToken(ctx.ledger.query, request.params.token)
    if (!order) return void response.status(404).json({ kind: 'unknown-link' })
    if (request.query.waited) await askForWaitingCustomer(ctx, order)
    const link = await openPayLink(ctx, request.params.token)
    const kind = link?.state === 'settling' ? 'not-ready' : kindOf(order, false)
    response.json({ kind })
  })
  return router
}

const kindOf = (order: OrderRow, cancelled: boolean): PageKind => {
  switch (order.status) {
    case 'awaiting_payment':
      return cancelled ? 'not-paid' : 'confirming'
    case 'payment_expired':
      return 'ended'
    case 'on_hold':
      return 'on-hold'
    case 'refunded':
    case 'voided':
      return 'given-back'
    case 'paid':
    case 'partially_refunded':
      return 'paid'
  }
}

const sendPage = (
  request: Request,
  response: Response,
  status: number,
  { kind, order }: { kind: PageKind; order: OrderRow },
): void => {
  const locale = localeOf(request, order.locale)
  const options: PageOptions = {
    kind,
    locale,
    order,
    otherLanguageUrl: otherLanguageUrl(request, locale),
    ...wayOn(kind, order, locale),
  }
  response.status(status).send(renderPage(options))
}

/** What a page offers or does by itself, by what it is about. */
const wayOn = (
  kind: PageKind,
  order: OrderRow,
  locale: Locale,
): Pick<PageOptions, 'action' | 'poll' | 'forwardUrl'> => {
  const link = `/pay/${order.pay_token}`
  const toShop = (url: string | null) => (url ? { action: { label: 'toShop' as const, url } } : {})
  switch (kind) {
    case 'confirming':
      return {
        poll: { statusUrl: `${link}/status`, pageUrl: `${link}/return?waited=1&lang=${locale}` },
      }
    case 'not-ready':
      return { poll: { statusUrl: `${link}/status`, pageUrl: link } }
    case 'not-paid':
      return { action: { label: 'tryAgain', url: link } }
    case 'paid':
      return { ...toShop(order.success_url), forwardUrl: order.success_url ?? undefined }
    case 'ended':
      return toShop(order.cancel_url)
    case 'on-hold':
    case 'given-back':
    case 'unknown-link':
      return toShop(order.success_url)
  }
}

const sendUnknownLink = (request: Request, response: Response): void => {
  const locale = localeOf(request, request.acceptsLanguages('es', 'en') === 'en' ? 'en' : 'es')
  const page = { kind: 'unknown-link' as const, locale }
  response
    .status(404)
    .send(renderPage({ ...page, otherLanguageUrl: otherLanguageUrl(request, locale) }))
}

/** The order's language, unless the customer chose the other one. */
const localeOf = (request: Request, fallback: Locale): Locale => {
  const { lang } = request.query
  return lang === 'es' || lang === 'en' ? lang : fallback
}

const otherLanguageUrl = (request: Request, locale: Locale): string => {
  const query = new URLSearchParams({ lang: locale === 'es' ? 'en' : 'es' })
  if (request.query.cancelled !== undefined) query.set('cancelled', '1')
  return `${request.baseUrl}${request.path}?${query}`
}
