import { fileURLToPath } from 'node:url'
import express, { type Request, Router } from 'express'
import type { OrderRow } from '../../db/db.ts'
import { findOrderByPayToken } from '../../db/orders/orders.ts'
import { openPayLink } from '../../payments/checkout/pay-link.ts'
import {
  type AwaitedByCustomer,
  awaitedByCustomer,
  mayHavePaidCancelled,
  pollForWaitingCustomer,
} from '../../payments/checkout/poll-order.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { PRIVATE_PAGE, SHARED_ASSETS } from '../../runtime/http/page/page-shell.ts'
import type { ContentReports } from '../content-reports/collect-reports.ts'
import { reportRoutes } from '../content-reports/report-routes.ts'
import { reportAs, setPolicy } from '../content-reports/reported-policy.ts'
import type { CountCallers } from '../rate-limits/count-callers.ts'
import { cardPageRoutes } from './card-page-routes.ts'
import { framedBy, keptQuery } from './framing.ts'
import type { PageKind } from './page-kinds.ts'
import { endedKind, pageOfLink } from './page-of-link.ts'
import { refuseCustomer, unknownLinkSender } from './refuse-customer.ts'
import { pageSender } from './send-page.ts'

/** Serves the durable pay link and the return from checkout. */
export const payPages = (
  ctx: PaymentsContext,
  {
    callers,
    reports,
  }: {
    callers: Pick<CountCallers, 'payPages' | 'unknownLink'>
    reports: Pick<ContentReports, 'note'>
  },
): Router => {
  const router = Router()
  const sendPage = pageSender(ctx)
  const sendUnknownLink = unknownLinkSender(callers)
  const assets = fileURLToPath(new URL('assets', import.meta.url))
  router.use('/assets', express.static(assets), express.static(SHARED_ASSETS))
  router.use((_request, response, next) => {
    response.set(PRIVATE_PAGE)
    next()
  })

  router.use('/:token', callers.payPages(refuseCustomer))
  router.get('/:token{/*rest}', (_request, response, next) => {
    reportAs(response, 'pay')
    setPolicy(response, String(response.get('content-security-policy')))
    next()
  })
  router.use(reportRoutes(ctx, { callers, reports }))

  router.get('/:token', async (request, response) => {
    const link = await openPayLink(ctx, request.params.token)
    if (!link) return sendUnknownLink(request, response)
    const page = pageOfLink(link, ctx)
    if (page.leadsTo !== null) {
      const isOurs = page.kind !== 'payable'
      if (!isOurs && framedBy(request, link.order)) {
        return sendPage(request, response, { kind: 'at-gateway', order: link.order })
      }
      return response.redirect(303, `${page.leadsTo}${isOurs ? keptQuery(request) : ''}`)
    }
    const { kind, status, retryAfterSeconds } = page
    if (retryAfterSeconds) response.set('retry-after', String(retryAfterSeconds))
    response.status(status)
    return sendPage(request, response, { kind, order: link.order })
  })

  router.get('/:token/return', async (request, response) => {
    const order = await findOrderByPayToken(ctx.db.query, request.params.token)
    if (!order) return sendUnknownLink(request, response)
    if (request.query.waited) await pollForWaitingCustomer(ctx, order)
    await sendPage(request, response, { kind: await returnKind(ctx, { request, order }), order })
  })

  // Polled by the pages above.
  router.get('/:token/status', async (request, response) => {
    const link = await openPayLink(ctx, request.params.token, { isPoll: true })
    if (!link) return sendUnknownLink(request, response)
    response.json({ kind: pageOfLink(link, ctx).kind })
  })

  router.get('/:token/return/status', async (request, response) => {
    const order = await findOrderByPayToken(ctx.db.query, request.params.token)
    if (!order) return sendUnknownLink(request, response)
    if (request.query.waited) await pollForWaitingCustomer(ctx, order)
    response.json({ kind: await returnKind(ctx, { request, order }) })
  })

  router.use(cardPageRoutes(ctx, sendUnknownLink))
  return router
}

const returnKind = async (
  ctx: PaymentsContext,
  { request, order }: { request: Request; order: OrderRow },
): Promise<PageKind> => {
  switch (order.status) {
    case 'awaiting_payment':
      if (request.query.cancelled !== undefined) return 'not-paid'
      return kindOfAwaited(await awaitedByCustomer(ctx, order), order)
    case 'cancelled':
      if (request.query.cancelled !== undefined) return endedKind(order)
      return (await mayHavePaidCancelled(ctx, order)) ? 'confirming' : endedKind(order)
    case 'payment_expired':
      return endedKind(order)
    case 'on_hold':
      return 'on-hold'
    case 'refunded':
    case 'voided':
      return order.status
    case 'paid':
    case 'partially_refunded':
      return 'paid'
  }
}

const kindOfAwaited = (awaited: AwaitedByCustomer, order: OrderRow): PageKind => {
  switch (awaited) {
    case 'payment':
      return 'confirming'
    case 'nothing':
      return 'not-paid'
    case 'over':
      return endedKind(order)
  }
}
