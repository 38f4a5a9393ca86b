import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'

/** Servers close a connection that nobody uses; sooner than most of them do, we do. */
const CONNECTIONS = { keepAlive: true, timeout: 4_000 } as const
const agents = { http: new http.Agent(CONNECTIONS), https: new https.Agent(CONNECTIONS) }

/** An answer that goes on for longer costs its connection. */
const MOST_IGNORED_BYTES = 64 * 1_024

/**
 * One POST whose answer says all by its status and headers: `callOut` for what is sent again and again,
 * over connections that are kept, for a third of the work. Follows no redirect, and waits no longer than
 * `timeoutMs` for the answer. Rejects where there is none.
 */
export const postOut = (
  address: string,
  {
    headers,
    body,
    timeoutMs,
  }: { headers: Readonly<Record<string, string>>; body: string; timeoutMs: number },
): Promise<{ status: number; headers: IncomingHttpHeaders }> =>
  new Promise((resolve, reject) => {
    const url = new URL(address)
    const [{ request }, agent] =
      url.protocol === 'https:' ? [https, agents.https] : [http, agents.http]
    const length = { 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, ...length } })
    const late = setTimeout(
      () => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)),
      timeoutMs,
    )
    sent.on('response', (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
      ignoreBody(answer)
    })
    sent.on('error', reject)
    sent.on('close', () => {
      clearTimeout(late)
      reject(new Error('closed without an answer'))
    })
    sent.end(body)
  })

/** A connection is of use again once its answer has been read to the end. */
const ignoreBody = (answer: IncomingMessage): void => {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_IGNORED_BYTES) answer.destroy()
  })
  // Whoever has asked knows the status already.
  answer.on('error', () => {})
}
