import { Buffer } from 'node:buffer'
import { isBytes, MOST_BYTES } from '../notifications/raw-body.ts'
import {
  createReceive,
  type HandlerAnswer,
  type HandlerOptions,
  type ReceivedBody,
} from './receive.ts'

/** The part of a request of `node:http`, Express or Connect that the handler reads. */
export interface NodeRequest extends AsyncIterable<unknown> {
  method?: string | undefined
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Body after a parser. */
  body?: unknown
  /** The raw body, where a host or `keepRawBody` keeps it. */
  rawBody?: unknown
  readableDidRead?: boolean | undefined
}

/** The part of a response of `node:http` that the handler writes. */
export interface NodeResponse {
  statusCode: number
  /** True if the shop answered meanwhile, for example by its own time limit. */
  headersSent?: boolean | undefined
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

/**
 * Handles notifications in Express, Connect and `node:http`. Mount it before `express.json()`, or
 * mount that with `verify: keepRawBody`.
 */
export const expressHandler = (
  options: HandlerOptions,
): ((request: NodeRequest, response: NodeResponse) => Promise<void>) => {
  const receive = createReceive(options)
  return async (request, response) => {
    const { method, headers } = request
    send(response, await receive({ method, headers, readBody: () => bodyOf(request) }))
  }
}

/** Keeps the raw body beside the parsed one: `express.json({ verify: keepRawBody })`. */
export const keepRawBody = (request: object, _response: unknown, bytes: Uint8Array): void => {
  Object.assign(request, { rawBody: bytes })
}

const bodyOf = async (request: NodeRequest): Promise<ReceivedBody> => {
  for (const body of [request.rawBody, request.body]) {
    if (typeof body === 'string' || isBytes(body)) return { outcome: 'raw', bytes: body }
  }
  // Express 4 gives a body that it has not read the value {}.
  if (request.readableDidRead || (request.readableDidRead === undefined && request.body)) {
    return { outcome: 'lost', why: READ_BEFORE }
  }
  return read(request)
}

const READ_BEFORE =
  'Another middleware, such as express.json(), read the body before the handler of notifications, and the bytes that are signed are lost. Mount the handler before it, or use express.json({ verify: keepRawBody }).'

const read = async (request: NodeRequest): Promise<ReceivedBody> => {
  if (Number(request.headers['content-length']) > MOST_BYTES) return { outcome: 'too-large' }
  const chunks: Uint8Array[] = []
  let length = 0
  // Reads to the end: leaving the loop would close the connection before the answer.
  for await (const chunk of request) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array)
    length += bytes.length
    if (length <= MOST_BYTES) chunks.push(bytes)
  }
  return length > MOST_BYTES
    ? { outcome: 'too-large' }
    : { outcome: 'raw', bytes: Buffer.concat(chunks) }
}

const send = (response: NodeResponse, { status, headers, body }: HandlerAnswer): void => {
  if (response.headersSent) return
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}
