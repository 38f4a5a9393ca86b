import { z } from 'zod'
import type { Retry } from '../../../src/runtime/failure.ts'
import { readRetryAfterSeconds } from '../../../src/runtime/net/retry-after.ts'
import {
  jsonBehindNotices,
  plainWords,
  quoteResponse,
  redirectTarget,
} from '../../../src/runtime/text/response-quotes.ts'
import type { SiteAnswer } from './call-site.ts'

export interface RestFailure {
  outcome: 'failed'
  /** WordPress', WooCommerce's or ours. */
  code: string
  retry: Retry
  /** For operators; contains no request data. */
  detail: string
  retryAfterMs?: number | undefined
  /** The site is down, rather than refusing this request. */
  unreachable: boolean
  /** Often a firewall or security plugin for minutes, not a revoked key. */
  refusesAccess?: boolean | undefined
}

const NO_SUCH_ORDER = [
  'woocommerce_rest_shop_order_invalid_id',
  'woocommerce_rest_invalid_order_id',
]

/** True if permanently deleted; trashed orders are still readable. */
export const isNoSuchOrder = ({ code }: RestFailure): boolean => NO_SUCH_ORDER.includes(code)

/** WordPress error. `data` may be a bare status, a WooCommerce bug; our plugin writes `detail`. */
const wordpressError = z.object({
  code: z.union([z.string(), z.number()]).transform(String),
  message: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  data: z.unknown().optional(),
})

/** WooCommerce answers 500 for this permanent refusal. */
const REFUND_REFUSED = 'woocommerce_rest_cannot_create_order_refund'

/** Upper bound on Retry-After: WordPress requests ten minutes for updates that take seconds. */
const LONGEST_UPDATE_MS = 60_000

export const restFailureOf = (answer: SiteAnswer): RestFailure => {
  if (answer.outcome === 'unanswered') {
    const { reason, detail } = answer
    if (reason === 'not-public') return failure('address_refused', 'ask-a-person', detail)
    return away(reason, detail)
  }
  const { headers, text } = answer
  if (answer.status >= 300 && answer.status < 400) return redirected(answer)
  const error = wordpressError.safeParse(parseSiteJson(text)).data
  const status = hiddenStatusOf(answer) ?? answer.status
  if (!error && status === 401 && /^basic\b/i.test(headers['www-authenticate'] ?? ''))
    return BASIC_AUTH
  const code = error?.code ?? `http_${status}`
  const detail = words(
    error
      ? `HTTP ${status} ${code}: ${error.message ?? error.detail ?? ''}`
      : [`HTTP ${status}`, quoteResponse(text)].filter(Boolean).join(' '),
  )
  const retryAfterMs = (readRetryAfterSeconds(headers['retry-after'] ?? null) ?? 0) * 1000
  if (status === 429 || status === 408) return { ...away(code, detail), retryAfterMs }
  if (status >= 500) {
    return code === REFUND_REFUSED || error?.data === 500
      ? failure(code, 'permanent', detail)
      : { ...away(code, detail), retryAfterMs: Math.min(retryAfterMs, LONGEST_UPDATE_MS) }
  }
  // A firewall's or maintenance page.
  if (!error) return away(code, words(`HTTP ${status}, not JSON ${quoteResponse(text)}`))
  if (code === 'rest_no_route') return away(code, `${detail} Is the plugin active?`)
  if (status === 401 || status === 403) return noAccess(code, detail)
  return failure(code, 'permanent', detail)
}

/** Failure for a success with an unexpected body. */
export const unreadable = (why: string): RestFailure =>
  failure('unreadable_answer', 'ask-a-person', words(`unreadable answer: ${why}`))

/** Reads JSON even behind PHP notices. */
export const readJson = (answer: SiteAnswer): { outcome: 'read'; json: unknown } | RestFailure => {
  if (answer.outcome === 'unanswered' || answer.status < 200 || answer.status >= 300) {
    return restFailureOf(answer)
  }
  if (hiddenStatusOf(answer) !== undefined) return restFailureOf(answer)
  const json = parseSiteJson(answer.text)
  return json === undefined ? noJson(answer.text) : { outcome: 'read', json }
}

const hiddenError = wordpressError.extend({ data: z.object({ status: z.int().min(400).max(599) }) })

/**
 * Reads the status in an error body, because after a PHP notice WordPress cannot set the HTTP
 * status.
 */
const hiddenStatusOf = ({
  status,
  text,
}: Extract<SiteAnswer, { outcome: 'answered' }>): number | undefined =>
  status === 200 ? hiddenError.safeParse(parseSiteJson(text)).data?.data.status : undefined

/** A cache's, maintenance or login page. */
const noJson = (text: string): RestFailure =>
  away('no_json', words(`a response that is not JSON ${quoteResponse(text)}`))

export const failure = (code: string, retry: Retry, detail: string): RestFailure => ({
  outcome: 'failed',
  code,
  retry,
  detail,
  unreachable: false,
})

const noAccess = (code: string, detail: string): RestFailure => ({
  ...failure(code, 'ask-a-person', detail),
  refusesAccess: true,
})

const away = (code: string, detail: string): RestFailure => ({
  ...failure(code, 'retry', detail),
  unreachable: true,
})

/** The web server requires Basic authentication, as staging sites often do. */
const BASIC_AUTH = noAccess(
  'basic_auth',
  'The web server asks for a user name and password (Basic authentication): let /wp-json/ through without them',
)

/** Following a redirect would change requests with keys and POSTs. */
const redirected = ({ headers, url }: Extract<SiteAnswer, { outcome: 'answered' }>): RestFailure =>
  noAccess(
    'redirected',
    words(
      `The site redirects to ${redirectTarget(headers.location, url)}: connect it under its own address`,
    ),
  )

export const parseSiteJson = (text: string): unknown => jsonBehindNotices(text, JSON.parse)

const MOST_WORDS = 300

const words = (text: string): string => plainWords(text).slice(0, MOST_WORDS)
