import { paymentsOfOrder } from '../../../src/db/payments/payments.ts'
import { OrderId } from '../../../src/domain/ids.ts'
import { runPollPayment } from '../../../src/payments/inbound/poll-payment.ts'
import { WORK_SIGNAL } from '../../../src/payments/ports/context.ts'
import type { MoneyWorld } from './money-world.ts'

const MINUTES = 60
const DAY = 24 * 60 * MINUTES

/** Past the expiry of challenges and links, the last event retry and the settlement window. */
const LATER = [25 * MINUTES, 2 * 60 * MINUTES, DAY + 3 * 60 * MINUTES, 2 * DAY]

/** Longer than `GIVE_UP_AFTER_MS`. */
const GIVEN_UP = 15 * DAY

/** Advances time without faults, polling for lost events like the schedule. */
export const passLaterHours = async (
  world: MoneyWorld,
  { orders }: { orders: readonly string[] },
): Promise<void> => {
  for (const seconds of LATER) {
    await world.pass(seconds)
    await world.settled()
    await pollGateway(world, orders)
  }
  // An order's refunds run one at a time, the next once Puente gives up the first.
  for (let time = 0; time < 3 && (await isRefundOpen(world, orders)); time++) {
    await world.pass(GIVEN_UP)
    await world.settled()
    await pollGateway(world, orders)
  }
}

const orderIds = async ({ watcher }: MoneyWorld, orders: readonly string[]): Promise<string[]> => {
  const { rows } = await watcher.ctx.db.pool.query<{ id: string }>(
    'SELECT id FROM orders WHERE external_id = ANY($1)',
    [orders],
  )
  return rows.map(({ id }) => id)
}

const isRefundOpen = async (world: MoneyWorld, orders: readonly string[]): Promise<boolean> => {
  const { rows } = await world.watcher.ctx.db.pool.query(
    `SELECT id FROM refunds WHERE order_id = ANY($1) AND state NOT IN ('succeeded', 'failed', 'cancelled')
       AND needs_attention IS NULL LIMIT 1`,
    [await orderIds(world, orders)],
  )
  return rows.length > 0
}

const pollGateway = async (world: MoneyWorld, orders: readonly string[]): Promise<void> => {
  const { ctx } = world.watcher
  const ids = await orderIds(world, orders)
  await Promise.all(
    ids.map(async (id) => {
      for (const { id: paymentId } of await paymentsOfOrder(ctx.db.query, OrderId.parse(id))) {
        await runPollPayment(ctx, { paymentId })
      }
    }),
  )
  ctx.signals.send(WORK_SIGNAL)
  await world.settled()
}
