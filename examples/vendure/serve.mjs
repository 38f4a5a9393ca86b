// Serves the storefront's files.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'

const { PORT = '8080', VENDURE_URL = 'http://localhost:3000' } = process.env
const FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/storefront.js': ['storefront.js', 'text/javascript; charset=utf-8'],
  '/puente-card.js': ['@puente/browser/puente-card.js', 'text/javascript; charset=utf-8'],
}

const pathOf = (name) =>
  fileURLToPath(
    name.startsWith('@') ? import.meta.resolve(name) : new URL(name, import.meta.url).href,
  )

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://shop')
  const [name, type] = FILES[pathname] ?? []
  if (name === undefined) return response.writeHead(404).end()
  const file = await readFile(pathOf(name), 'utf8')
  response.writeHead(200, { 'content-type': type }).end(file.replace('VENDURE_URL', VENDURE_URL))
})

server.listen(Number(PORT), () => {
  process.stdout.write(`  Open the shop: http://localhost:${server.address().port}\n`)
})
