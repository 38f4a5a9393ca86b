import { createHmac, timingSafeEqual } from 'node:crypto'
import { Queue, Worker } from 'bullmq'
import express from 'express'
import { Redis } from 'ioredis'
import pg from 'pg'

/**
 * A typical service: Express checks the signature and enqueues a job before it responds; a BullMQ
 * worker in the same process marks the order paid with one UPDATE and notifies the shop, if any. No
 * inbox, timeline or retries. Usage: secret, database URL, Redis URL, shop URL.
 */
const [secret = '', databaseUrl = '', redisUrl = '', shopUrl = ''] = process.argv.slice(2)

const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 })
const queue = new Queue('events', {
  connection: new Redis(redisUrl, { maxRetriesPerRequest: null }),
})
const worker = new Worker(
  'events',
  async ({ data: { id } }) => {
    await pool.query({
      name: 'paid',
      text: `UPDATE baseline_orders SET status = 'paid', paid_at = now() WHERE id = $1`,
      values: [id],
    })
    if (shopUrl === '') return
    const answer = await fetch(shopUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'order.paid', data: { order: { id: String(id) } } }),
    })
    if (!answer.ok) throw new Error(`the shop answered ${answer.status}`)
  },
  { connection: new Redis(redisUrl, { maxRetriesPerRequest: null }), concurrency: 48 },
)
worker.on('error', () => {})

const isSigned = (header: string, body: Buffer): boolean => {
  const [, timestamp = '', signature = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  const wanted = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  const isRecent = Math.abs(Date.now() / 1_000 - Number(timestamp)) < 300
  return isRecent && timingSafeEqual(Buffer.from(signature.padEnd(64, '0'), 'hex'), wanted)
}

const app = express()
app.disable('x-powered-by')
app.post('/', express.raw({ type: 'application/json' }), async (request, response) => {
  if (!isSigned(String(request.headers['service-signature']), request.body)) {
    response.status(400).end()
    return
  }
  const { id: eventId, data } = JSON.parse(request.body)
  await queue.add('event', { id: data.id }, { jobId: eventId, removeOnComplete: 1_000 })
  response.status(200).end()
})
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
})
