import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import express, { type Request, type Response, Router } from 'express'
import type { StoreRow } from '../../db/db.ts'
import { isOrderOfRun } from '../../db/discrepancies.ts'
import { ordersByIds } from '../../db/orders.ts'
import { paymentsOfOrder } from '../../db/payments.ts'
import { findRunByToken, type RunRow } from '../../db/reconciliations.ts'
import { findStore } from '../../db/stores.ts'
import type { DifferenceAction } from '../../db/tables/reconciliation.ts'
import { timelineOf } from '../../db/timeline.ts'
import { OrderId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { readDifferences, readRunViews } from '../../payments/reconciliation/report.ts'
import { readSettlements } from '../../payments/reconciliation/settlements.ts'
import { html } from '../../runtime/html.ts'
import { localeOf, localeOfBrowser, otherLanguageUrl } from '../../runtime/http/page-language.ts'
import { PRIVATE_PAGE } from '../../runtime/http/page-shell.ts'
import { speak } from '../../runtime/http/reader-language.ts'
import { sendStream } from '../../runtime/http/send-stream.ts'
import { renderDocument } from '../pay-pages/document.ts'
import { csvOfReport } from './report-csv.ts'
import { type DifferenceSection, REPORT_STYLES, renderReport } from './report-page.ts'
import { reportTexts } from './texts.ts'
import { renderTimeline } from './timeline-page.ts'

const MOST_OF_A_SECTION = 100

const SECTIONS: Record<DifferenceSection['kind'], readonly DifferenceAction[]> = {
  person: ['for_a_person', 'would_be_for_a_person'],
  repaired: ['repaired', 'would_be_repaired', 'found'],
  counted: ['counted'],
}

/**
 * Reports of reconciliations as pages, under the secret address of each run. It leads to the
 * timelines of the orders that the report tells of, and to those of no others.
 */
export const reportPages = (ctx: PaymentsContext): Router => {
  const router = Router()
  router.use('/assets', express.static(fileURLToPath(new URL('assets', import.meta.url))))
  router.use((_request, response, next) => {
    response.set(PRIVATE_PAGE)
    next()
  })

  const found = async (token: string): Promise<{ run: RunRow; store: StoreRow } | undefined> => {
    const run = await findRunByToken(ctx.db.query, token)
    const store = run && (await findStore(ctx.db.query, run.store_id))
    return run && store && { run, store }
  }

  router.get('/:token', async (request, response) => {
    const report = await found(request.params.token)
    if (!report) return sendUnknown(request, response)
    const { run, store } = report
    const locale = localeOf(request, localeOfBrowser(request, store.locale))
    speak(response, locale)
    const { query } = ctx.db
    const [view] = await readRunViews(query, [run], ctx.publicUrl)
    if (!view) return sendUnknown(request, response)
    const settlements = await readSettlements(ctx, {
      storeId: store.id,
      window: { from: run.from_day, to: run.to_day },
    })
    response.send(
      renderReport({
        locale,
        shop: shopOf(store),
        run: view,
        sections: await sectionsOf(ctx, run),
        settlements: settlements.outcome === 'read' ? settlements.settlements : [],
        pageUrl: `/reports/${run.page_token}`,
        otherLanguageUrl: otherLanguageUrl(request, locale),
      }),
    )
  })

  router.get('/:token/report.csv', async (request, response) => {
    const report = await found(request.params.token)
    if (!report) return sendUnknown(request, response)
    response.attachment(`reconciliation-${report.run.from_day}-${report.run.to_day}.csv`)
    response.type('text/csv')
    sendStream(response, Readable.from(csvOfReport(ctx, report.run)))
  })

  router.get('/:token/orders/:order', async (request, response) => {
    const report = await found(request.params.token)
    const orderId = OrderId.parse(request.params.order)
    const { query } = ctx.db
    const isTold = report && (await isOrderOfRun(query, report.run.id, orderId))
    const order = isTold ? (await ordersByIds(query, [orderId])).get(orderId) : undefined
    if (!report || !order) return sendUnknown(request, response)
    const locale = localeOf(request, localeOfBrowser(request, report.store.locale))
    speak(response, locale)
    response.send(
      renderTimeline({
        locale,
        shop: shopOf(report.store),
        order,
        entries: await timelineOf(query, order.id),
        payments: await paymentsOfOrder(query, order.id),
        reportUrl: `/reports/${report.run.page_token}`,
        otherLanguageUrl: otherLanguageUrl(request, locale),
      }),
    )
  })
  return router
}

const shopOf = ({ name, environment }: StoreRow) => ({ name, isTest: environment === 'test' })

const sectionsOf = async (ctx: PaymentsContext, run: RunRow): Promise<DifferenceSection[]> => {
  const { publicUrl } = ctx
  const limit = MOST_OF_A_SECTION
  const sections: DifferenceSection[] = []
  for (const kind of ['person', 'repaired', 'counted'] as const) {
    const actions = SECTIONS[kind]
    const page = await readDifferences(ctx.db.long.query, run, { actions, limit, publicUrl })
    sections.push({ kind, differences: page.data, hasMore: page.next !== undefined })
  }
  return sections
}

const sendUnknown = (request: Request, response: Response): void => {
  const locale = localeOf(request, localeOfBrowser(request))
  speak(response, locale)
  const { title, message } = reportTexts[locale].unknown
  response.status(404).send(
    renderDocument({
      locale,
      title,
      head: REPORT_STYLES,
      card: html`<div class="report"><h1>${title}</h1><p>${message}</p></div>`,
      otherLanguageUrl: otherLanguageUrl(request, locale),
    }),
  )
}
