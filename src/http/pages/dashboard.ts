import { existsSync, readdirSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { type Request, type RequestHandler, Router } from 'express'

const MADE = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url))

/** First path segments that the dashboard routes itself. */
export const DASHBOARD_SECTIONS = [
  ...['orders', 'status', 'deliveries', 'stores', 'money', 'people', 'audit'],
] as const

const A_YEAR_MS = 365 * 24 * 60 * 60 * 1_000

/** Serves the dashboard to signed-in people; `undefined` without a build. */
export const dashboardPages = ({
  isSignedIn,
}: {
  isSignedIn(request: Request): Promise<boolean>
}): Router | undefined => {
  if (!existsSync(`${MADE}/index.html`)) return undefined
  const router = Router({ caseSensitive: true })
  const files = { immutable: true, maxAge: A_YEAR_MS, index: false, fallthrough: true }
  router.use('/assets', compressedOf(`${MADE}/assets`), express.static(`${MADE}/assets`, files))
  const addresses = DASHBOARD_SECTIONS.flatMap((name) => [`/${name}`, `/${name}/*rest`])
  router.get(['/', ...addresses], async (request, response) => {
    // Without a database, the dashboard itself reports it.
    if (!(await isSignedIn(request).catch(() => true))) {
      const next =
        request.originalUrl === '/' ? '' : `?${new URLSearchParams({ next: request.originalUrl })}`
      response.set('cache-control', 'no-store').redirect(303, `/sign-in${next}`)
      return
    }
    response.set('cache-control', 'no-cache').sendFile('index.html', { root: MADE })
  })
  return router
}

const compressedOf = (folder: string): RequestHandler => {
  const made = new Set(readdirSync(folder).filter((name) => name.endsWith('.gz')))
  return (request, response, next) => {
    response.vary('Accept-Encoding')
    const { path } = request
    if (made.has(`${path.slice(1)}.gz`) && request.acceptsEncodings('gzip')) {
      request.url = `${path}.gz`
      response.set('content-encoding', 'gzip').type(extname(path))
    }
    next()
  }
}
