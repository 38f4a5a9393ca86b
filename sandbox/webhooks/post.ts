import http from 'node:http'
import https from 'node:https'
import { errorMessage } from '../../src/platform/failure.ts'

export type PostOutcome = { kind: 'answered'; status: number } | { kind: 'failed'; error: string }

/** Connections that are kept for the next delivery to the same receiver. */
export interface Sender {
  post(delivery: {
    url: string
    headers: Record<string, string>
    body: string
    signal: AbortSignal
  }): Promise<PostOutcome>
  close(): void
}

export const createSender = (): Sender => {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxFreeSockets: 32 }),
    'https:': new https.Agent({ keepAlive: true, maxFreeSockets: 32 }),
  }

  const postOnce = (delivery: Parameters<Sender['post']>[0]) =>
    new Promise<PostOutcome | 'stale-connection'>((resolve) => {
      const url = new URL(delivery.url)
      const secure = url.protocol === 'https:'
      const request = (secure ? https : http).request(url, {
        method: 'POST',
        agent: agents[secure ? 'https:' : 'http:'],
        signal: delivery.signal,
        headers: { ...delivery.headers, 'content-length': Buffer.byteLength(delivery.body) },
      })
      request.on('response', (response) => {
        resolve({ kind: 'answered', status: response.statusCode ?? 0 })
        // What it says is of no interest, and neither is how the connection ends.
        response.on('error', () => {})
        response.resume()
      })
      request.on('error', (error) => {
        const connectionWasCut =
          'code' in error && ['ECONNRESET', 'EPIPE'].includes(`${error.code}`)
        if (request.reusedSocket && connectionWasCut) resolve('stale-connection')
        else resolve({ kind: 'failed', error: describe(error) })
      })
      request.end(delivery.body)
    })

  return {
    post: async (delivery) => {
      for (;;) {
        const outcome = await postOnce(delivery)
        // A kept connection to a receiver that restarted says nothing about the receiver.
        if (outcome !== 'stale-connection') return outcome
      }
    },
    close: () => {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

const describe = (error: Error): string =>
  error.name === 'AbortError' || error.name === 'TimeoutError'
    ? 'no answer in time'
    : 'code' in error
      ? `${error.code}: ${errorMessage(error)}`
      : errorMessage(error)
