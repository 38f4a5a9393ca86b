// The server of the demo shop: node packages/browser/demo/server.mjs
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'

const {
  PUENTE_URL = 'http://localhost:3000',
  PUENTE_API_KEY = 'puente_test_demo',
  PORT = '8090',
} = process.env

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const FILES = {
  '/': [here('index.html'), 'text/html; charset=utf-8'],
  '/shop.css': [here('shop.css'), 'text/css; charset=utf-8'],
  '/shop.js': [here('shop.js'), 'text/javascript; charset=utf-8'],
  '/puente-card.js': [
    fileURLToPath(import.meta.resolve('@puente/browser/puente-card.js')),
    'text/javascript; charset=utf-8',
  ],
}
/** The strictest policy that the element works with. */
const POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src ${new URL(PUENTE_URL).origin}`

const puente = (path, body) =>
  fetch(`${PUENTE_URL}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${PUENTE_API_KEY}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

let orders = 0

/** The origin of `success_url` is the one that may frame the card page. */
const createOrder = async (shop) => {
  const order = { id: `demo-${Date.now()}-${++orders}`, amount: '125.50', currency: 'HNL' }
  const urls = { success_url: `${shop}/`, cancel_url: `${shop}/` }
  const answer = await puente('/v1/checkouts', { order, mode: 'card_page', ...urls })
  const checkout = await answer.json()
  const { pay_url } = checkout
  return { status: answer.status, body: answer.ok ? { id: order.id, pay_url } : checkout }
}

const readStatus = async (id) => {
  const answer = await puente(`/v1/orders/${encodeURIComponent(id)}?ask=1`)
  const { order } = await answer.json()
  return { status: answer.status, body: { status: order?.status } }
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://shop')
  const send = ({ status, body }) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  try {
    if (pathname === '/orders' && request.method === 'POST') {
      return send(await createOrder(`http://${request.headers.host}`))
    }
    const [, id] = /^\/orders\/([^/]+)$/.exec(pathname) ?? []
    if (id) return send(await readStatus(decodeURIComponent(id)))
    const [file, type] = FILES[pathname] ?? []
    if (!file) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY })
    response.end(await readFile(file))
  } catch (error) {
    send({ status: 502, body: { title: String(error?.cause?.message ?? error) } })
  }
})

server.listen(Number(PORT), () => {
  process.stdout.write(`Open http://localhost:${server.address().port}\n`)
})
