import http from 'node:http'
import https from 'node:https'

/** A refusal of the gateway, by its control routes or its API. */
export class SimulatorError extends Error {
  override readonly name = 'SimulatorError'
  readonly status: number
  /** Messages by field; empty if the refusal names none. */
  readonly errors: Readonly<Record<string, string[]>>

  constructor(message: string, { status, errors }: Pick<SimulatorError, 'status' | 'errors'>) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

export interface Sender {
  /** Sends JSON and returns the JSON of a 2xx; throws a `SimulatorError` otherwise. */
  send<Body = unknown>(method: Method, path: string, body?: unknown): Promise<Body>
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Calls by `node:http`, because tests stub `fetch`. */
export const createSender = ({ url, key }: { url: string; key?: string | undefined }): Sender => ({
  send: async <Body>(method: Method, path: string, body?: unknown): Promise<Body> => {
    const { status, text } = await request(new URL(path, `${url}/`), { method, key, body })
    const answer = parsed(text)
    if (status >= 200 && status < 300) return answer as Body
    throw refusalOf(answer, { status, place: `${method} ${path}` })
  },
})

const request = (
  url: URL,
  { method, key, body }: { method: Method; key: string | undefined; body: unknown },
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { request: open } = url.protocol === 'https:' ? https : http
    const sent = open(url, {
      method,
      // A connection of its own: a kept one would hold up the gateway's close.
      agent: false,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
    })
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      )
    })
    sent.on('error', (error) => reject(new Error(`${method} ${url.href}: ${error.message}`)))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refusalOf = (
  answer: unknown,
  { status, place }: { status: number; place: string },
): SimulatorError => {
  const { message, errors = {} } = (answer ?? {}) as {
    message?: string
    errors?: Record<string, string[]>
  }
  const fields = Object.entries(errors).map(
    ([field, texts]) => `${field}: ${[texts].flat().join(' ')}`,
  )
  const said = fields.length > 0 ? fields.join('; ') : (message ?? 'no JSON')
  return new SimulatorError(`${place}: ${status}. ${said}`, { status, errors })
}
