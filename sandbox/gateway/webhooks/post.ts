import http from 'node:http'
import https from 'node:https'
import { errorCode } from '../../../src/runtime/error-code.ts'
import { errorMessage } from '../../../src/runtime/failure.ts'
import { masked } from '../journal/masked.ts'

export interface PostOutcome {
  status: number | null
  /** Start of the body, masked. */
  answer: string | null
  error: string | null
}

export const notAnswered = (error: string): PostOutcome => ({ status: null, answer: null, error })

/** Exceeds the limit of `masked`, in any script. */
const KEPT_BYTES = 2_100

/** Body timeout after the response has started. */
const PATIENCE_WITH_BODY_MS = 250

interface Delivery {
  url: string
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

/** Any 2xx (6.5). */
export const isDelivered = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300

/** Keeps connections alive. */
export const createSender = () => {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxFreeSockets: 32 }),
    'https:': new https.Agent({ keepAlive: true, maxFreeSockets: 32 }),
  }

  const postOnce = (delivery: Delivery) =>
    new Promise<PostOutcome | 'stale-connection'>((resolve) => {
      const url = new URL(delivery.url)
      const secure = url.protocol === 'https:'
      const request = (secure ? https : http).request(url, {
        method: 'POST',
        agent: agents[secure ? 'https:' : 'http:'],
        signal: delivery.signal,
        headers: { ...delivery.headers, 'content-length': Buffer.byteLength(delivery.body) },
      })
      let hasAnswered = false
      request.on('response', (response) => {
        hasAnswered = true
        void firstPartOf(response).then((answer) =>
          resolve({ status: response.statusCode ?? 0, answer, error: null }),
        )
      })
      // Node closes an unhandled upgrade without any event.
      request.on('upgrade', ({ statusCode = 0 }, socket) => {
        socket.destroy()
        resolve({ status: statusCode, answer: '', error: null })
      })
      request.on('error', (error) => {
        const connectionWasCut = ['ECONNRESET', 'EPIPE'].includes(errorCode(error) ?? '')
        if (request.reusedSocket && connectionWasCut) resolve('stale-connection')
        else resolve(notAnswered(describe(error)))
      })
      // Any other end must settle the promise too.
      request.on('close', () => {
        if (!hasAnswered) resolve(notAnswered('connection closed'))
      })
      request.end(delivery.body)
    })

  return {
    post: async (delivery: Delivery): Promise<PostOutcome> => {
      for (;;) {
        const outcome = await postOnce(delivery).catch((error) => notAnswered(errorMessage(error)))
        // Stale keep-alive connection: the receiver restarted, so retry.
        if (outcome !== 'stale-connection') return outcome
      }
    },
    close: () => {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

/** Drains the rest, for connection reuse. */
const firstPartOf = (response: http.IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const done = () => {
      clearTimeout(timer)
      // PostgreSQL rejects NUL.
      const text = Buffer.concat(chunks).toString('utf8', 0, KEPT_BYTES).replaceAll('\0', '\uFFFD')
      resolve(String(masked(text)))
    }
    const timer = setTimeout(done, PATIENCE_WITH_BODY_MS)
    response.on('data', (chunk: Buffer) => {
      if (bytes < KEPT_BYTES) chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= KEPT_BYTES) done()
    })
    // The status has arrived: a broken body is no failure.
    response.on('error', done)
    response.on('end', done)
    response.on('close', done)
  })

const describe = (error: Error): string => {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time'
  const code = errorCode(error)
  return code === undefined ? errorMessage(error) : `${code}: ${errorMessage(error)}`
}
