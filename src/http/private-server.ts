import type { RequestListener } from 'node:http'
import express from 'express'
import helmet from 'helmet'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { type RunningServer, serve } from '../runtime/http/http-server.ts'
import { PERMISSIONS_POLICY } from '../runtime/http/page/permissions-policy.ts'
import { answerErrors } from '../runtime/http/problem.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '../runtime/http/request-id.ts'
import { createTally } from '../runtime/log/tally.ts'
import { documentation, documentationNotBuilt } from './documents/site.ts'
import { type Probes, probeRoutes } from './health.ts'
import type { Metrics } from './metrics.ts'
import { operatorPages } from './pages/operator-pages.ts'
import { answerUnknownPath } from './pages/unknown-address.ts'
import { CONTENT_SECURITY_POLICY } from './web.ts'

/**
 * Serves health in every role, metrics and the documentation on a port unreachable from outside.
 */
export const startPrivateServer = (
  ctx: PaymentsContext,
  { host, port, probes, metrics }: { host: string; port: number; probes: Probes; metrics: Metrics },
): Promise<RunningServer> => {
  const app = express()
  app.disable('x-powered-by')
  app.use(
    helmet({ contentSecurityPolicy: CONTENT_SECURITY_POLICY, strictTransportSecurity: false }),
  )
  app.use(probeRoutes(probes))
  app.use(operatorPages(ctx, metrics, { isPublicPort: false }))
  app.use(documentation())
  app.use('/docs', documentationNotBuilt())
  app.use(answerUnknownPath)
  const { tallyError, close: closeTally } = createTally(ctx.log)
  app.use(answerErrors(ctx.log, tallyError))
  const named: RequestListener = (request, response) => {
    response.setHeader(REQUEST_ID_HEADER, requestIdOf(request))
    app(request, response)
  }
  return serve(named, { host, port, headers: PERMISSIONS_POLICY }).then((server) => ({
    ...server,
    close: () => server.close().finally(closeTally),
  }))
}
