import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createPuente, expressHandler, isOrderEvent, resultOf } from '@puente/node'
import express from 'express'

if (existsSync('.env')) process.loadEnvFile()
const { PORT = '8080', PUENTE_NOTIFY_SECRET = '', STAFF_PASSWORD = '' } = process.env
const { SHOP_URL = `http://localhost:${PORT}` } = process.env
const PRICE = { amount: '125.50', currency: 'HNL' }

/** Reads PUENTE_URL and PUENTE_API_KEY. */
const puente = createPuente()

/** The orders of this shop, by id. A real shop keeps them in its database. */
const orders = new Map()
const shop = express()

shop.get('/', (_request, response) => {
  const pay = `/orders/${randomUUID()}/pay`
  const form = `<form method="post" action="${pay}"><button>Buy</button></form>`
  response.send(page('A pound of coffee', `<p>${PRICE.amount} ${PRICE.currency}</p>${form}`))
})

shop.param('id', (_request, response, next, id) => {
  if (/^[\w-]{1,40}$/.test(id)) next()
  else response.status(404).send(page('There is no such order'))
})

/** Checkout: the id of the order keeps a second click from starting a second payment. */
shop.post('/orders/:id/pay', async (request, response) => {
  const { id } = request.params
  const home = `${SHOP_URL}/orders/${id}`
  const order = { id, ...PRICE, description: 'A pound of coffee' }
  if (!orders.has(id)) orders.set(id, { status: 'awaiting_payment', at: '' })
  const checkout = await resultOf(
    puente.checkouts.create(
      { order, success_url: home, cancel_url: home },
      { idempotencyKey: `checkout-${id}` },
    ),
  )
  if (checkout.ok) response.redirect(303, checkout.value.pay_url)
  else response.status(502).send(page('The payment cannot start', reason(checkout.error)))
})

/** Notification: the handler verifies the signature, and refuses what Puente did not sign. */
shop.post(
  '/puente',
  expressHandler({
    secret: PUENTE_NOTIFY_SECRET,
    onEvent: (event) => {
      if (!isOrderEvent(event)) return
      const { id, status } = event.data.order
      const known = orders.get(id)
      // Notifications repeat, and an older one may arrive last.
      if (!known || known.at > event.timestamp) return
      Object.assign(known, { status, at: event.timestamp })
    },
  }),
)

/** Answers 404 to an order that the shop does not know. */
const knownOrder = (request, response, next) => {
  response.locals.order = orders.get(request.params.id)
  if (response.locals.order) next()
  else response.status(404).send(page('There is no such order'))
}

shop.get('/orders/:id', knownOrder, (request, response) => {
  const { id } = request.params
  const { status } = response.locals.order
  const refund = status === 'paid' ? `<p><a href="/orders/${id}/refund">Refund</a></p>` : ''
  const body = `<p>Status: <strong>${status}</strong></p>${refund}`
  response.send(page(`Order ${id}`, body, { reloads: true }))
})

shop.get('/orders/:id/refund', knownOrder, (_request, response) => {
  response.send(page('Refund the order', REFUND_FORM))
})

/** Refund: a repeated request has the key of the first, so that the money returns once. */
shop.post(
  '/orders/:id/refund',
  knownOrder,
  express.urlencoded({ extended: false }),
  async (request, response) => {
    const { id } = request.params
    const { order } = response.locals
    if (!isStaff(request.body?.password)) {
      return response.status(403).send(page('The password is not that of the staff', REFUND_FORM))
    }
    order.refundKey ??= randomUUID()
    const options = { idempotencyKey: order.refundKey }
    const refund = await resultOf(puente.refunds.create(id, { reason: 'Returned' }, options))
    if (refund.ok) return response.redirect(303, `/orders/${id}`)
    if (isFinal(refund.error)) delete order.refundKey
    response.status(502).send(page('The refund failed', reason(refund.error)))
  },
)

/** After a final refusal, the next request is a new refund. After a lost answer, it repeats this one. */
const isFinal = ({ mayBeDone, retry }) => !mayBeDone && retry === 'permanent'

/** Compares digests, in constant time. Without STAFF_PASSWORD, the shop refunds nothing. */
const isStaff = (password) =>
  STAFF_PASSWORD !== '' && timingSafeEqual(digest(String(password)), digest(STAFF_PASSWORD))
const digest = (text) => createHash('sha256').update(text).digest()

const REFUND_FORM = `<form method="post">
<p><label>Password of the staff <input name="password" type="password"></label></p>
<button>Refund</button></form>`

const reason = ({ message }) => `<p>${escaped(message)}</p>`

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (title, body = '', { reloads = false } = {}) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>
${reloads ? '<meta http-equiv="refresh" content="2">' : ''}
<style>body { font: 18px system-ui; max-width: 32em; margin: 3em auto; padding: 0 1em } button { font: inherit }</style>
<h1>${title}</h1>
${body}
<p><a href="/">Back to the shop</a></p>
</html>`

shop.listen(Number(PORT), (error) => {
  if (error) throw error
  process.stdout.write(`  Open the shop: ${SHOP_URL}\n`)
})
