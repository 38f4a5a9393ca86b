import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import express, { type RequestHandler, Router } from 'express'
import { compressedOf } from '../pages/compressed.ts'

const MADE = fileURLToPath(new URL('../../../dist/site', import.meta.url))

const A_YEAR_MS = 365 * 24 * 60 * 60 * 1_000

/** Address of the API reference. */
export const API_REFERENCE = '/docs/api/'

/** Serves the documentation and the API reference as `npm run build:site` made them. */
export const documentationSite = (folder = MADE): Router => {
  const router = Router()
  router.use(addressesOf(folder))
  router.use(compressedOf(folder))
  // Files with a hash in their name are immutable.
  router.use(
    '/assets',
    express.static(`${folder}/assets`, { immutable: true, maxAge: A_YEAR_MS, index: false }),
  )
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (response) => {
        response.setHeader('cache-control', 'no-cache')
      },
    }),
  )
  router.get('/', answerWithoutSite(folder))
  return router
}

const PAGE = /^(?:\/[\w-]+)*\/?$/

/** Maps addresses without extension to their pages. */
const addressesOf =
  (folder: string): RequestHandler =>
  (request, response, next) => {
    const { path, originalUrl } = request
    // The pages resolve their own addresses below `/docs/`.
    if (path === '/' && /^\/docs(?:\?|$)/.test(originalUrl)) return response.redirect('/docs/')
    if (PAGE.test(path)) {
      const page = path.endsWith('/') ? `${path}index.html` : `${path}.html`
      if (existsSync(`${folder}${page}`)) request.url = page
      else if (existsSync(`${folder}${path}/index.html`)) return response.redirect(`/docs${path}/`)
    }
    next()
  }

/** A build may complete while the server runs. */
const answerWithoutSite =
  (folder: string): RequestHandler =>
  (_request, response, next) => {
    if (existsSync(`${folder}/index.html`)) return next()
    response.type('html').send(WITHOUT_SITE)
  }

const WITHOUT_SITE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Puente merchant API</title>
</head>
<body>
<h1>Puente merchant API</h1>
<p>The documentation is not built yet: run <code>npm run build:site</code> in the checkout, then reload this page.</p>
<p>The API as a document: <a href="/openapi.json">openapi.json</a></p>
</body>
</html>
`
