import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { hasLongNumbers, parseJsonExactly } from '../../../src/runtime/json.ts'

/** A request as the routes see it: read to its end, its body parsed once. */
export interface HttpRequest {
  method: string
  /** As it came, without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  remoteAddress: string
  /** The `:name` parts of the route's path, decoded. */
  params: Readonly<Record<string, string>>
  body: Body
}

export type Body =
  | { kind: 'none' }
  /** `metadata`: that of `value`, where it holds numbers that `value` cannot hold exactly. */
  | { kind: 'json'; value: unknown; metadata?: unknown }
  | { kind: 'form'; fields: Record<string, string> }
  | { kind: 'malformed' }
  | { kind: 'too-large' }

/** What a request says; no body at all is an empty one, an unreadable one is what no schema takes. */
export const bodyOf = ({ body }: HttpRequest): unknown => {
  if (body.kind !== 'json') return body.kind === 'none' ? {} : undefined
  return body.metadata === undefined
    ? body.value
    : { ...(body.value as object), metadata: body.metadata }
}

export const MAX_BODY_BYTES = 1_048_576

/** Deeper nesting is no data; and what walks a body does so recursively. */
const MAX_DEPTH = 200

/** Reads a request to its end, so that a refusal reaches a sender that is still sending. */
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

/** JSON whatever its content type says, so that a bare `curl -d '{…}'` is understood. */
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

/** 2.1: `metadata` is given back untouched, also numbers that no double holds. */
const exactMetadata = (text: string, value: unknown): { metadata?: unknown } => {
  const isObject = (given: unknown): given is { metadata?: unknown } =>
    typeof given === 'object' && given !== null && !Array.isArray(given)
  if (!isObject(value) || !isObject(value.metadata)) return {}
  return { metadata: (parseJsonExactly(text) as { metadata: unknown }).metadata }
}

/** Counted by hand: it meets whatever a stranger sends, before anything else has looked at it. */
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
