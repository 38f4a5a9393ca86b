import { z } from 'zod'
import { maskSecrets } from '../../../src/runtime/text/masking.ts'
import { quoteResponse, redirectTarget } from '../../../src/runtime/text/response-quotes.ts'
import { type FailureCode, type GraphqlFailure, operationFailed } from './outcome.ts'
import { type CostReport, msUntilAffordable } from './throttle.ts'

const topErrors = z.array(
  z.object({
    message: z.string().catch(''),
    path: z.array(z.union([z.string(), z.number()])).optional(),
    extensions: z.object({ code: z.string().optional().catch(undefined) }).optional(),
  }),
)
type TopError = z.output<typeof topErrors>[number]

/** Parses errors; an unreadable list becomes an empty one, which still fails. */
export const readTopErrors = (errors: unknown): TopError[] => topErrors.catch([]).parse(errors)

const isBelowRoot = ({ path }: TopError): boolean => (path?.length ?? 0) > 1
const isDenied = ({ extensions }: TopError): boolean => extensions?.code === 'ACCESS_DENIED'

/** Returns whether only nested fields lack access: they are null, the rest is usable. */
export const isOnlyHidden = (errors: readonly TopError[], data: unknown): boolean =>
  data !== null &&
  data !== undefined &&
  errors.length > 0 &&
  errors.every((error) => isDenied(error) && isBelowRoot(error))

/** Classifies errors. Omits most messages, which may quote variables. */
export const failureOfErrors = (
  name: string,
  errors: readonly TopError[],
  cost: CostReport | undefined,
): GraphqlFailure => {
  const codes = errors.map(({ extensions }) => extensions?.code ?? '')
  // An error below the root arose after the root ran.
  const effect = errors.some(isBelowRoot) ? 'unknown' : 'none'
  if (codes.includes('THROTTLED')) {
    return operationFailed('throttled', {
      detail: `${name}: the shop has had too many calls`,
      retryAfterMs: cost ? finite(msUntilAffordable(cost)) : 1_000,
      effect: 'none',
    })
  }
  const denied = errors.find(isDenied)
  if (denied) {
    // Names the field and its requirement.
    const detail = maskSecrets(`${name}: ${denied.message}`).slice(0, 300)
    return operationFailed('access-denied', { detail, effect })
  }
  if (codes.includes('SHOP_INACTIVE')) {
    const detail = `${name}: the shop is not active`
    return operationFailed('shop-unavailable', { detail, effect: 'none' })
  }
  if (codes.some((code) => /INTERNAL_SERVER_ERROR|TIMEOUT|CONCURRENT/.test(code))) {
    const detail = `${name}: an error within the shop (${codes.join(', ')})`
    return operationFailed('error-within', { detail, effect: 'unknown' })
  }
  const [first] = errors
  const where = first?.path ? ` at ${first.path.join('.')}` : ''
  const detail = `${name} was refused${where} (${codes.filter(Boolean).join(', ') || 'no code'})`
  return operationFailed('invalid', { detail, effect })
}

const LONGEST_MS = 3_600_000
const finite = (ms: number): number => Math.min(ms, LONGEST_MS)

const OF_STATUS: Readonly<Record<number, FailureCode>> = {
  401: 'token-refused',
  402: 'shop-unavailable',
  403: 'access-denied',
  404: 'shop-unavailable',
  408: 'unreachable',
  423: 'shop-unavailable',
  429: 'throttled',
  430: 'unreachable',
}

const codeOfStatus = (status: number): FailureCode => {
  if (status >= 500) return 'unreachable'
  if (status >= 400) return OF_STATUS[status] ?? 'invalid'
  return status >= 300 ? 'shop-unavailable' : 'not-json'
}

/**
 * Classifies a missing response, or one from outside the API. Names a redirect's target and quotes
 * a page.
 */
export const failureOfResponse = (
  name: string,
  response: Pick<Response, 'status' | 'headers'> | undefined,
  { url, page }: { url: string; page: string },
): GraphqlFailure => {
  if (!response) {
    const detail = `${name}: the shop did not answer`
    return operationFailed('unreachable', { detail, effect: 'unknown' })
  }
  const { status, headers } = response
  const code = codeOfStatus(status)
  const answered = `${name}: the shop answered ${status}${code === 'not-json' ? ' and no JSON' : ''}`
  const isRedirect = status >= 300 && status < 400
  return operationFailed(code, {
    detail: isRedirect
      ? `${answered}, which redirects to ${redirectTarget(headers.get('location'), url)}`
      : [answered, quoteResponse(page)].filter(Boolean).join(' '),
    retryAfterMs: code === 'throttled' ? waitOf(headers) : undefined,
    effect: code === 'not-json' || code === 'unreachable' ? 'unknown' : 'none',
  })
}

const waitOf = (headers: Headers): number => {
  const seconds = Number.parseFloat(headers.get('retry-after') ?? '')
  return seconds >= 0 ? finite(seconds * 1_000) : 1_000
}
