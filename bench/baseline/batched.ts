import pg from 'pg'
import { serve } from '../../src/runtime/http/http-server.ts'
import { takeSigned } from './signed-requests.ts'

/**
 * Upper bound for one process: group commit of one INSERT and one UPDATE for all events that
 * arrived during the previous commit. No rules, timeline or notifications. Usage: secret, database
 * URL.
 */
const [secret = '', databaseUrl = ''] = process.argv.slice(2)

const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()

interface Waiting {
  eventId: string
  orderId: number
  body: Buffer
  taken(): void
}
let waiting: Waiting[] = []
let isCommitting = false

const commitAll = async (): Promise<void> => {
  isCommitting = true
  while (waiting.length > 0) {
    const set = waiting
    waiting = []
    await client.query({
      name: 'take',
      text: `WITH taken AS (
          INSERT INTO baseline_events (id, body)
          SELECT id, substring($2::bytea FROM body_at FOR body_bytes)
          FROM unnest($1::text[], $3::int[], $4::int[]) AS sent (id, body_at, body_bytes)
          ON CONFLICT DO NOTHING
        ) UPDATE baseline_orders SET status = 'paid', paid_at = now() WHERE id = ANY($5::bigint[])`,
      values: [
        set.map(({ eventId }) => eventId),
        Buffer.concat(set.map(({ body }) => body)),
        startsOf(set),
        set.map(({ body }) => body.length),
        set.map(({ orderId }) => orderId),
      ],
    })
    for (const { taken } of set) taken()
  }
  isCommitting = false
}

/** Returns 1-based offsets in the concatenated buffer. */
const startsOf = (set: readonly Waiting[]): number[] => {
  let next = 1
  return set.map(({ body }) => {
    const start = next
    next += body.length
    return start
  })
}

const take = (body: Buffer): Promise<void> =>
  new Promise((taken) => {
    const { id: eventId, data } = JSON.parse(body.toString())
    waiting.push({ eventId, orderId: data.id, body, taken })
    if (!isCommitting) void commitAll()
  })

const server = await serve(takeSigned(secret, take), { host: '127.0.0.1', port: 0 })
process.send?.({ port: server.port })
