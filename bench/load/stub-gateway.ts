import { serve } from '../../src/runtime/http/http-server.ts'
import { paidPayment } from './signed-deliveries.ts'

/**
 * Runs in a separate process, so its CPU does not count as Puente's. Shows each payment as pending
 * and voids any transaction. Its first message is the port; each void is a message with its time.
 */
let next = 1_000_000

const pendingPayment = (id: number, reference: string) => ({
  ...paidPayment({ id, reference }, new Date()),
  status: 'pending',
  transaction_id: null,
  paid_at: null,
})

const voidedPayment = (id: number) => ({
  ...paidPayment({ id, reference: String(id) }, new Date()),
  status: 'voided',
  refunded_amount: 125.5,
  refund_status: 'full',
})

const answerTo = (method: string, path: string, body: string): [number, object] => {
  const [, , , id = '', action] = path.split('/')
  if (method === 'GET') return [200, pendingPayment(Number(id), id)]
  if (action === 'void') {
    process.send?.({ voided: id, at: Date.now() })
    return [200, voidedPayment(Number(id.slice(-12)))]
  }
  const { external_reference, metadata } = JSON.parse(body)
  return [201, { ...pendingPayment(next++, external_reference), metadata }]
}

const server = await serve(
  (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '' } = request
      const [status, answer] = answerTo(method, url, Buffer.concat(chunks).toString())
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    })
  },
  { host: '127.0.0.1', port: 0 },
)
process.send?.({ port: server.port })
