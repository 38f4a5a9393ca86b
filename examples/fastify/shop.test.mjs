import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPuente } from '@puente/local'

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

const PORT = await freePort()
/** The program of the shop; it reads PORT and the settings of Puente. */
const PROGRAM = [process.execPath, 'shop.mjs']
const STAFF_PASSWORD = 'known to the staff'
const shop = `http://127.0.0.1:${PORT}`
/** For the orders of a shop that keeps them in files. */
const folder = mkdtempSync(join(tmpdir(), 'shop-test-'))
let puente
let running

/** A real Puente with a simulated gateway, and the shop beside it. */
before(async () => {
  puente = await startPuente({ notifyUrl: `${shop}/puente` })
  const [program, ...args] = PROGRAM
  running = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(PORT),
      PUENTE_URL: puente.url,
      PUENTE_API_KEY: puente.apiKey,
      PUENTE_NOTIFY_SECRET: puente.notifySecret,
      SHOP_DATA: folder,
      SHOP_URL: shop,
      STAFF_PASSWORD,
    },
  })
  await until(() =>
    fetch(shop).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
})
after(async () => {
  running?.kill()
  await puente?.close()
  rmSync(folder, { recursive: true })
})

const until = async (isTrue) => {
  for (let tries = 0; tries < 600; tries++) {
    if (await isTrue()) return
    await sleep(50)
  }
  throw new Error('This did not happen within 30 seconds.')
}

const post = (path, headers = {}, body = '') =>
  fetch(`${shop}${path}`, { method: 'POST', headers, body, redirect: 'manual' })

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const clickBuy = (id) => post(`/orders/${id}/pay`, FORM)
const clickRefund = (id, password = STAFF_PASSWORD) =>
  post(`/orders/${id}/refund`, FORM, `password=${encodeURIComponent(password)}`)

/** The status that the page of the order shows. */
const statusOf = async (id) => {
  const page = await (await fetch(`${shop}/orders/${id}`)).text()
  return /<strong>(\w+)<\/strong>/.exec(page)?.[1]
}

/** Whether the shop has accepted a notification about the order. */
const isNotified = async (id, type) => {
  const headers = { authorization: `Bearer ${puente.apiKey}` }
  const told = `${puente.url}/v1/notifications?state=told&order_id=${id}`
  const { data } = await (await fetch(told, { headers })).json()
  return data.some((notification) => notification.type === type)
}

const paidOrder = async (id) => {
  await clickBuy(id)
  await puente.gateway.pay(id)
  await until(async () => (await statusOf(id)) === 'paid')
}

test('a customer pays, and the shop learns it from a signed notification', async () => {
  const answer = await clickBuy('A-1')
  assert.equal(answer.status, 303)
  assert.equal(await statusOf('A-1'), 'awaiting_payment')
  const { status } = await puente.gateway.pay('A-1')
  assert.equal(status, 'approved')
  await until(async () => (await statusOf('A-1')) === 'paid')
})

test('a customer who clicks twice pays once', async () => {
  const [first, second] = await Promise.all([clickBuy('A-2'), clickBuy('A-2')])
  const links = [first, second].filter(({ status }) => status === 303)
  assert.ok(links.length > 0)
  await paidOrder('A-2')
  const created = await puente.gateway.journal.requests({ method: 'POST', path: '/v1/payments' })
  assert.equal(created.filter(({ body }) => body.external_reference === 'A-2').length, 1)
  await puente.gateway.journal.toHaveChargedOnce('A-2')
})

test('a declined card leaves the order unpaid', async () => {
  await clickBuy('A-3')
  const { status } = await puente.gateway.pay('A-3', { card: 'declined' })
  assert.equal(status, 'declined')
  await until(() => isNotified('A-3', 'order.payment_failed'))
  assert.equal(await statusOf('A-3'), 'awaiting_payment')
})

test('a notification that Puente did not sign is refused', async () => {
  await clickBuy('A-4')
  const order = { id: 'A-4', status: 'paid' }
  const body = JSON.stringify({
    type: 'order.paid',
    timestamp: '2099-01-01T00:00:00Z',
    data: { order },
  })
  const forged = {
    'content-type': 'application/json',
    'webhook-id': 'msg_forged',
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': `v1,${Buffer.alloc(32, 7).toString('base64')}`,
  }
  assert.equal((await post('/puente', forged, body)).status, 400)
  assert.equal(await statusOf('A-4'), 'awaiting_payment')
})

test('a refund returns the money once', async () => {
  await paidOrder('A-5')
  assert.equal((await clickRefund('A-5')).status, 303)
  assert.equal((await clickRefund('A-5')).status, 303)
  // Before the end of the gateway's day, a full refund is a void.
  await until(async () => ['voided', 'refunded'].includes(await statusOf('A-5')))
  await puente.gateway.journal.toHaveBeenRefundedOnce('A-5')
})

test('only the staff refunds', async () => {
  await paidOrder('A-6')
  assert.equal((await clickRefund('A-6', 'guessed')).status, 403)
  assert.equal((await post('/orders/A-6/refund', FORM)).status, 403)
  const [charge] = await puente.gateway.charges('A-6')
  assert.equal(charge.status, 'paid')
})
