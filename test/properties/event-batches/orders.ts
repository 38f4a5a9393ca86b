import { sql } from 'kysely'
import type { StoreRow } from '../../../src/db/db.ts'
import { findStore } from '../../../src/db/stores/stores.ts'
import { StoreId } from '../../../src/domain/ids.ts'
import { moneyFromMinor } from '../../../src/domain/money.ts'
import { requestRefund } from '../../../src/payments/refunds/request-refund.ts'
import { applyBatch } from '../../../src/tasks/apply-events.ts'
import { eventOf, type GatewayPayment, paymentAtGateway } from '../../support/gateway-events.ts'
import { insertDeliveries } from '../../support/inbox.ts'
import { type Merchant, merchantOf } from '../../support/merchant.ts'
import { connectTestStore, TEST_STORE, type World } from '../../support/world.ts'

export interface Subject {
  store: string
  payments: [GatewayPayment, ...GatewayPayment[]]
  /** The first event decides which gateway payment is ours. */
  isAdoptedByFirst?: boolean
}

/** Cancels and refunds automatically; the test store leaves conflicts to an operator. */
const STRICT_STORE = StoreId.parse('segunda')

/**
 * Creates orders of two stores in every state that an event can meet. No worker runs (`ROLES:
 * 'web'`), so the states stay.
 */
export const ordersOfAllKinds = async (world: World): Promise<Subject[]> => {
  const apiKey = await connectTestStore(world.puente, {
    id: STRICT_STORE,
    notifyUrl: world.shop.url,
    policy: { on_conflict: 'refund', on_expiry: 'cancel' },
  })
  const subjects: Subject[] = []
  for (const [store, key] of [
    [TEST_STORE, world.apiKey],
    [STRICT_STORE, apiKey],
  ] as const) {
    const row = await findStore(world.puente.ctx.db.query, store)
    const merchant = merchantOf(world, { apiKey: key, prefix: store })
    if (row) subjects.push(...(await ordersOf(world, row, merchant)))
  }
  return subjects
}

const ordersOf = async (world: World, store: StoreRow, merchant: Merchant): Promise<Subject[]> => {
  const { ctx } = world.puente
  const apply = async (...bodies: string[]): Promise<void> => {
    await insertDeliveries(
      ctx.db.query,
      bodies.map((body) => ({ body, store: store.id })),
      ctx.clock.now(),
    )
    while ((await applyBatch(ctx, 500)).taken > 0);
  }
  const open = async () => {
    const { id, gatewayId } = await merchant.open()
    return { id, payments: [await paymentAtGateway(world, gatewayId)] as Subject['payments'] }
  }
  type Open = Awaited<ReturnType<typeof open>>
  const again = async ({ id, payments }: Open, amount: string): Promise<Open> => {
    const { body } = await merchant.checkout(id, { amount })
    // The policy has cancelled the order.
    if (!body.payment) return { id, payments }
    const second = await paymentAtGateway(world, body.payment.gateway_payment_id)
    return { id, payments: [payments[0], second] }
  }
  const paid = async (): Promise<Open> => {
    const order = await open()
    await apply(eventOf(order.payments[0], 'approved'))
    return order
  }
  const refunding = async (minor?: bigint): Promise<Open> => {
    const order = await paid()
    const amount = minor === undefined ? undefined : moneyFromMinor(minor, 'HNL')
    const about = {
      orderExternalId: order.id,
      idempotencyKey: order.id,
      origin: 'store' as const,
      refundLimit: undefined,
      refundDayLimit: undefined,
    }
    const asked = await requestRefund(ctx, store, { ...about, amount })
    if (asked.outcome !== 'accepted') throw new Error(asked.outcome)
    return order
  }
  const changed = async (
    order: Open,
    table: string,
    change: ReturnType<typeof sql>,
  ): Promise<Open> => {
    const own = sql.raw(table === 'orders' ? 'id' : 'order_id')
    await sql`UPDATE ${sql.table(table)} SET ${change} WHERE ${own} = (SELECT id FROM orders
      WHERE external_id = ${order.id} AND store_id = ${store.id})`.execute(ctx.db.query)
    return order
  }
  const withGap = async (order: Open): Promise<Open> => {
    await sql`INSERT INTO webhook_gaps (store_id, order_id, payment_id, state, found_by, found_at)
      SELECT store_id, order_id, id, 'paid', 'asking', updated_at FROM payments
      WHERE gateway_payment_id = ${order.payments[0].id}`.execute(ctx.db.query)
    return order
  }
  const cancelled = async (): Promise<Open> => {
    const order = await open()
    await merchant.cancel(order.id)
    return order
  }
  const expired = async (): Promise<Open> => {
    const order = await open()
    await apply(eventOf(order.payments[0], 'expired'))
    return order
  }
  const asked = JSON.stringify([{ at: '2026-05-04T12:00:00.000Z', kind: 'refund', answer: 'none' }])
  const orders: (Open & Pick<Subject, 'isAdoptedByFirst'>)[] = [
    await open(),
    await withGap(await open()),
    await again(await open(), '150.00'),
    await again(await expired(), '100.00'),
    await cancelled(),
    await refunding(),
    await refunding(30_00n),
    await changed(
      await refunding(),
      'refunds',
      sql`state = 'requested', requested_at = updated_at`,
    ),
    await changed(
      await refunding(30_00n),
      'refunds',
      sql`state = 'unknown', kind = 'refund', requested_at = updated_at, sends = ${asked}`,
    ),
    await changed(await open(), 'orders', sql`people_erased_at = updated_at`),
    // The response to the creation is still missing.
    {
      ...(await changed(
        await open(),
        'payments',
        sql`gateway_payment_id = NULL, state = 'intended'`,
      )),
      isAdoptedByFirst: true,
    },
    {
      ...(await changed(
        await open(),
        'payments',
        sql`gateway_payment_id = NULL, state = 'intended', mode = 'saved_card', payment_method_id = 'pm_1'`,
      )),
      isAdoptedByFirst: true,
    },
  ]
  return orders.map(({ id: _, ...subject }) => ({ store: store.id, ...subject }))
}
