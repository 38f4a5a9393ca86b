import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import type { RequestHandler } from 'express'

const FILE = /^(?:\/[\w-][\w.-]*)+\.(?:js|css|html)$/

/** Answers with the `.gz` beside a file that a build compressed. */
export const compressedOf =
  (folder: string): RequestHandler =>
  (request, response, next) => {
    response.vary('Accept-Encoding')
    const { path } = request
    if (FILE.test(path) && request.acceptsEncodings('gzip') && existsSync(`${folder}${path}.gz`)) {
      request.url = `${path}.gz`
      response.set('content-encoding', 'gzip').type(extname(path))
    }
    next()
  }
