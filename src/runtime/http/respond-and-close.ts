import type { IncomingMessage, ServerResponse } from 'node:http'

/** Delay of the close, which would discard the response while the client still sends. */
const LINGER_MS = 500

/** Responds before the body was fully read, and closes the connection after a linger. */
export const respondAndClose = (
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
  // Stops reading, to save memory.
  request.pause()
}
