import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type RequestHandler, Router } from 'express'
import { builtFiles, hashedFiles } from '../pages/built-files.ts'

const MADE = fileURLToPath(new URL('../../../dist/site', import.meta.url))

/** Address of the API reference. */
export const API_REFERENCE = '/docs/api/'

/** Serves the documentation and the API reference as `npm run build:site` made them. */
export const documentation = (folder = MADE): Router => {
  const router = Router()
  router.get('/llms.txt', (_request, response) => response.redirect('/docs/llms.txt'))
  router.use('/docs', builtSite(folder))
  return router
}

const builtSite = (folder: string): Router => {
  const router = Router()
  router.use(addressesOf(folder))
  router.use('/assets', hashedFiles(`${folder}/assets`))
  router.use(builtFiles(folder))
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

const RETRY_AFTER_SECONDS = 30

/** Answers pages of a site that no build has made yet. A build may complete while the server runs. */
export const documentationNotBuilt =
  (folder = MADE): RequestHandler =>
  ({ method, path }, response, next) => {
    const isPage = (method === 'GET' || method === 'HEAD') && PAGE.test(path)
    if (!isPage || existsSync(`${folder}/index.html`)) return next()
    response
      .status(503)
      .set({ 'retry-after': String(RETRY_AFTER_SECONDS), 'cache-control': 'no-store' })
      .type('html')
      .send(NOT_BUILT)
  }

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The documentation is being built · Puente</title>
</head>
<body>
<h1>The documentation is being built</h1>
<p><code>npm start</code> builds it in the background: reload this page in a minute.</p>
<p>If it does not appear, run <code>npm run build:site</code> in the checkout, which says why.</p>
<p>The API as a document: <a href="/openapi.json">openapi.json</a></p>
</body>
</html>
`
