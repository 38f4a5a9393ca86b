import type { RequestHandler } from 'express'
import { pinoHttp } from 'pino-http'
import { describeError } from '../platform/describe-error.ts'
import type { Log } from '../platform/log.ts'
import type { Tally } from './front-door/tally.ts'
import type { Metrics } from './metrics.ts'

/** So many refusals a minute have a line of their own each, for who develops against us. */
const REFUSALS_PER_MINUTE = 120

/**
 * One line for each answered request; never headers, bodies or queries, which hold keys and
 * customers. What strangers can have refused as often as they like is counted instead.
 */
export const logRequests = (log: Log, tally: Tally): RequestHandler => {
  const isLineOfItsOwn = perMinute(REFUSALS_PER_MINUTE)
  return pinoHttp({
    logger: log,
    quietReqLogger: true,
    customLogLevel: ({ url = '' }, { statusCode: status }, error) => {
      if (status >= 500 || (error && status >= 400)) return 'error'
      if (status < 400) return 'info'
      const platform = platformOfWebhook(url)
      if (platform === undefined && isLineOfItsOwn()) return 'info'
      tally({ platform, status }, platform ? 'webhook of a platform refused' : 'requests refused')
      return 'silent'
    },
    autoLogging: { ignore: (request) => QUIET_PATHS.test(request.url ?? '') },
    serializers: {
      err: describeError,
      req: ({ method, url }: { method: string; url: string }) => ({ method, url: loggedPath(url) }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
  })
}

/** Asked for all the time, and of no interest. */
const QUIET_PATHS =
  /^\/(health|metrics|docs\/|pay\/assets\/|reports\/assets\/|woocommerce\/connections\/assets\/|pay\/[^/]+\/(return\/)?status|shop\/.*status)/

/** `true` for the first `most` of every minute. */
const perMinute = (most: number): (() => boolean) => {
  let since = 0
  let count = 0
  return () => {
    const now = performance.now()
    if (now - since > 60_000) {
      since = now
      count = 0
    }
    return ++count <= most
  }
}

const PLATFORM_WEBHOOKS = [
  ['woocommerce', /^\/webhooks\/woocommerce(?=[/?]|$)/i],
  ['shopify', /^\/shopify\/webhooks(?=[/?]|$)/i],
] as const

/** Whose webhook a request is, by its address. */
const platformOfWebhook = (url: string): string | undefined =>
  PLATFORM_WEBHOOKS.find(([, address]) => address.test(url))?.[0]

export const countPlatformWebhooks =
  (metrics: Pick<Metrics, 'countPlatformWebhook'>): RequestHandler =>
  ({ url }, response, next) => {
    const platform = platformOfWebhook(url)
    if (platform) {
      response.once('close', () => metrics.countPlatformWebhook(platform, response.statusCode))
    }
    next()
  }

const LONGEST_PATH = 200

/**
 * An address as the log may hold it: without its query, which can name customers; without the token of
 * a pay link, of a report or of a connection, which opens its page; and not as long as one can be.
 */
export const loggedPath = (url: string): string => {
  const [path = ''] = url.split('?', 1)
  const shown = path.replace(
    /^(\/+(?:pay|reports|woocommerce\/connections)\/+)(?!assets\/)[^/]+/i,
    '$1[token]',
  )
  return shown.length > LONGEST_PATH ? `${shown.slice(0, LONGEST_PATH)}…` : shown
}
