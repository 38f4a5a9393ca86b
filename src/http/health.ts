import { Router } from 'express'
import { sql } from 'kysely'
import type { PaymentsContext } from '../payments/context.ts'
import type { Metrics } from './metrics.ts'

/** `/health`: this process is up and reaches the ledger. `/metrics`: for Prometheus. */
export const healthRoutes = (ctx: PaymentsContext, metrics: Metrics): Router => {
  const router = Router()
  router.get('/health', async (_request, response) => {
    const reachesLedger = await sql`SELECT 1`.execute(ctx.ledger.query).then(
      () => true,
      () => false,
    )
    response
      .status(reachesLedger ? 200 : 503)
      .json({ status: reachesLedger ? 'ok' : 'no database' })
  })
  router.get('/metrics', async (_request, response) => {
    const { contentType, text } = await metrics.expose()
    response.set('content-type', contentType).send(text)
  })
  return router
}
