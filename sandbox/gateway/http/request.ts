import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { hasLongNumbers, parseJsonExactly } from '../../../src/runtime/text/json.ts'
import { isPlainObject } from '../bodies/fields.ts'

export interface HttpRequest {
  method: string
  /** Raw, without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  remoteAddress: string
  /** Decoded path parameters. */
  params: Readonly<Record<string, string>>
  body: Body
}

export type Body =
  | { kind: 'none' }
  /** `metadata`: exact copy of numbers beyond a double. */
  | { kind: 'json'; value: unknown; metadata?: unknown }
  | { kind: 'form'; fields: Record<string, string> }
  | { kind: 'malformed' }
  | { kind: 'too-large' }

/** Returns the JSON body, `{}` if empty; `undefined` fails every schema. */
export const bodyOf = ({ body }: HttpRequest): unknown => {
  if (body.kind !== 'json') return body.kind === 'none' ? {} : undefined
  return body.metadata === undefined
    ? body.value
    : { ...(body.value as object), metadata: body.metadata }
}

export const formFieldsOf = ({ body }: HttpRequest): Record<string, string> =>
  body.kind === 'form' ? body.fields : {}

export const MAX_BODY_BYTES = 1_048_576

/** Bounds recursion over the body. */
const MAX_DEPTH = 200

/** Drains even an oversized body: a client still sending would miss the response. */
export const readRequest = async (incoming: IncomingMessage): Promise<HttpRequest> => {
  const [path = '/', ...query] = (incoming.url ?? '/').split('?')
  return {
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(query.join('?')),
    headers: incoming.headers,
    remoteAddress: incoming.socket.remoteAddress ?? '',
    params: {},
    body: await readBody(incoming),
  }
}

const readBody = async (incoming: IncomingMessage): Promise<Body> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
    else chunks.length = 0
  }
  if (bytes > MAX_BODY_BYTES) return { kind: 'too-large' }
  return parseBody(Buffer.concat(chunks).toString('utf8'), incoming.headers['content-type'] ?? '')
}

/** Ignores the content type, so a bare `curl -d '{…}'` works. */
const parseBody = (text: string, contentType: string): Body => {
  if (text.trim() === '') return { kind: 'none' }
  if (contentType.includes('application/x-www-form-urlencoded') && !/^\s*[{[]/.test(text)) {
    return { kind: 'form', fields: Object.fromEntries(new URLSearchParams(text)) }
  }
  try {
    if (nestingOf(text) > MAX_DEPTH) return { kind: 'malformed' }
    const value: unknown = JSON.parse(text)
    return { kind: 'json', value, ...(hasLongNumbers(text) && exactMetadata(text, value)) }
  } catch {
    return { kind: 'malformed' }
  }
}

/** Leaves metadata untouched (2.1), even numbers that no double holds. */
const exactMetadata = (text: string, value: unknown): { metadata?: unknown } => {
  if (!isPlainObject(value) || !isPlainObject(value.metadata)) return {}
  return { metadata: (parseJsonExactly(text) as { metadata: unknown }).metadata }
}

/** Avoids recursion: the body is untrusted. */
const nestingOf = (json: string): number => {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const sign = json[index]
    if (sign === '"') inString = !inString
    else if (inString && sign === '\\') index++
    else if (inString) continue
    else if (sign === '[' || sign === '{') deepest = Math.max(deepest, ++depth)
    else if (sign === ']' || sign === '}') depth--
  }
  return deepest
}
