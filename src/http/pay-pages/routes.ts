import { fileURLToPath } from 'node:url'
import express, { type Request, type Response, Router } from 'express'
import type { OrderRow } from '../../ledger/ledger.ts'
import { findOrderByPayToken } from '../../ledger/orders.ts'
import { findStore } from '../../ledger/stores.ts'
import type { Locale } from '../../ledger/tables.ts'
import type { PaymentsContext } from '../../payments/context.ts'
import { askForWaitingCustomer, openPayLink } from '../../payments/pay-link.ts'
import { type PageOptions, type Polling, renderPage } from './page.ts'
import type { PageKind } from './texts.ts'

/** By then a customer without scripts has waited for about a quarter of a minute. */
const LATE_AFTER_RELOADS = 5
const RETRY_SECONDS = 3

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
        response.set('retry-after', String(RETRY_SECONDS)).status(503)
        return sendPage(request, response, { kind: 'not-ready', order: link.order })
      case 'ended':
        response.status(410)
        return sendPage(request, response, { kind: 'ended', order: link.order })
    }
  })

  router.get('/:token/return', async (request, response) => {
    const order = await findOrderByPayToken(ctx.ledger.query, request.params.token)
    if (!order) return sendUnknownLink(request, response)
    if (request.query.waited) await askForWaitingCustomer(ctx, order)
    await sendPage(request, response, { kind: returnKind(request, order), order })
  })

  // For the scripts of the two pages above: which page would be shown now.
  router.get('/:token/status', async (request, response) => {
    const link = await openPayLink(ctx, request.params.token)
    if (!link) return void response.status(404).json({ kind: 'unknown-link' })
    response.json({ kind: link.state === 'settling' ? 'not-ready' : link.state })
  })

  router.get('/:token/return/status', async (request, response) => {
    const order = await findOrderByPayToken(ctx.ledger.query, request.params.token)
    if (!order) return void response.status(404).json({ kind: 'unknown-link' })
    if (request.query.waited) await askForWaitingCustomer(ctx, order)
    response.json({ kind: returnKind(request, order) })
  })

  const sendPage = async (
    request: Request,
    response: Response,
    { kind, order }: { kind: PageKind; order: OrderRow },
  ): Promise<void> => {
    const locale = localeOf(request, order.locale)
    const store = await findStore(ctx.ledger.query, order.store_id)
    response.send(
      renderPage({
        kind,
        locale,
        order,
        shop: store && { name: store.name, isTest: store.environment === 'test' },
        otherLanguageUrl: otherLanguageUrl(request, locale),
        ...wayOn({ kind, order, locale, request }),
      }),
    )
  }

  return router
}

const returnKind = (request: Request, order: OrderRow): PageKind => {
  switch (order.status) {
    case 'awaiting_payment':
      return request.query.cancelled === undefined ? 'confirming' : 'not-paid'
    case 'payment_expired':
    case 'cancelled':
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

/** What a page offers or does by itself, by what it is about. */
const wayOn = ({
  kind,
  order,
  locale,
  request,
}: {
  kind: PageKind
  order: OrderRow
  locale: Locale
  request: Request
}): Pick<PageOptions, 'action' | 'poll' | 'forwardUrl'> => {
  const link = `/pay/${order.pay_token}`
  const toShop = (url: string | null) => (url ? { action: { label: 'toShop' as const, url } } : {})
  switch (kind) {
    case 'confirming':
      return { poll: pollReturn(link, { locale, reloads: Number(request.query.waited) || 0 }) }
    case 'not-ready':
      return {
        poll: {
          statusUrl: `${link}/status`,
          pageUrl: `${link}?lang=${locale}`,
          reloadSeconds: RETRY_SECONDS,
        },
      }
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

const pollReturn = (
  link: string,
  { locale, reloads }: { locale: Locale; reloads: number },
): Polling => {
  const isLate = reloads >= LATE_AFTER_RELOADS
  return {
    statusUrl: `${link}/return/status`,
    pageUrl: `${link}/return?waited=${reloads + 1}&lang=${locale}`,
    reloadSeconds: isLate ? 10 : RETRY_SECONDS,
    unfinishedUrl: link,
    isLate,
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
