import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { platforms } from '../../../adapters/registry.ts'
import type { Settings } from '../../../config/settings.ts'
import type { DbQuery } from '../../../src/db/db.ts'
import { type Puente, startPuente } from '../../../src/puente.ts'
import { createLog } from '../../../src/runtime/log/log.ts'
import { applyBatch } from '../../../src/tasks/apply-events.ts'
import { dropDatabase, unnoticedCopyOf } from '../../support/fresh-database.ts'
import { insertDeliveries } from '../../support/inbox.ts'
import { isSettled } from '../../support/settled.ts'
import type { StoreNotification } from '../../support/shop.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually } from '../../support/world.ts'
import { atOneInstant } from './at-one-instant.ts'
import { deliveriesAbout, type PlannedDelivery } from './deliveries.ts'
import { ordersOfAllKinds, type Subject } from './orders.ts'
import { nameRandomIds, type Rows, rowsIn } from './rows.ts'

/** `SET_HISTORIES=50` runs more. */
const HISTORIES = Number(process.env.SET_HISTORIES ?? 4)

let subjects: Subject[] = []
const world = useWorld({ ROLES: 'web' })
beforeAll(async () => {
  subjects = await ordersOfAllKinds(world)
  // A database with connections cannot be copied. From here, no call reaches the gateway.
  await world.puente.close()
  await world.sandbox.close()
})

const started = (databaseUrl: string, settings: Partial<Settings>): Promise<Puente> =>
  startPuente({
    settings: { ...world.settings, ...settings },
    platforms,
    databaseUrl,
    log: createLog({ level: 'silent', service: 'test' }),
    gatewayBaseUrl: `${world.sandbox.url}/v1`,
    publicUrl: world.url,
  })

interface Books {
  rows: Rows
  /** Deduped, since notifications may repeat. */
  notifications: string[]
}

const booksAfter = async (
  deliveries: readonly PlannedDelivery[],
  { size, ...settings }: { size: number; DATABASE_PREPARED?: Settings['DATABASE_PREPARED'] },
): Promise<Books> => {
  const databaseUrl = await unnoticedCopyOf(world.databaseUrl)
  const applying = await started(databaseUrl, { ...settings, ROLES: [] })
  const now = new Date('2026-11-20T12:00:00Z')
  const ctx = atOneInstant(applying.ctx, now)
  await insertDeliveries(
    ctx.db.query,
    deliveries.map(({ kept }) => kept),
    now,
  )
  while ((await applyBatch(ctx, size)).taken > 0);
  const rows = await rowsIn(ctx.db.query)
  await sql`UPDATE tasks SET run_at = 'infinity' WHERE needs = 'gateway'`.execute(ctx.db.query)
  await sql`UPDATE payments SET next_ask_at = NULL`.execute(ctx.db.query)
  await applying.close()

  const [from, cardsFrom] = [world.shop.messages.length, world.shop.savedCards.length]
  const notifying = await started(databaseUrl, { ...settings, ROLES: ['worker'] })
  await eventually(() => isSettled(notifying))
  const notifications = await notificationsIn(notifying.ctx.db.query, from)
  notifications.push(...world.shop.savedCards.slice(cardsFrom).map((card) => JSON.stringify(card)))
  await notifying.close()
  await dropDatabase(databaseUrl)
  return { rows, notifications: [...new Set(notifications)].toSorted() }
}

const notificationsIn = async (query: DbQuery, from: number): Promise<string[]> => {
  const { rows } = await sql<{ message: string; key: string }>`
    SELECT payload ->> 'messageId' AS message, unique_key AS key FROM tasks
    WHERE kind = 'notify-storefront'`.execute(query)
  const keys = new Map(rows.map(({ message, key }) => [message, key]))
  const said = world.shop.messages
    .slice(from)
    .map(({ id, headers: _, timestamp: __, ...message }) => ({ key: keys.get(id), ...message }))
  const named = await nameRandomIds(
    query,
    said.map((message) => JSON.stringify(message)),
  )
  // Refunds of one instant sort by id, which derives from the payment id.
  return named.map((text) => {
    const { refunds, ...message } = JSON.parse(text) as StoreNotification
    return JSON.stringify({
      ...message,
      refunds: refunds.map((each) => JSON.stringify(each)).toSorted(),
    })
  })
}

it(
  'event histories in batches of 1, 2, 50 and 500 lead to equal databases and notifications, with and without prepared statements',
  async () => {
    const any = deliveriesAbout(subjects, { anyOrder: false, most: 120 })
    await fc.assert(
      fc.asyncProperty(any, async (deliveries) => {
        const alone = await booksAfter(deliveries, { size: 1 })
        expect(alone.notifications).not.toEqual([])
        for (const size of [2, 50, 500]) {
          expect(await booksAfter(deliveries, { size })).toEqual(alone)
        }
        const unprepared = { size: 50, DATABASE_PREPARED: 'off' as const }
        expect(await booksAfter(deliveries, unprepared)).toEqual(alone)
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    )
  },
  60_000 + HISTORIES * 60_000,
)
