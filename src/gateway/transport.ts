import { errorCode } from '../runtime/error-code.ts'
import { errorMessage } from '../runtime/failure.ts'
import { atMost, callThirdParty, readResponse } from '../runtime/net/outgoing.ts'
import { readRetryAfterSeconds } from '../runtime/net/retry-after.ts'
import { readStorableJson } from '../runtime/text/storable.ts'

export interface GatewayRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: unknown
  timeoutMs: number
}

/** `none`: the request provably never arrived. `unknown`: the gateway may have done the work. */
export type GatewayResponse =
  | { kind: 'answer'; status: number; body: unknown; retryAfterSeconds: number | undefined }
  | { kind: 'unreachable'; effect: 'none' | 'unknown'; detail: string }

/** Upper bound on a buffered response; a page of 100 payments is smaller than 1 MiB. */
const MOST_BYTES = 10 * 1_048_576
const MOST_DOCUMENT_BYTES = 20 * 1_048_576

/** Errors before the request left this machine. */
const NOTHING_WAS_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Buffers the response. Never throws, never follows a redirect. */
export const send = async (request: GatewayRequest): Promise<GatewayResponse> => {
  try {
    return await readWhole(await begin(request))
  } catch (error) {
    return unreachableBy(error)
  }
}

export interface StreamedResponse {
  kind: 'stream'
  status: number
  contentType: string
  contentLength: string | undefined
  body: ReadableStream<Uint8Array>
}

/** Streams a successful response. The timeout covers the stream. */
export const openStream = async (
  request: GatewayRequest,
): Promise<StreamedResponse | GatewayResponse> => {
  try {
    const response = await begin(request)
    if (!response.ok || !response.body) return await readWhole(response)
    return {
      kind: 'stream',
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      // `content-length` counts compressed bytes, but `fetch` decompresses.
      contentLength: isPacked(response) ? undefined : lengthOf(response),
      body: response.body.pipeThrough(atMost(MOST_DOCUMENT_BYTES)),
    }
  } catch (error) {
    return unreachableBy(error)
  }
}

const isPacked = ({ headers }: Response): boolean => headers.has('content-encoding')

const lengthOf = ({ headers }: Response): string | undefined =>
  headers.get('content-length') ?? undefined

const begin = (request: GatewayRequest): Promise<Response> =>
  callThirdParty(request.url, {
    method: request.method,
    headers: {
      accept: 'application/json',
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    timeoutMs: request.timeoutMs,
  })

const readWhole = async (response: Response): Promise<GatewayResponse> => ({
  kind: 'answer',
  status: response.status,
  // `undefined` without JSON: a proxy's HTML page, an empty response.
  body: readStorableJson((await readResponse(response.body, MOST_BYTES)).toString('utf8')),
  retryAfterSeconds: readRetryAfterSeconds(response.headers.get('retry-after')),
})

const unreachableBy = (error: unknown): GatewayResponse => {
  const code = rootCode(error)
  return {
    kind: 'unreachable',
    effect: code && NOTHING_WAS_SENT.has(code) ? 'none' : 'unknown',
    detail: code ?? errorMessage(error),
  }
}

const rootCode = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const first = error instanceof AggregateError ? error.errors[0] : error.cause
  return errorCode(error) ?? rootCode(first)
}
