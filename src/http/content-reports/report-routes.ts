import { Router } from 'express'
import { findOrderByPayToken } from '../../db/orders/orders.ts'
import { REPORTED_PAGES } from '../../db/tables/content-reports.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { jsonBody } from '../../runtime/http/body/parse-body.ts'
import { notFound, problem, sendProblem } from '../../runtime/http/problem.ts'
import type { CountCallers } from '../rate-limits/count-callers.ts'
import type { ContentReports } from './collect-reports.ts'
import { readReports } from './read-reports.ts'

const MAX_BYTES = 16_384

/**
 * Accepts browsers' CSP reports for the pages of a pay link. Every holder of the link can forge
 * reports, so Puente only counts them, and the alert says so.
 */
export const reportRoutes = (
  { db }: Pick<PaymentsContext, 'db'>,
  {
    callers,
    reports,
  }: { callers: Pick<CountCallers, 'unknownLink'>; reports: Pick<ContentReports, 'note'> },
): Router => {
  const router = Router()
  router.post(
    '/:token/reports',
    jsonBody({ maxBytes: MAX_BYTES, ofAnyType: true }),
    async (request, response) => {
      const violations = readReports(request.body)
      if (!violations) return sendProblem(response, NO_REPORT)
      const order = await findOrderByPayToken(db.query, String(request.params.token))
      if (!order) {
        const refusal = await callers.unknownLink(request, response)
        return sendProblem(response, refusal ?? notFound('There is no such payment link'))
      }
      const page = REPORTED_PAGES.find((each) => each === request.query.page) ?? 'pay'
      for (const violation of violations) {
        reports.note({ store_id: order.store_id, page, ...violation })
      }
      response.status(204).end()
    },
  )
  return router
}

const NO_REPORT = problem({
  code: 'invalid_fields',
  title: 'The body is not a Content-Security-Policy report',
})
