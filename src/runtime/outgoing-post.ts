import { Agent, type Dispatcher } from 'undici'

/** Servers close a connection that nobody uses; sooner than most of them do, we do. */
const UNUSED_FOR_MS = 4_000
/** Each call has a time of its own, for all of it. */
const connections = new Agent({
  ...{ keepAliveTimeout: UNUSED_FOR_MS, keepAliveMaxTimeout: UNUSED_FOR_MS },
  ...{ headersTimeout: 0, bodyTimeout: 0, allowH2: false },
})
/** An answer that goes on for longer costs its connection. */
const MOST_IGNORED_BYTES = 64 * 1_024

/**
 * One POST whose answer says all by its status and when to come again: `callOut` for what is sent over
 * and over, by connections that are kept, for a tenth of the work. Follows no redirect, and waits no
 * longer than `timeoutMs` for the answer. Rejects where there is none.
 */
export const postOut = (
  address: string,
  {
    headers,
    body,
    timeoutMs,
  }: { headers: Readonly<Record<string, string>>; body: string; timeoutMs: number },
): Promise<{ status: number; retryAfter: string | undefined }> =>
  new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(address)
    let call: Dispatcher.DispatchController | undefined
    let tooLate: Error | undefined
    let ignoredBytes = 0
    const late = setTimeout(() => {
      tooLate = new Error(`no answer within ${timeoutMs} ms`)
      reject(tooLate)
      call?.abort(tooLate)
    }, timeoutMs)
    const options = { origin, path: pathname + search, method: 'POST', headers, body }
    connections.dispatch(options, {
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
        // Whoever has asked knows the status already, if there was one.
        reject(error)
      },
    })
  })
