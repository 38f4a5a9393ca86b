import type { Request, RequestHandler, Response } from 'express'
import { pinoHttp } from 'pino-http'
import { loggedPath, routeOf } from '../../runtime/http/caller/logged-path.ts'
import type { Problem } from '../../runtime/http/problem.ts'
import { REQUEST_ID_HEADER } from '../../runtime/http/request-id.ts'
import type { Log } from '../../runtime/log/log.ts'
import type { Tally } from '../../runtime/log/tally.ts'
import { describeError } from '../../runtime/text/describe-error.ts'
import type { Metrics } from '../metrics.ts'

/** Lines per minute for refusals, which help developers, and separately for failures. */
const LINES_PER_MINUTE = 120

/** Status of rejected load and outages. */
const SERVICE_UNAVAILABLE = 503

/**
 * Logs no headers, bodies or queries, which hold keys and customer data. Counts lines that
 * strangers or an outage could repeat without end.
 */
export const logRequests = (
  log: Log,
  tally: Tally,
  platforms: readonly PlatformPaths[],
): RequestHandler => {
  const hasLine = { refusal: perMinute(LINES_PER_MINUTE), failure: perMinute(LINES_PER_MINUTE) }
  return pinoHttp<Request, Response>({
    logger: log,
    quietResLogger: true,
    wrapSerializers: false,
    customLogLevel: ({ url = '' }, { statusCode: status }, error) => {
      if (status < 400) return 'info'
      const isFailure = Boolean(error) || (status >= 500 && status !== SERVICE_UNAVAILABLE)
      const platform = platformOfWebhook(platforms, url)
      if (isFailure && hasLine.failure()) return 'error'
      if (!isFailure && platform === undefined && hasLine.refusal())
        return status === SERVICE_UNAVAILABLE ? 'warn' : 'info'
      const who = platform ? 'webhook of a platform' : 'requests'
      tally({ platform, status }, `${who} ${isFailure ? 'failed' : 'refused'}`)
      return 'silent'
    },
    autoLogging: { ignore: ({ url = '' }) => isRoutine(platforms, url) },
    serializers: {
      err: describeError,
      req: (request: Request) => ({ method: request.method, url: loggedPath(request) }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
    customSuccessObject: (request, response, given: object) => ({
      req: request,
      ...given,
      ...outcomeOf(request, response),
    }),
    customErrorObject: (request, response, error, given: object) => ({
      req: request,
      ...given,
      // Otherwise pino-http creates an error that repeats the status.
      err: response.err ? error : undefined,
      ...outcomeOf(request, response),
    }),
  })
}

/** Takes the request id from the response, which may end outside its context. */
const outcomeOf = (request: Request, response: Response): object => {
  const id = response.get(REQUEST_ID_HEADER)
  const problem: Problem | undefined = response.locals.problem
  const route = routeOf(request)
  const { statusCode } = response
  if (!problem) {
    return statusCode < 500
      ? { request: id }
      : { request: id, route, said: `${request.method} ${route ?? ''} ${statusCode}` }
  }
  const reason = reasonOf(problem)
  const said = `${request.method} ${loggedPath(request)} ${statusCode} ${problem.code}: ${reason}`
  // Browsers request an icon at any URL.
  const isOfInterest = route !== undefined || request.originalUrl.startsWith('/v1/')
  return { request: id, route, code: problem.code, reason, ...(isOfInterest ? { said } : {}) }
}

const reasonOf = ({ why, errors, detail, title }: Problem): string =>
  why ??
  errors?.map(({ path, message }) => `${path} ${message}`.trim()).join('; ') ??
  detail ??
  title

const ROUTINE_PATHS =
  /^\/(health|readyz|livez|metrics|docs\/|pay\/assets\/|reports\/assets\/|pay\/[^/]+\/((return\/)?status|reports)|shop\/.*status)/

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

export interface PlatformPaths {
  name: string
  webhooks?: string | undefined
  assets?: string | undefined
}

/** Ignores case, as Express does. */
export const platformOfWebhook = (
  platforms: readonly PlatformPaths[],
  url: string,
): string | undefined => {
  const path = url.split('?', 1)[0]?.toLowerCase() ?? ''
  return platforms.find(
    ({ webhooks }) => webhooks !== undefined && `${path}/`.startsWith(`${webhooks}/`),
  )?.name
}

/** Whether a request is for a file or repeated by pages and probes. Logs and traces skip it. */
export const isRoutine = (platforms: readonly PlatformPaths[], url: string): boolean =>
  ROUTINE_PATHS.test(url) ||
  platforms.some(({ assets }) => assets !== undefined && url.startsWith(`${assets}/`))

export const countPlatformWebhooks =
  (
    metrics: Pick<Metrics, 'countPlatformWebhook'>,
    platforms: readonly PlatformPaths[],
  ): RequestHandler =>
  ({ url }, response, next) => {
    const platform = platformOfWebhook(platforms, url)
    if (platform) {
      response.once('close', () => metrics.countPlatformWebhook(platform, response.statusCode))
    }
    next()
  }
