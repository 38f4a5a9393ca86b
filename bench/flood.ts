import { serve } from '../src/runtime/http-server.ts'
import { BENCH_SECRET, BENCH_STORE, type Installation, install } from './installation.ts'
import { insertPendingOrders } from './pending-orders.ts'
import { startPuenteProcess } from './puente-process.ts'
import { signedDelivery } from './signed-deliveries.ts'
import { percentile, type Row } from './table.ts'

const QUIET_STORE = 'quiet'
const QUIET_EVENTS = 40
const QUIET_EVERY_MS = 100
const FLOOD_EVENTS = 1_200
const FLOOD_CONNECTIONS = 32
/** In the middle of the quiet store's events, so that most of them meet the flood. */
const FLOOD_AFTER_MS = 500
/** The flooding store has one payment, with the number after the quiet store's. */
const FLOODED = QUIET_EVENTS + 1

/**
 * How long a store's news take while another store gets a flood of events about one payment, beside
 * the same without a flood.
 */
export const benchFlood = async (): Promise<Row[]> => {
  const rows: Row[] = []
  for (const isFlooded of [false, true]) {
    const latencies = await measure(isFlooded)
    const note = isFlooded ? `while another gets ${FLOOD_EVENTS} about one payment` : 'alone'
    const figure = (share: number) => `${percentile(latencies, share).toFixed(0)} ms`
    rows.push(
      { what: "a quiet store's news, median", figure: figure(0.5), note },
      { what: "a quiet store's news, slowest", figure: figure(1), note },
    )
  }
  return rows
}

/** Milliseconds from the delivery of each event of the quiet store until its shop was told. */
const measure = async (isFlooded: boolean): Promise<number[]> => {
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
  const installation = await install(null)
  await installation.connect(QUIET_STORE, `http://127.0.0.1:${shop.port}/`)
  await insertPendingOrders(installation.db, { store: QUIET_STORE, to: QUIET_EVENTS })
  await insertPendingOrders(installation.db, { store: BENCH_STORE, from: FLOODED, to: FLOODED })
  const puente = await startPuenteProcess(installation.environment)
  try {
    const sentAt = new Map<string, number>()
    const [flooded] = await Promise.all([
      isFlooded ? wait(FLOOD_AFTER_MS).then(() => flood(installation)) : undefined,
      deliverQuietly(installation, sentAt),
    ])
    const latencies: number[] = []
    for (const [orderId, sent] of sentAt) {
      while (!toldAt.has(orderId)) await wait(5)
      latencies.push((toldAt.get(orderId) ?? 0) - sent)
    }
    if (flooded) await allApplied(installation)
    return latencies
  } finally {
    await puente.stop()
    await shop.close()
    await installation.remove()
  }
}

const deliverQuietly = async (
  installation: Installation,
  sentAt: Map<string, number>,
): Promise<void> => {
  for (let id = 1; id <= QUIET_EVENTS; id++) {
    sentAt.set(String(id), performance.now())
    await deliver(installation, QUIET_STORE, id)
    await wait(QUIET_EVERY_MS)
  }
}

const flood = async (installation: Installation): Promise<true> => {
  let left = FLOOD_EVENTS
  const send = async (): Promise<void> => {
    while (left-- > 0) await deliver(installation, BENCH_STORE, FLOODED)
  }
  await Promise.all(Array.from({ length: FLOOD_CONNECTIONS }, send))
  return true
}

const deliver = async ({ port }: Installation, store: string, id: number): Promise<void> => {
  const { headers, body } = signedDelivery(BENCH_SECRET, { id, reference: String(id) })
  const url = `http://127.0.0.1:${port}/webhooks/gateway/${store}`
  const answer = await fetch(url, { method: 'POST', headers, body })
  if (answer.status !== 200) throw new Error(`A delivery was answered ${answer.status}`)
}

/** The flood is not over before every event of it was applied: none is dropped for fairness. */
const allApplied = async ({ db }: Installation): Promise<void> => {
  for (;;) {
    const { rows } = await db.pool.query<{ left: number }>(
      `SELECT count(*)::int AS left FROM events WHERE state <> 'handled'`,
    )
    if (rows[0]?.left === 0) return
    await wait(20)
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
