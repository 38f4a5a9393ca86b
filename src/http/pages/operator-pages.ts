import { Router } from 'express'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { isFromThisMachine } from '../../runtime/net/from-this-machine.ts'
import { openApiDocument } from '../api/merchant/openapi.ts'
import { merchantRoutesWith } from '../api/merchant/routes.ts'
import { operatorDocument } from '../api/operator/openapi.ts'
import { operatorRoutes } from '../api/operator/routes.ts'
import type { Metrics } from '../metrics.ts'

/**
 * Serves `/metrics` and the OpenAPI documents. On a public port, metrics are loopback only: they reveal
 * stores and volumes.
 */
export const operatorPages = (
  ctx: PaymentsContext,
  metrics: Metrics,
  { isPublicPort }: { isPublicPort: boolean },
): Router => {
  const router = Router()
  const routes = merchantRoutesWith([...ctx.taskKinds.keys()])
  router.get('/metrics', async (request, response, next) => {
    const { socket, headers } = request
    if (isPublicPort && !isFromThisMachine(socket.remoteAddress, headers)) return next()
    const { contentType, text } = await metrics.expose()
    response.set('content-type', contentType).send(text)
  })
  router.get('/openapi.json', (_request, response) => {
    response.json(openApiDocument(routes, ctx.publicUrl))
  })
  router.get('/operator/v1/openapi.json', (_request, response) => {
    response.json(operatorDocument(operatorRoutes, ctx.publicUrl))
  })
  return router
}
