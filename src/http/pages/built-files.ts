import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import express, { type RequestHandler } from 'express'

/** Serves the files of a build, compressed where the build made a `.gz`. Browsers ask for newer ones. */
export const builtFiles = (folder: string): RequestHandler[] =>
  withCompressed(
    folder,
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (response) => {
        response.setHeader('cache-control', 'no-cache')
      },
    }),
  )

const A_YEAR_MS = 365 * 24 * 60 * 60 * 1_000

/** Serves files of a build that have a hash in their name, which never change. */
export const hashedFiles = (folder: string): RequestHandler[] =>
  withCompressed(
    folder,
    express.static(folder, { immutable: true, maxAge: A_YEAR_MS, index: false }),
  )

/** Extensions that builds compress. */
const FILE = /^(?:\/[\w@-][\w@.-]*)+\.(?:js|css|html|md|txt)$/

/** Serves compressed files under the names of their originals only. */
const withCompressed = (folder: string, files: RequestHandler): RequestHandler[] => [
  (request, response, next) => {
    const { path, method } = request
    if (method !== 'GET' && method !== 'HEAD') return next('router')
    if (path.endsWith('.gz')) return next('router')
    response.vary('Accept-Encoding')
    if (FILE.test(path) && request.acceptsEncodings('gzip') && existsSync(`${folder}${path}.gz`)) {
      request.url = `${path}.gz`
      response.set('content-encoding', 'gzip').type(extname(path))
    }
    next()
  },
  files,
  // The file was deleted after the check: the next handler answers.
  (_request, response, next) => {
    response.removeHeader('content-encoding')
    next()
  },
]
