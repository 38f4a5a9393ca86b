import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { actAs } from '../../../src/db/current-actor.ts'
import type { DbQuery } from '../../../src/db/db.ts'
import { writeChanges } from '../../../src/db/write-changes.ts'
import { applyGatewayEvents } from '../../../src/payments/inbound/apply-gateway-event.ts'
import { insertDeliveries } from '../../support/inbox.ts'
import { useWorld } from '../../support/use-world.ts'
import { TEST_STORE } from '../../support/world.ts'
import { atOneInstant } from './at-one-instant.ts'
import { deliveriesAbout, type PlannedDelivery } from './deliveries.ts'
import { ordersOfAllKinds, type Subject } from './orders.ts'
import { type Rows, rowsIn } from './rows.ts'

/** `SET_HISTORIES=300` runs more. */
const HISTORIES = Number(process.env.SET_HISTORIES ?? 6)

const world = useWorld({ ROLES: 'web' })
let subjects: Subject[] = []
beforeAll(async () => {
  subjects = await ordersOfAllKinds(world)
})

class Undone extends Error {}

const whatComesOf = async (
  deliveries: readonly PlannedDelivery[],
  size: number,
  read: (trx: DbQuery) => Promise<Rows> = rowsIn,
): Promise<Rows> => {
  const now = new Date('2026-11-20T12:00:00Z')
  const ctx = atOneInstant(world.puente.ctx, now)
  let rows: Rows = {}
  const applying = ctx.db.query.transaction().execute(async (trx) => {
    const messages = await insertDeliveries(
      trx,
      deliveries.map(({ kept }) => kept),
      now,
    )
    for (let at = 0; at < messages.length; at += size) {
      for (let set = messages.slice(at, at + size); set.length > 0; ) {
        const { events, changes } = await applyGatewayEvents(trx, ctx, { messages: set })
        await actAs({ kind: 'gateway' }, () => writeChanges(trx, changes, { now }))
        const failed = events.filter(({ outcome }) => outcome === 'threw' || outcome === 'held')
        expect(failed).toEqual([])
        set = events.flatMap(({ outcome, message }) => (outcome === 'later' ? [message] : []))
      }
    }
    rows = await read(trx)
    throw new Undone()
  })
  await applying.catch((error) => {
    if (!(error instanceof Undone)) throw error
  })
  return rows
}

const statuses = async (query: DbQuery): Promise<Rows> => {
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' ', external_id, status, conflict, cancelled_by, orders.amount_minor, 'by',
      paying.gateway_payment_id, orders.paid_at, 'payment', payments.gateway_payment_id, payments.state,
      payments.amount_minor, payments.total_minor, payments.refunded_minor, payments.paid_at) AS line
    FROM orders JOIN payments ON payments.order_id = orders.id
    LEFT JOIN payments paying ON paying.id = current_payment_id ORDER BY 1`.execute(query)
  return { payments: rows.map(({ line }) => line) }
}

describe('batches of events', () => {
  it('the compared rows are those that events change', async () => {
    const [deliveries = []] = fc.sample(deliveriesAbout(subjects, { anyOrder: false }), {
      numRuns: 1,
      seed: 1,
    })
    const before = await whatComesOf([], 1)
    expect(await whatComesOf(deliveries, 500)).not.toEqual(before)
    expect(await whatComesOf(deliveries, 500, statuses)).not.toEqual(
      await whatComesOf([], 1, statuses),
    )
  })

  it(
    'batches of any size leave the same rows as single events, in any order and with repeats',
    async () => {
      const any = deliveriesAbout(subjects, { anyOrder: false })
      await fc.assert(
        fc.asyncProperty(any, async (deliveries) => {
          const alone = await whatComesOf(deliveries, 1)
          for (const size of [2, 50, 500])
            expect(await whatComesOf(deliveries, size)).toEqual(alone)
        }),
        { numRuns: HISTORIES },
      )
    },
    300_000 + HISTORIES * 5_000,
  )

  it(
    'orders and payments end the same for any order of events and any batch size',
    async () => {
      const lenient = subjects.filter(
        ({ store, isAdoptedByFirst }) => store === TEST_STORE && !isAdoptedByFirst,
      )
      const any = deliveriesAbout(lenient, { anyOrder: true })
      const sizes = fc.constantFrom(1, 2, 50, 500)
      const shuffles = fc.infiniteStream(fc.nat())
      await fc.assert(
        fc.asyncProperty(
          any,
          shuffles,
          sizes,
          sizes,
          async (deliveries, ranks, size, otherSize) => {
            const shuffled = deliveries
              .map((delivery) => ({ delivery, rank: Number(ranks.next().value) }))
              .toSorted((one, other) => one.rank - other.rank)
              .map(({ delivery }) => delivery)
            const inOrder = await whatComesOf(deliveries, size, statuses)
            expect(await whatComesOf(shuffled, otherSize, statuses)).toEqual(inOrder)
          },
        ),
        { numRuns: HISTORIES },
      )
    },
    60_000 + HISTORIES * 3_000,
  )
})
