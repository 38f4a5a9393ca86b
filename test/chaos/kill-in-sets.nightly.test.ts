import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { startPuente } from '../../src/puente.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { eventually } from '../support/eventually.ts'
import { deliverAsBatch } from '../support/inbox.ts'
import { idOfEvent, type OrderOfEvents, ordersOfEvents } from '../support/orders-of-events.ts'
import { partlyApplied } from '../support/partly-applied.ts'
import { type PuenteProcess, startPuenteOf } from '../support/puente-process.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'

const ROUNDS = 5
const EVENTS_PER_ROUND = 60
/** Per payment: a batch takes half a second. */
const SLOW_SECONDS = 0.008

let running: PuenteProcess | undefined
const world = useWorld()
// Puente works in processes that the test can kill.
beforeAll(() => world.puente.close())
/** Only observes. */
const watcher = useStarted(() =>
  startPuente({
    platforms,
    settings: { ...world.settings, ROLES: [] },
    databaseUrl: world.databaseUrl,
    log: createLog({ level: 'silent', service: 'test' }),
    gatewayBaseUrl: `${world.sandbox.url}/v1`,
    publicUrl: world.url,
  }),
)
afterAll(() => running?.kill())

const start = async (): Promise<PuenteProcess> => {
  running = await startPuenteOf(world)
  return running
}

it('a kill in the middle of a batch leaves no event half applied, and every event is applied once', async () => {
  const watched = { ...world, puente: watcher }
  const of = ordersOfEvents(watched, { prefix: 'K' })
  const { query } = watcher.ctx.db
  const sleeping = () =>
    eventually(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'PgSleep'`.execute(query)
      return rows.length > 0
    })
  await start()
  const rounds: OrderOfEvents[][] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await of.newOrders(EVENTS_PER_ROUND))
  const orders = rounds.flat()
  await sql`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN PERFORM pg_sleep(${sql.lit(SLOW_SECONDS)}); RETURN NEW; END$$`.execute(query)
  await sql`CREATE TRIGGER slow BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION slow()`.execute(
    query,
  )

  let leftBehind = 0
  for (const some of rounds) {
    const process = running ?? (await start())
    const once = some.map(({ approval }) => ({ body: approval }))
    const again = once.filter((_, index) => index % 3 === 0)
    await deliverAsBatch(watched, [...once, ...again.map((each) => ({ ...each, monthsAgo: 1 }))])
    await sleeping()
    await sleep(Math.random() * 700)
    await process.kill()
    running = undefined
    await eventually(async () => {
      const { rows } = await sql<{ others: number }>`SELECT count(*)::int AS others FROM pg_locks
        JOIN pg_stat_activity USING (pid) WHERE datname = current_database()
          AND relation = 'payments'::regclass AND mode = 'RowExclusiveLock'`.execute(query)
      return rows[0]?.others === 0
    })
    expect(await partlyApplied(query, orders)).toEqual([])
    for (const { approval } of some) {
      if ((await of.keptAs(approval)).some(({ state }) => state !== 'handled')) leftBehind++
    }
  }
  // Otherwise no kill hit a batch.
  expect(leftBehind).toBeGreaterThan(0)

  await sql`DROP FUNCTION slow CASCADE`.execute(query)
  await start()
  for (const { id } of orders) await of.isPaid(id)
  await settled(watched)
  expect(await partlyApplied(query, orders)).toEqual([])
  for (const { id, approval } of orders) {
    expect(await of.appliedTo(id)).toEqual([idOfEvent(approval)])
    expect(of.merchant.notifications(id)).toEqual(['order.paid'])
    const outcomes = (await of.keptAs(approval)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1)
  }
})
