import { pipeline, type Readable } from 'node:stream'
import type { Response } from 'express'

/**
 * Sends what is read piece by piece. One that breaks off in the middle breaks off the answer: half a
 * file is none. Who has gone before it began is sent nothing.
 */
export const sendStream = (response: Response, body: Readable): void => {
  if (response.destroyed) body.destroy()
  else pipeline(body, response, () => {})
}
