import { Router } from 'express'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { docsPage } from './docs-page.ts'
import { merchantRoutesWith } from './merchant-api/routes.ts'
import type { Metrics } from './metrics.ts'
import { openApiDocument } from './openapi.ts'

/** What is for those who run Puente and build on it: `/metrics` for Prometheus, the API reference. */
export const operatorPages = (ctx: PaymentsContext, metrics: Metrics): Router => {
  const router = Router()
  const routes = merchantRoutesWith([...ctx.taskKinds.keys()])
  router.get('/metrics', async (_request, response) => {
    const { contentType, text } = await metrics.expose()
    response.set('content-type', contentType).send(text)
  })
  router.get('/openapi.json', (_request, response) => {
    response.json(openApiDocument(routes, ctx.publicUrl))
  })
  router.use('/docs', docsPage())
  return router
}
