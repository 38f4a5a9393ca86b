import { serve } from '../src/runtime/http-server.ts'
import { BENCH_SECRET, BENCH_STORE, type Installation, install } from './installation.ts'
import { insertPendingOrders } from './pending-orders.ts'
import { startPuenteProcess } from './puente-process.ts'
import { signedDelivery } from './signed-deliveries.ts'
import { percentile, type Row } from './table.ts'

const PER_SECOND = 50
const EVENTS = 1_000
const WARM_UP = 100

/** How long it takes from the gateway's delivery until the shop is told, at a steady pace. */
export const benchLatency = async (): Promise<Row[]> => {
  const toldAt = new Map<string, number>()
  const shop = await serve(
    async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { data } = JSON.parse(Buffer.concat(chunks).toString())
      toldAt.set(data.order.id, performance.now())
      response.writeHead(204).end()
    },
    { host: '127.0.0.1', port: 0 },
  )
  const installation = await install(`http://127.0.0.1:${shop.port}/`)
  await insertPendingOrders(installation.db, { store: BENCH_STORE, to: EVENTS + WARM_UP })
  const puente = await startPuenteProcess(installation.environment)
  try {
    const sentAt = await deliverSteadily(installation)
    const latencies: number[] = []
    for (const [orderId, sent] of sentAt) {
      const told = await waitUntilTold(toldAt, orderId)
      if (Number(orderId) > WARM_UP) latencies.push(told - sent)
    }
    const jobs = process.env.REDIS_URL ? 'Redis' : 'PostgreSQL'
    const figure = (share: number) => `${percentile(latencies, share).toFixed(1)} ms`
    return [
      {
        what: 'delivery until the shop is told, median',
        figure: figure(0.5),
        note: `${PER_SECOND} events/s, jobs on ${jobs}`,
      },
      {
        what: 'delivery until the shop is told, p99',
        figure: figure(0.99),
        note: `${latencies.length} events`,
      },
    ]
  } finally {
    await puente.stop()
    await shop.close()
    await installation.remove()
  }
}

const deliverSteadily = async ({ port }: Installation): Promise<Map<string, number>> => {
  const sentAt = new Map<string, number>()
  const startedAt = performance.now()
  const answers: Promise<Response>[] = []
  for (let id = 1; id <= EVENTS + WARM_UP; id++) {
    const dueAt = startedAt + (id * 1000) / PER_SECOND
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())))
    const { headers, body } = signedDelivery(BENCH_SECRET, { id, reference: String(id) })
    sentAt.set(String(id), performance.now())
    const url = `http://127.0.0.1:${port}/webhooks/gateway/${BENCH_STORE}`
    answers.push(fetch(url, { method: 'POST', headers, body }))
  }
  for (const answer of await Promise.all(answers)) {
    if (answer.status !== 200) throw new Error(`A delivery was answered ${answer.status}`)
  }
  return sentAt
}

const waitUntilTold = async (toldAt: Map<string, number>, orderId: string): Promise<number> => {
  for (let waited = 0; waited < 30_000; waited += 10) {
    const at = toldAt.get(orderId)
    if (at !== undefined) return at
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`The shop was not told of order ${orderId}`)
}
