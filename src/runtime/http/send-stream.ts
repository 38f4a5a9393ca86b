import { pipeline, type Readable } from 'node:stream'
import type { Response } from 'express'

/** Aborts the response if the source fails, so that a truncated file looks truncated. */
export const sendStream = (response: Response, body: Readable): void => {
  if (response.destroyed) body.destroy()
  else pipeline(body, response, () => {})
}
