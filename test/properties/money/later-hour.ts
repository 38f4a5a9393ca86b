import { paymentsOfOrder } from '../../../src/db/payments.ts'
import { OrderId } from '../../../src/domain/ids.ts'
import { askGateway } from '../../../src/payments/inbound/ask-gateway.ts'
import { WORK_SIGNAL } from '../../../src/payments/ports/context.ts'
import type { MoneyWorld } from './money-world.ts'

const MINUTES = 60
const DAY = 24 * 60 * MINUTES

/** Challenges and links have ended by then, all retries of events are over, and refunds are open. */
const LATER = [25 * MINUTES, 2 * 60 * MINUTES, DAY + 3 * 60 * MINUTES, 2 * DAY]

/** A wish that the gateway refuses for so long is given up (`GIVE_UP_AFTER_MS`). */
const GIVEN_UP = 15 * DAY

/**
 * Lets time pass with nothing going wrong any more, and does what the schedule of later hours does:
 * what was lost is asked for.
 */
export const passLaterHours = async (
  world: MoneyWorld,
  { orders }: { orders: readonly string[] },
): Promise<void> => {
  for (const seconds of LATER) {
    await world.pass(seconds)
    await world.settled()
    await askAbout(world, orders)
  }
  // One reversal at a time for an order: the next one begins when the first has been given up.
  for (let time = 0; time < 3 && (await isReversalOpen(world, orders)); time++) {
    await world.pass(GIVEN_UP)
    await world.settled()
    await askAbout(world, orders)
  }
}

const orderIds = async ({ watcher }: MoneyWorld, orders: readonly string[]): Promise<string[]> => {
  const { rows } = await watcher.ctx.db.pool.query<{ id: string }>(
    'SELECT id FROM orders WHERE external_id = ANY($1)',
    [orders],
  )
  return rows.map(({ id }) => id)
}

const isReversalOpen = async (world: MoneyWorld, orders: readonly string[]): Promise<boolean> => {
  const { rows } = await world.watcher.ctx.db.pool.query(
    `SELECT id FROM refunds WHERE order_id = ANY($1) AND state NOT IN ('succeeded', 'failed', 'cancelled')
       AND needs_attention IS NULL LIMIT 1`,
    [await orderIds(world, orders)],
  )
  return rows.length > 0
}

/** Charges and creations whose outcome is not known have tasks of their own, which go on looking. */
const askAbout = async (world: MoneyWorld, orders: readonly string[]): Promise<void> => {
  const { ctx } = world.watcher
  const ids = await orderIds(world, orders)
  await Promise.all(
    ids.map(async (id) => {
      for (const { id: paymentId } of await paymentsOfOrder(ctx.db.query, OrderId.parse(id))) {
        await askGateway(ctx, { paymentId })
      }
    }),
  )
  ctx.signals.send(WORK_SIGNAL)
  await world.settled()
}
