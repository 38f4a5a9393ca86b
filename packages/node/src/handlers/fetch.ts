import { Buffer } from 'node:buffer'
import { MOST_BYTES } from '../notifications/raw-body.ts'
import { createReceive, type HandlerOptions, type ReceivedBody } from './receive.ts'

/**
 * Handles notifications in frameworks with fetch-style requests: a route handler of Next
 * (`export const POST = …`), Hono (`c.req.raw`), Bun, Deno.
 */
export const fetchHandler = (
  options: HandlerOptions,
): ((request: Request) => Promise<Response>) => {
  const receive = createReceive(options)
  return async (request) => {
    const { method, headers } = request
    const answer = await receive({ method, headers, readBody: () => bodyOf(request) })
    const hasBody = answer.body !== ''
    return new Response(hasBody ? answer.body : null, answer)
  }
}

const READ_BEFORE =
  'Something read the body of the request before the handler of notifications, and the bytes that are signed are lost. Pass the request on unread.'

const bodyOf = async (request: Request): Promise<ReceivedBody> => {
  if (request.bodyUsed) return { outcome: 'lost', why: READ_BEFORE }
  if (!request.body) return { outcome: 'raw', bytes: '' }
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { outcome: 'raw', bytes: Buffer.concat(chunks) }
    length += value.length
    if (length > MOST_BYTES) {
      void reader.cancel().catch(() => {})
      return { outcome: 'too-large' }
    }
    chunks.push(value)
  }
}
