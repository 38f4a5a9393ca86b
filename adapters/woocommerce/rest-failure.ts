import { z } from 'zod'
import type { Retry } from '../../src/runtime/failure.ts'
import { keepableText } from '../../src/runtime/keepable.ts'
import { maskSecrets } from '../../src/runtime/masking.ts'
import { readRetryAfterSeconds } from '../../src/runtime/retry-after.ts'
import type { SiteAnswer } from './call-site.ts'

/** A call that a site did not answer as it should have. */
export interface RestFailure {
  outcome: 'failed'
  /** To branch on: WordPress' and WooCommerce's own, or one of ours. */
  code: string
  retry: Retry
  /** For people; nothing of what was sent. */
  detail: string
  retryAfterMs?: number | undefined
  /** It did not answer, or could not do its work; a refusal of this one call is not that. */
  unreachable: boolean
  /** It does not let us in: often a firewall or a security plugin for minutes, not a revoked key. */
  refusesAccess?: boolean | undefined
}

const NO_SUCH_ORDER = [
  'woocommerce_rest_shop_order_invalid_id',
  'woocommerce_rest_invalid_order_id',
]

/** The order was deleted for good; one in the trash is read as any other. */
export const isNoSuchOrder = ({ code }: RestFailure): boolean => NO_SUCH_ORDER.includes(code)

/**
 * How WordPress writes errors; `data` is an object, or the bare status where that is a bug. Our
 * plugin writes `detail`.
 */
const wordpressError = z.object({
  code: z.union([z.string(), z.number()]).transform(String),
  message: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  data: z.unknown().optional(),
})

/** What WooCommerce says of a refund that it will never make comes as a 500, too. */
const REFUND_REFUSED = 'woocommerce_rest_cannot_create_order_refund'

/** WordPress asks for ten minutes during an update, which takes seconds; and orders wait. */
const LONGEST_UPDATE_MS = 60_000

/** What a site's answer means, where it is not the one that was hoped for. */
export const failureOf = (answer: SiteAnswer): RestFailure => {
  if (answer.outcome === 'unanswered') {
    const { reason, detail } = answer
    if (reason === 'not-public') return failure('address_refused', 'ask-a-person', detail)
    return away(reason, detail)
  }
  const { status, headers, text } = answer
  if (status >= 300 && status < 400) return redirected(headers.location)
  const error = wordpressError.safeParse(jsonOf(text)).data
  const code = error?.code ?? `http_${status}`
  const detail = words(
    error ? `HTTP ${status} ${code}: ${error.message ?? error.detail ?? ''}` : `HTTP ${status}`,
  )
  const retryAfterMs = (readRetryAfterSeconds(headers['retry-after'] ?? null) ?? 0) * 1000
  if (status === 429 || status === 408) return { ...away(code, detail), retryAfterMs }
  if (status >= 500) {
    return code === REFUND_REFUSED || error?.data === 500
      ? failure(code, 'permanent', detail)
      : { ...away(code, detail), retryAfterMs: Math.min(retryAfterMs, LONGEST_UPDATE_MS) }
  }
  // Of a firewall in front of the site, or of a page that took its place for a while.
  if (!error) return away(code, `${detail}, and no JSON`)
  if (code === 'rest_no_route') return away(code, `${detail} Is the plugin active?`)
  if (status === 401 || status === 403) return noAccess(code, detail)
  return failure(code, 'permanent', detail)
}

/** An answer that is a success, and not what it has to be. */
export const unreadable = (why: string): RestFailure =>
  failure('unreadable_answer', 'ask-a-person', words(`unreadable answer: ${why}`))

/** A page in place of an answer: of a cache, of a site under maintenance, or with notices before it. */
export const noJson = (): RestFailure => away('no_json', 'an answer that is no JSON')

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

/** A request with keys, or one that is a POST, does not follow: it would arrive as something else. */
const redirected = (location: string | undefined): RestFailure => {
  const to = location && URL.canParse(location) ? new URL(location).origin : 'another address'
  return noAccess(
    'redirected',
    words(`The site leads on to ${to}: connect it under the address that it has itself`),
  )
}

export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

const MOST_WORDS = 300

/** Somebody else's words, as they can be kept and shown. */
const words = (text: string): string =>
  maskSecrets(keepableText(text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '))).slice(0, MOST_WORDS)
