import type { Dispatcher } from 'undici'
import type { Connections } from './connections.ts'

/** A longer body costs the connection. */
const MOST_IGNORED_BYTES = 64 * 1_024

export interface OutgoingPost {
  headers: Readonly<Record<string, string>>
  body: string
  timeoutMs: number
}

/**
 * Sends a POST over pooled connections, ten times cheaper than `callThirdParty`. Resolves with
 * status and `Retry-After`. Follows no redirect. Rejects on no response within `timeoutMs`, and
 * on a refused address.
 */
export const postPooled = (
  address: string,
  { headers, body, timeoutMs }: OutgoingPost,
  { agent, refusalOf }: Connections,
): Promise<{ status: number; retryAfter: string | undefined }> =>
  new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(address)
    const refusal = refusalOf(address)
    if (refusal) throw refusal
    let call: Dispatcher.DispatchController | undefined
    let tooLate: Error | undefined
    let ignoredBytes = 0
    const late = setTimeout(() => {
      tooLate = new Error(`no answer within ${timeoutMs} ms`)
      reject(tooLate)
      call?.abort(tooLate)
    }, timeoutMs)
    const options = { origin, path: pathname + search, method: 'POST', headers, body }
    agent.dispatch(options, {
      onRequestStart: (started) => {
        call = started
        if (tooLate) started.abort(tooLate)
      },
      onResponseStart: (_, status, { 'retry-after': retryAfter }) =>
        resolve({ status, retryAfter: [retryAfter].flat()[0] }),
      onResponseData: (answered, chunk) => {
        ignoredBytes += chunk.length
        if (ignoredBytes > MOST_IGNORED_BYTES)
          answered.abort(new Error('a longer answer than read'))
      },
      onResponseEnd: () => clearTimeout(late),
      onResponseError: (_, error) => {
        clearTimeout(late)
        // No-op after the status.
        reject(error)
      },
    })
  })
