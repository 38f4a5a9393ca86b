import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosWorld } from './world/chaos-world.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Past the expiry of challenges and links, the last event retry and the settlement window. One of
 * the last two stops always falls after its day's nightly reconciliation.
 */
const LATER = [25 * MINUTE, 2 * HOUR, DAY + 3 * HOUR, 2 * DAY, 8 * HOUR]

/**
 * Longer than `GIVE_UP_AFTER_MS`, when Puente gives up a refund that the gateway keeps rejecting.
 */
const GIVEN_UP = 15 * DAY

/** Upper bound on the open time of a circuit. */
const LEFT_ALONE = 11 * MINUTE

const STUCK_MS = 1_500
const PATIENCE_MS = 90_000
const LOOK_MS = 150
const STAYS_QUIET_MS = 250

interface Left {
  events: number
  in_hand: number
  due: number
  to_ask: number
  /** Find payments without events, and have not run since the clock moved. */
  schedules: number
  reconciliations: number
}

/** Advances both clocks until no work remains. Throws with the remaining work if it never ends. */
export const passUntilQuiet = async (
  world: ChaosWorld,
  notify: (what: string) => void,
): Promise<void> => {
  await world.clocks.agree()
  await quiet(world)
  for (const seconds of LATER) {
    notify(`${seconds / HOUR} hours pass`)
    await world.clocks.pass(seconds)
    notify('they have passed')
    await quiet(world)
  }
  if (!(await isRefundOpen(world))) return
  await world.clocks.pass(GIVEN_UP)
  await quiet(world)
}

export const quiet = async (world: ChaosWorld): Promise<void> => {
  const giveUpAt = Date.now() + PATIENCE_MS
  let movedAt = Date.now()
  let isQuiet = false
  for (;;) {
    const left = await whatIsLeft(world)
    const wasQuiet = isQuiet
    isQuiet = Object.values(left).every((count) => count === 0)
    if (isQuiet && wasQuiet) return
    if (Date.now() > giveUpAt) {
      const rows = JSON.stringify(await rowsLeft(world))
      throw new Error(`It never became quiet: ${JSON.stringify(left)} ${rows}`)
    }
    const isWaiting = left.in_hand === 0 && left.due + left.reconciliations > 0
    if (isWaiting && Date.now() - movedAt > STUCK_MS) {
      await world.clocks.pass(LEFT_ALONE)
      movedAt = Date.now()
    }
    // A schedule's claim precedes its tasks, so two checks must agree.
    await sleep(isQuiet ? STAYS_QUIET_MS : LOOK_MS)
  }
}

const whatIsLeft = ({ lane, clocks }: ChaosWorld): Promise<Left> =>
  lane.database.use('puente', async (client) => {
    const { rows } = await client.query<Left>(
      `WITH clock AS (SELECT now() + $1 * interval '1 millisecond' AS now)
       SELECT
         (SELECT count(*)::int FROM puente.inbox_waiting) AS events,
         (SELECT count(*)::int FROM puente.tasks WHERE state IN ('queued', 'running')) AS in_hand,
         (SELECT count(*)::int FROM puente.tasks
          WHERE state = 'ready' AND run_at <= clock.now) AS due,
         (SELECT count(*)::int FROM puente.payments WHERE next_ask_at <= clock.now) AS to_ask,
         (SELECT count(*)::int FROM puente.schedules
          WHERE name IN ('stale-payments', 'nightly-reconciliations')
            AND next_at <= clock.now) AS schedules,
         (SELECT count(*)::int FROM puente.reconciliations
          WHERE state IN ('running', 'stopping')) AS reconciliations
       FROM clock`,
      [clocks.puenteOffsetMs()],
    )
    const [left] = rows
    if (!left) throw new Error('Nothing was counted')
    return left
  })

const rowsLeft = ({ lane, clocks }: ChaosWorld): Promise<unknown> =>
  lane.database.use('puente', async (client) => {
    const tasks = await client.query(
      `SELECT id::text, kind, state, tries, run_at, last_error FROM puente.tasks
       WHERE state NOT IN ('done', 'replayed') ORDER BY tasks.id LIMIT 20`,
    )
    const runs = await client.query(
      `SELECT id, state, trigger, position, failures, updated_at, version FROM puente.reconciliations
       WHERE state IN ('running', 'stopping')`,
    )
    const now = new Date(Date.now() + clocks.puenteOffsetMs())
    return { now, tasks: tasks.rows, runs: runs.rows }
  })

const isRefundOpen = ({ lane }: ChaosWorld): Promise<boolean> =>
  lane.database.use('puente', async (client) => {
    const open = `SELECT FROM puente.refunds WHERE state NOT IN ('succeeded', 'failed', 'cancelled')
       AND needs_attention IS NULL LIMIT 1`
    return (await client.query(open)).rowCount !== 0
  })
