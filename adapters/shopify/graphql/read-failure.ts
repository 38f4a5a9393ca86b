import { z } from 'zod'
import { maskSecrets } from '../../../src/runtime/text/masking.ts'
import { quoteResponse, redirectTarget } from '../../../src/runtime/text/response-quotes.ts'
import { type GraphqlFailure, operationFailed } from './outcome.ts'
import { type CostReport, msUntilAffordable } from './throttle.ts'

const topError = z.object({
  message: z.string().catch(''),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.object({ code: z.string().optional().catch(undefined) }).optional(),
})
type TopError = z.infer<typeof topError>

const costReport = z.object({
  cost: z.object({
    requestedQueryCost: z.number(),
    actualQueryCost: z
      .number()
      .nullish()
      .transform((cost) => cost ?? null),
    throttleStatus: z.object({
      maximumAvailable: z.number(),
      currentlyAvailable: z.number(),
      restoreRate: z.number(),
    }),
  }),
})

export const readCost = (extensions: unknown): CostReport | undefined =>
  costReport.safeParse(extensions).data?.cost

/** Has data if Shopify refused only a part. */
export interface ErrorsAnswer {
  data: unknown
  errors: TopError[]
  cost: CostReport | undefined
}

/** Parses top-level errors; unreadable ones become an empty list, which still fails. */
export const readErrorsAnswer = ({
  errors,
  ...rest
}: Omit<ErrorsAnswer, 'errors'> & { errors: unknown }): ErrorsAnswer => ({
  ...rest,
  errors: z.array(topError).catch([]).parse(errors),
})

/**
 * Returns whether the app only lacks access to nested fields: they are null, the rest is usable.
 */
export const isOnlyHidden = ({ data, errors }: ErrorsAnswer): boolean =>
  data !== null &&
  data !== undefined &&
  errors.length > 0 &&
  errors.every(({ path, extensions }) => extensions?.code === DENIED && (path?.length ?? 0) > 1)

const DENIED = 'ACCESS_DENIED'

/** Classifies top-level errors. Omits most messages, which may quote variables. */
export const failureOfErrors = (name: string, { errors, cost }: ErrorsAnswer): GraphqlFailure => {
  const codes = errors.map(({ extensions }) => extensions?.code ?? '')
  // An error below the root arose after the root ran.
  const isBelow = errors.some(({ path }) => (path?.length ?? 0) > 1)
  const effect = isBelow ? 'unknown' : 'none'
  if (codes.includes('THROTTLED')) {
    return operationFailed('throttled', 'retry', {
      detail: `${name}: the shop has had too many calls`,
      retryAfterMs: cost ? finite(msUntilAffordable(cost)) : 1_000,
      effect: 'none',
    })
  }
  if (codes.includes(DENIED)) {
    // Names the field and its requirement.
    const said = errors.find(({ extensions }) => extensions?.code === DENIED)?.message ?? ''
    const detail = maskSecrets(`${name}: ${said}`).slice(0, 300)
    return operationFailed('access-denied', 'ask-a-person', { detail, effect })
  }
  if (codes.includes('SHOP_INACTIVE')) {
    return operationFailed('shop-unavailable', 'ask-a-person', {
      detail: `${name}: the shop is not active`,
      effect: 'none',
    })
  }
  if (codes.some((code) => /INTERNAL_SERVER_ERROR|TIMEOUT|CONCURRENT/.test(code))) {
    const detail = `${name}: an error within the shop (${codes.join(', ')})`
    return operationFailed('error-within', 'retry', { detail, effect: 'unknown' })
  }
  const [first] = errors
  const where = first?.path ? ` at ${first.path.join('.')}` : ''
  const detail = `${name} was refused${where} (${codes.filter(Boolean).join(', ') || 'no code'})`
  return operationFailed('invalid', 'permanent', { detail, effect })
}

const LONGEST_MS = 3_600_000
const finite = (ms: number): number => Math.min(ms, LONGEST_MS)

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
    return operationFailed('unreachable', 'retry', { detail, effect: 'unknown' })
  }
  const { status } = response
  const answered = `${name}: the shop answered ${status}`
  const detail = [answered, quoteResponse(page)].filter(Boolean).join(' ')
  if (status === 429) {
    const seconds = Number.parseFloat(response.headers.get('retry-after') ?? '')
    return operationFailed('throttled', 'retry', {
      detail,
      retryAfterMs: seconds >= 0 ? finite(seconds * 1_000) : 1_000,
      effect: 'none',
    })
  }
  if (status >= 200 && status < 300) {
    const noJson = [`${answered} and no JSON`, quoteResponse(page)].filter(Boolean).join(' ')
    return operationFailed('not-json', 'retry', { detail: noJson, effect: 'unknown' })
  }
  if (status === 408 || status === 430 || status >= 500) {
    return operationFailed('unreachable', 'retry', { detail, effect: 'unknown' })
  }
  if (status === 401)
    return operationFailed('token-refused', 'ask-a-person', { detail, effect: 'none' })
  if (status === 403)
    return operationFailed('access-denied', 'ask-a-person', { detail, effect: 'none' })
  if (status >= 300 && status < 400) {
    return operationFailed('shop-unavailable', 'ask-a-person', {
      detail: `${answered}, which redirects to ${redirectTarget(response.headers.get('location'), url)}`,
      effect: 'none',
    })
  }
  if ([402, 404, 423].includes(status)) {
    return operationFailed('shop-unavailable', 'ask-a-person', { detail, effect: 'none' })
  }
  return operationFailed('invalid', 'permanent', { detail, effect: 'none' })
}
