import { createPuente, fastifyPlugin, isOrderEvent, resultOf } from '@puente/node'
import { fastify } from 'fastify'

const { PORT = '8080', PUENTE_NOTIFY_SECRET = '' } = process.env
const PRICE = { amount: '125.50', currency: 'HNL' }

/** Reads PUENTE_URL and PUENTE_API_KEY. */
const puente = createPuente()

/** The orders of this shop, by id. A real shop keeps them in its database. */
const orders = new Map()
const shop = fastify()

// The forms of this shop send no fields.
shop.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  (_request, body, done) => done(null, body),
)

const html = (reply, text) => reply.type('text/html; charset=utf-8').send(text)

shop.get('/', async (_request, reply) => {
  const id = `A-${Date.now().toString(36)}`
  return html(
    reply,
    page(
      'A pound of coffee',
      `<p>${PRICE.amount} ${PRICE.currency}</p>
<form method="post" action="/orders/${id}/pay"><button>Buy</button></form>`,
    ),
  )
})

const params = { type: 'object', properties: { id: { type: 'string', pattern: '^[\\w-]{1,40}$' } } }
const anOrder = { schema: { params } }

/** Checkout: the id of the order keeps a second click from starting a second payment. */
shop.post('/orders/:id/pay', anOrder, async (request, reply) => {
  const { id } = request.params
  const home = `${request.protocol}://${request.host}/orders/${id}`
  const order = { id, ...PRICE, description: 'A pound of coffee' }
  if (!orders.has(id)) orders.set(id, { status: 'awaiting_payment', at: '' })
  const checkout = await resultOf(
    puente.checkouts.create(
      { order, success_url: home, cancel_url: home },
      { idempotencyKey: `checkout-${id}` },
    ),
  )
  if (checkout.ok) return reply.redirect(checkout.value.pay_url, 303)
  return html(reply.code(502), page('The payment cannot start', retry(checkout.error)))
})

/** Notification: the plugin verifies the signature, and refuses what Puente did not sign. */
shop.register(
  fastifyPlugin({
    secret: PUENTE_NOTIFY_SECRET,
    onEvent: (event) => {
      if (!isOrderEvent(event)) return
      const { id, status } = event.data.order
      const known = orders.get(id)
      // Notifications repeat, and an older one may arrive last.
      if (known && known.at <= event.timestamp) orders.set(id, { status, at: event.timestamp })
    },
  }),
  { path: '/puente' },
)

shop.get('/orders/:id', anOrder, async (request, reply) => {
  const { id } = request.params
  const order = orders.get(id)
  if (!order) return html(reply.code(404), page('There is no such order', ''))
  const refund = `<form method="post" action="/orders/${id}/refund"><button>Refund</button></form>`
  const body = `<p>Status: <strong>${order.status}</strong></p>
${order.status === 'paid' ? refund : ''}<p><a href="/">Back to the shop</a></p>`
  return html(reply, page(`Order ${id}`, body, { reloads: true }))
})

/** Refund: the key keeps a repeated request from returning the money twice. Only for your staff! */
shop.post('/orders/:id/refund', anOrder, async (request, reply) => {
  const { id } = request.params
  const options = { idempotencyKey: `refund-${id}` }
  const refund = await resultOf(puente.refunds.create(id, { reason: 'Returned' }, options))
  if (refund.ok) return reply.redirect(`/orders/${id}`, 303)
  return html(reply.code(502), page('The refund failed', retry(refund.error)))
})

const retry = ({ message }) => `<p>${escaped(message)}</p><p><a href="/">Back to the shop</a></p>`

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (title, body, { reloads = false } = {}) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>
${reloads ? '<meta http-equiv="refresh" content="2">' : ''}
<style>body { font: 18px system-ui; max-width: 32em; margin: 3em auto } button { font: inherit }</style>
<h1>${title}</h1>
${body}
</html>`

await shop.listen({ port: Number(PORT) })
process.stdout.write(`  Open the shop: http://localhost:${PORT}\n`)
