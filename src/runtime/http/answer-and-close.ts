import type { IncomingMessage, ServerResponse } from 'node:http'

/** A connection that is closed while the other side still sends loses the answer that was given. */
const LINGER_MS = 500

/**
 * Answers before the body was read to its end, and closes the connection. The whole answer is on its
 * way at once; the connection is closed a little later, because what was not read would undo it.
 */
export const answerAndClose = (
  request: IncomingMessage,
  response: ServerResponse,
  {
    status,
    headers,
    body,
  }: { status: number; headers: Record<string, string | number>; body: string },
): void => {
  response.writeHead(status, {
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  if (request.complete) return void response.end(body)
  response.write(body)
  const end = () => response.end()
  const late = setTimeout(end, LINGER_MS)
  request.once('close', () => clearTimeout(late))
  // Reading what is not wanted would take the memory that there is not.
  request.pause()
}
