import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import express, { Router } from 'express'

/** Serves the API reference with Swagger UI. */
export const docsPage = (): Router => {
  const router = Router()
  const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  router.get('/', (_request, response) => {
    response.type('html').send(PAGE)
  })
  router.get('/start.js', (_request, response) => {
    response.type('js').send(START)
  })
  router.use(express.static(swaggerUi, { index: false }))
  return router
}

const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true, defaultModelsExpandDepth: 0 })`

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Puente merchant API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<noscript><p>This page needs JavaScript. The same as a document: <a href="/openapi.json">openapi.json</a></p></noscript>
<div id="api"></div>
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/docs/start.js" defer></script>
</body>
</html>
`
