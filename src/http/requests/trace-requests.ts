import type { RequestHandler } from 'express'
import { routeOf } from '../../runtime/http/caller/logged-path.ts'
import type { Tracing } from '../../runtime/tracing/tracing.ts'

/** Routes that probes poll, and a stream that lasts for hours. */
const UNTRACED = /^\/(health|livez|readyz|metrics|operator\/v1\/changes)$/

/**
 * Traces requests of known routes, named by them: a raw path may hold a customer or a pay link's
 * token. Continues the caller's trace.
 */
export const traceRequests =
  (tracing: Tracing): RequestHandler =>
  (request, response, next) => {
    const { method } = request
    const span = tracing.begin({
      name: 'request',
      kind: 'server',
      parent: request.get('traceparent'),
      isParentRemote: true,
    })
    response.once('close', () => {
      const route = routeOf(request)
      // A span that does not end is not sent.
      if (route === undefined || UNTRACED.test(route)) return
      const { statusCode: status } = response
      span.rename(`${method} ${route}`)
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      })
      if (status >= 500) span.fail(String(status))
      span.end()
    })
    span.run(next)
  }
