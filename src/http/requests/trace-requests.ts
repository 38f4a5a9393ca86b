import type { RequestHandler } from 'express'
import { routeOf } from '../../runtime/http/caller/logged-path.ts'
import type { Tracing } from '../../runtime/tracing/tracing.ts'
import { isRoutine, type PlatformPaths } from './request-log.ts'

/** Files, and a stream that lasts for minutes. */
const UNTRACED = /^\/(assets\/|operator\/v1\/changes)/

/**
 * Traces requests, named by their routes: a raw path may hold a customer or a pay link's token.
 * Continues the caller's trace.
 */
export const traceRequests =
  (tracing: Tracing, platforms: readonly PlatformPaths[]): RequestHandler =>
  (request, response, next) => {
    const { method, url } = request
    if (UNTRACED.test(url) || isRoutine(platforms, url)) return next()
    const span = tracing.begin({
      name: method,
      kind: 'server',
      parent: request.get('traceparent'),
      isParentRemote: true,
      attributes: { 'http.request.method': method },
    })
    response.once('close', () => {
      const route = routeOf(request)
      const { statusCode: status } = response
      if (route !== undefined) span.rename(`${method} ${route}`)
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span.fail(String(status))
      span.end()
    })
    span.run(next)
  }
