// Serves the files of the storefront, with the settings that its page needs.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'

const [, , DEFAULT_ENGINE] = process.argv
const { PORT = '8080', ENGINE_URL = DEFAULT_ENGINE, PUBLISHABLE_KEY = '' } = process.env
const FILES = {
  '/': ['./index.html', 'text/html; charset=utf-8'],
  '/storefront.js': ['./storefront.js', 'text/javascript; charset=utf-8'],
  '/puente-card.js': ['@puente/browser/puente-card.js', 'text/javascript; charset=utf-8'],
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://shop')
  const [name, type] = FILES[pathname] ?? []
  if (name === undefined) return response.writeHead(404).end()
  const file = await readFile(fileURLToPath(import.meta.resolve(name)), 'utf8')
  const shown = file
    .replace('{ENGINE_URL}', ENGINE_URL)
    .replace('{PUBLISHABLE_KEY}', PUBLISHABLE_KEY)
  response.writeHead(200, { 'content-type': type }).end(shown)
})

server.listen(Number(PORT), () => {
  process.stdout.write(`  Open the shop: http://localhost:${server.address().port}\n`)
})
