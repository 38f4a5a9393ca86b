import type { Request, RequestHandler, Response } from 'express'
import { pinoHttp } from 'pino-http'
import type { Log } from '../platform/log.ts'
import { REQUEST_ID_HEADER } from '../platform/request-id.ts'
import { withoutToken } from './logged-url.ts'
import type { Problem } from './problem.ts'

/**
 * One line for each answered request; never headers or bodies, which hold keys and customers. A
 * problem is told with its code and its reason.
 */
export const logRequests = (log: Log): RequestHandler =>
  pinoHttp<Request, Response>({
    logger: log,
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
    customSuccessObject: (request, response, given: object) => ({
      ...given,
      ...outcomeOf(request, response),
    }),
    customErrorObject: (request, response, error, given: object) => ({
      ...given,
      // Without an error, pino-http makes one that says what the status says.
      err: response.err ? error : undefined,
      ...outcomeOf(request, response),
    }),
  })

/** What became of a request. Its answer may be over after its context is, so its id is put in here. */
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
  const said = `${request.method} ${route ?? withoutQuery(request.originalUrl)} ${statusCode} ${problem.code}: ${reason}`
  // A browser looks for an icon at whatever address it is shown.
  const isOfInterest = route !== undefined || request.originalUrl.startsWith('/v1/')
  return { request: id, route, code: problem.code, reason, ...(isOfInterest ? { said } : {}) }
}

/** The template of its path, as OpenAPI writes it; nothing of an unknown address. */
const routeOf = ({ route, baseUrl }: Request): string | undefined =>
  typeof route?.path === 'string'
    ? `${baseUrl}${route.path}`.replaceAll(/:(\w+)/g, '{$1}')
    : undefined

const reasonOf = ({ why, errors, detail, title }: Problem): string =>
  why ??
  errors?.map(({ path, message }) => `${path} ${message}`.trim()).join('; ') ??
  detail ??
  title

const withoutQuery = (url: string): string => withoutToken(url).replace(/\?.*/s, '')

/** Asked for all the time, and of no interest. */
const QUIET_PATHS =
  /^\/(health|metrics|docs\/|pay\/assets\/|reports\/assets\/|woocommerce\/connections\/assets\/|pay\/[^/]+\/(return\/)?status|shop\/.*status)/
