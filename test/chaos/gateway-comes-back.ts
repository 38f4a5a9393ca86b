import { setTimeout as sleep } from 'node:timers/promises'
import { noFaults } from '../../sandbox/gateway/faults/settings.ts'
import { CARDS, cardOf } from '../support/world.ts'
import type { ChaosWorld } from './world/chaos-world.ts'

const MINUTE = 60
/** Time for a single refund to fail five times. */
const MOST_MINUTES = 120
const LEAP_MINUTES = 5
/** Time for due tasks to fail before the next leap. */
const TRIED_MS = 250
/** Least remaining open time of the circuit. */
const LEFT_ALONE_SECONDS = 3 * MINUTE
/** Far below `LEFT_ALONE_SECONDS`, yet enough for a busy machine. */
const PROMPTLY_MS = 30_000
const LOOK_MS = 200
/** Events may be lost; polling finds the payment. */
const PAID_MS = 8_000

interface Waiting {
  id: string
  tries: number
}

/**
 * Keeps the gateway unreachable until its circuit stays open for minutes. Once it is back, the
 * waiting refunds must be retried within seconds. No clock moves then, to catch a task that waits
 * out the circuit.
 */
export const gatewayComesBack = async (world: ChaosWorld): Promise<string> => {
  const { line } = world.lane
  const { api: faults } = await world.control('/sandbox/faults')
  await world.put('faults', { api: noFaults(0).api })
  const order = await paidOrder(world)
  await line.refuse()
  const headers = { 'idempotency-key': `all-of-${order}` }
  if (order) await world.api('POST', `/v1/orders/${order}/refunds`, {}, headers)
  await sleep(world.draw.between(500, 1_500))
  let minutes = 0
  await world.clocks.whileIdle(async (leap) => {
    while (minutes < MOST_MINUTES && (await secondsLeftAlone(world)) < LEFT_ALONE_SECONDS) {
      await leap(LEAP_MINUTES * MINUTE)
      minutes += LEAP_MINUTES
      await sleep(TRIED_MS)
    }
  })
  const waiting = (await secondsLeftAlone(world)) > 0 ? await waitingRefunds(world) : []
  await line.accept()
  const late = await stillWaiting(world, waiting)
  await world.put('faults', { api: faults })
  world.complaints.push(
    ...late.map(
      (id) => `task ${id} waited for a gateway that had been back for ${PROMPTLY_MS / 1_000} s`,
    ),
  )
  return `after ${minutes} minutes, for which ${waiting.length} refunds had waited`
}

/** An order outside the verdict. */
const paidOrder = async ({ api, control, draw }: ChaosWorld): Promise<string | undefined> => {
  const id = `BACK-${draw.between(1, 1_000_000_000)}`
  const order = { id, amount: '50.00', currency: 'HNL' }
  const { body } = await api('POST', '/v1/checkouts', { order })
  const { checkout_url } = body.payment ?? {}
  if (!checkout_url) return undefined
  await control('/sandbox/pay', { checkout_url, card: cardOf(CARDS.approved) })
  const giveUpAt = Date.now() + PAID_MS
  for (; Date.now() < giveUpAt; await sleep(LOOK_MS)) {
    const now = await api('GET', `/v1/orders/${id}?ask=1`)
    if (now.body.order?.status === 'paid') return id
  }
  return undefined
}

const secondsLeftAlone = ({ lane, clocks }: ChaosWorld): Promise<number> =>
  lane.database.use('puente', async (client) => {
    const { rows } = await client.query<{ seconds: number }>(
      `WITH clock AS (SELECT now() + $1 * interval '1 millisecond' AS now)
       SELECT EXTRACT(EPOCH FROM open_until - clock.now)::float AS seconds
       FROM puente.circuits, clock
       WHERE name LIKE 'gateway:%' AND open_until > clock.now
         AND (asked_until IS NULL OR asked_until <= clock.now)`,
      [clocks.puenteOffsetMs()],
    )
    return rows[0]?.seconds ?? 0
  })

const waitingRefunds = ({ lane, clocks }: ChaosWorld): Promise<Waiting[]> =>
  lane.database.use('puente', async (client) => {
    const { rows } = await client.query<Waiting>(
      `SELECT id::text, tries FROM puente.tasks
       WHERE kind = 'carry-out-refund' AND state = 'ready'
         AND (out_of_reach OR run_at <= now() + $1 * interval '1 millisecond')`,
      [clocks.puenteOffsetMs()],
    )
    return rows
  })

const stillWaiting = async (
  { lane }: ChaosWorld,
  waiting: readonly Waiting[],
): Promise<string[]> => {
  const giveUpAt = Date.now() + PROMPTLY_MS
  for (;;) {
    const ids = waiting.map(({ id }) => id)
    const tries = await lane.database.use('puente', async (client) => {
      const found = `SELECT id::text, tries FROM puente.tasks WHERE id = ANY($1::bigint[])`
      const { rows } = await client.query<Waiting>(found, [ids])
      return new Map(rows.map((row) => [row.id, row.tries]))
    })
    const late = waiting.filter(({ id, tries: before }) => tries.get(id) === before)
    if (late.length === 0 || Date.now() > giveUpAt) return late.map(({ id }) => id)
    await sleep(LOOK_MS)
  }
}
