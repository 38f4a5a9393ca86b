import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Longest notification; Puente sends at most about 200 kB. */
const MOST_BYTES = 1_048_576

/** Keeps the signed bytes of a notification before Vendure's JSON parser reads the body. */
export const keepRawBody = async (
  request: IncomingMessage & { rawBody?: Buffer },
  response: ServerResponse,
  next: (error?: unknown) => void,
): Promise<void> => {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request) {
      length += chunk.length
      if (length <= MOST_BYTES) chunks.push(chunk)
    }
  } catch {
    // The sender closed the connection.
    return
  }
  if (length > MOST_BYTES) {
    response.statusCode = 413
    response.end()
    return
  }
  request.rawBody = Buffer.concat(chunks)
  next()
}
