import { type Request, type RequestHandler, Router } from 'express'
import { findRunByToken } from '../db/reconciliation/reconciliations.ts'
import { orderAddress, reconciliationAddress } from '../domain/dashboard-addresses.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { answerUnknownPath } from './pages/unknown-address.ts'

/** Redirects report URLs from before the dashboard. */
export const legacyReportRedirects = (ctx: PaymentsContext): Router => {
  const router = Router()
  const redirectTo =
    (addressOf: (runId: string, request: Request) => string): RequestHandler =>
    async (request, response, next) => {
      const run = await findRunByToken(ctx.db.query, String(request.params.token))
      if (run) response.redirect(addressOf(run.id, request))
      else answerUnknownPath(request, response, next)
    }
  router.get('/:token', redirectTo(reconciliationAddress))
  router.get('/:token/report.csv', redirectTo(reconciliationAddress))
  router.get(
    '/:token/orders/:order',
    redirectTo((_, { params }) => orderAddress(String(params.order))),
  )
  return router
}
