import { createReceive, type HandlerOptions, MOST_BYTES, type ReceivedBody } from './receive.ts'

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
  if (Number(request.headers.get('content-length')) > MOST_BYTES) return { outcome: 'too-large' }
  const bytes = new Uint8Array(await request.arrayBuffer())
  return bytes.length > MOST_BYTES ? { outcome: 'too-large' } : { outcome: 'raw', bytes }
}
