import type { RequestHandler } from 'express'
import { pinoHttp } from 'pino-http'
import type { Log } from '../platform/log.ts'

/** One line for each answered request; never headers or bodies, which hold keys and customers. */
export const logRequests = (log: Log): RequestHandler =>
  pinoHttp({
    logger: log,
    quietReqLogger: true,
    customLogLevel: (_request, response, error) =>
      error || response.statusCode >= 500 ? 'error' : 'info',
    autoLogging: { ignore: (request) => QUIET_PATHS.test(request.url ?? '') },
    serializers: {
      req: ({ method, url }: { method: string; url: string }) => ({
        method,
        url: withoutToken(url),
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
  })

/** Asked for all the time, and of no interest. */
const QUIET_PATHS =
  /^\/(health|metrics|docs\/|pay\/assets\/|reports\/assets\/|woocommerce\/connections\/assets\/|pay\/[^/]+\/(return\/)?status|shop\/.*status)/

/**
 * The token of a pay link, of a report or of a connection opens its page, so it stays out of the log,
 * and so does what Shopify puts into the query of an address.
 */
export const withoutToken = (url: string): string =>
  url
    .replace(/^(\/(?:pay|reports|woocommerce\/connections)\/)(?!assets\/)[^/?]+/, '$1[token]')
    .replace(/^(\/shopify\/[^?]*)\?.*/, '$1?[query]')
