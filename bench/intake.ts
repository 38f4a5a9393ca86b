import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { BENCH_SECRET, BENCH_STORE, type Installation, install } from './installation.ts'
import { type LoadResult, sendLoad, writtenRequest } from './load.ts'
import { startPuenteProcess } from './puente-process.ts'
import { signedDelivery } from './signed-deliveries.ts'
import { median, type Row } from './table.ts'

const CONNECTIONS = 64
const ROUNDS = 3
const ROUND_MS = 3_000
const MAX_REQUESTS = 150_000
const INTAKE_PATH = `/webhooks/gateway/${BENCH_STORE}`

/** How many signed deliveries a second are taken, with and without storing them. */
export const benchIntake = async (): Promise<Row[]> => {
  const installation = await install(null)
  const puente = await startPuenteProcess({ ...installation.environment, ROLES: 'web' })
  const bare = await comparisonServer('bare', installation)
  const queue = await comparisonServer('queue', installation)
  const results = {
    bare: [] as LoadResult[],
    intake: [] as LoadResult[],
    queue: [] as LoadResult[],
  }
  try {
    // In turns, so that a noisy neighbour of the machine disturbs all of them alike.
    for (let round = 0; round < ROUNDS; round++) {
      results.bare.push(await load(bare.port, '/'))
      results.intake.push(await load(installation.port, INTAKE_PATH))
      results.queue.push(await load(queue.port, '/'))
    }
    const acknowledged = results.intake.flatMap((result) => result.answered)
    const missing = await notInInbox(installation, acknowledged)
    if (missing > 0) throw new Error(`${missing} acknowledged events are not in the inbox`)

    const limit = rate(results.bare)
    const row = (what: string, measured: LoadResult[], note: string): Row => ({
      what,
      figure: `${Math.round(rate(measured))} req/s`,
      ratio: (rate(measured) / limit).toFixed(2),
      note,
    })
    const queueName = process.env.REDIS_URL ? 'Redis' : 'PostgreSQL'
    return [
      row('node:http + HMAC, nothing stored', results.bare, 'the limit'),
      row(
        'intake: durable batched insert',
        results.intake,
        `${acknowledged.length} acknowledged, all in the inbox`,
      ),
      row(`queue add before the 200 (${queueName})`, results.queue, 'for comparison'),
    ]
  } finally {
    bare.stop()
    queue.stop()
    await puente.stop()
    await installation.remove()
  }
}

const rate = (results: readonly LoadResult[]): number =>
  median(results.map(({ requestsPerSecond }) => requestsPerSecond))

const load = async (port: number, path: string): Promise<LoadResult> => {
  const result = await sendLoad({
    port,
    connections: CONNECTIONS,
    durationMs: ROUND_MS,
    requests: deliveriesTo(path),
    expectedStatus: 200,
  })
  if (result.refused > 0) throw new Error(`${result.refused} deliveries to ${path} were refused`)
  return result
}

/** Each with an event of its own; its id is the tag. */
const deliveriesTo = (path: string) =>
  Array.from({ length: MAX_REQUESTS }, (_, index) => {
    const { eventId, headers, body } = signedDelivery(BENCH_SECRET, {
      id: index + 1,
      reference: `${index}`,
    })
    return writtenRequest({ tag: eventId, method: 'POST', path, headers, body })
  })

const comparisonServer = async (variant: 'bare' | 'queue', { databaseUrl }: Installation) => {
  const script = fileURLToPath(new URL('comparison-server.ts', import.meta.url))
  const redisUrl = process.env.REDIS_URL
  const child = fork(script, [variant, BENCH_SECRET, databaseUrl, ...(redisUrl ? [redisUrl] : [])])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { port, stop: () => child.kill('SIGKILL') }
}

const notInInbox = async ({ db }: Installation, ids: readonly string[]): Promise<number> => {
  const { rows } = await db.pool.query(
    'SELECT count(*)::int AS found FROM events WHERE message_id = ANY($1)',
    [ids],
  )
  return ids.length - rows[0].found
}
