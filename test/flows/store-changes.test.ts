import { describe, expect, it } from 'vitest'
import { findStore } from '../../src/db/stores/stores.ts'
import { moneyFromMinor } from '../../src/domain/money.ts'
import { reopenOrder } from '../../src/payments/orders/cancel-order.ts'
import type {
  ChangedOrdersOutcome,
  OrderAtStore,
  Storefront,
} from '../../src/payments/ports/storefront.ts'
import { applyStoreOrders } from '../../src/payments/store-sync/apply-store-order.ts'
import { pollStoreChanges } from '../../src/payments/store-sync/poll-store-changes.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { TEST_STORE } from '../support/world.ts'

const world = useWorld()

let orders = 0
const checkout = async () => {
  const id = `SC-${++orders}`
  const body = { order: { id, amount: '100.00', currency: 'HNL' } }
  const { payment, pay_url: payUrl } = (await world.api('POST', '/v1/checkouts', body)).body
  return { id, payUrl, checkoutUrl: payment.checkout_url }
}
const read = async (id: string) => (await world.api('GET', `/v1/orders/${id}`)).body
const openLink = async (payUrl: string) => (await fetch(payUrl, { redirect: 'manual' })).status
const store = async () => {
  const found = await findStore(world.puente.ctx.db.query, TEST_STORE)
  if (!found) throw new Error('There is no store')
  return found
}
const storeSays = async (id: string, said: Partial<OrderAtStore>) => {
  const unpaid = {
    status: 'unpaid',
    amount: moneyFromMinor(10_000n, 'HNL'),
    refunded: undefined,
  } as const
  await applyStoreOrders(world.puente.ctx, await store(), { orders: [{ id, ...unpaid, ...said }] })
  await settled(world)
}
const alertsOf = async (id: string): Promise<string[]> => {
  const { rows } = await world.puente.ctx.db.pool.query(
    `SELECT kind FROM alerts JOIN orders ON orders.id = alerts.order_id
     WHERE external_id = $1 AND closed_at IS NULL ORDER BY kind`,
    [id],
  )
  return rows.map(({ kind }) => kind)
}

describe('an order that its store no longer wants paid', () => {
  it.each(['cancelled', 'paid'] as const)(
    'the pay link of an order that is %s in its store leads nowhere',
    async (status) => {
      const { id, payUrl } = await checkout()
      expect(await openLink(payUrl)).toBe(303)
      await storeSays(id, { status })
      expect((await read(id)).order.status).toBe('cancelled')
      expect(await openLink(payUrl)).toBe(410)
    },
  )

  it('a payment of the old checkout is held for the merchant', async () => {
    const { id, checkoutUrl } = await checkout()
    await storeSays(id, { status: 'cancelled' })
    await world.pay(checkoutUrl)
    await world.shop.waitFor(
      ({ order, type }) => order.id === id && type === 'order.attention_required',
    )
    expect((await read(id)).order).toMatchObject({
      status: 'on_hold',
      conflict: 'paid_after_cancellation',
    })
  })

  it('the order can be paid again once its customer comes back to it', async () => {
    const { id, payUrl } = await checkout()
    await storeSays(id, { status: 'cancelled' })
    await reopenOrder(world.puente.ctx, await store(), { orderExternalId: id })
    expect((await read(id)).order.status).toBe('awaiting_payment')
    expect(await openLink(payUrl)).toBe(303)
  })
})

describe('an order that was edited in its store', () => {
  it('the order cannot be paid with its old amount, and gets a new payment at the next checkout', async () => {
    const { id, payUrl, checkoutUrl } = await checkout()
    await storeSays(id, { amount: moneyFromMinor(8_000n, 'HNL') })
    expect((await read(id)).order.amount).toBe('80.00')
    expect(await openLink(payUrl)).toBe(410)
    const order = { id, amount: '80.00', currency: 'HNL' }
    const again = await world.api('POST', '/v1/checkouts', { order })
    expect(again.body.payment.checkout_url).not.toBe(checkoutUrl)
    expect(await openLink(payUrl)).toBe(303)
  })

  it('an order that was edited after its payment stays paid, and is left to the reconciliation', async () => {
    const { id, checkoutUrl } = await checkout()
    await world.pay(checkoutUrl)
    await world.shop.waitFor(({ order }) => order.id === id)
    await storeSays(id, { status: 'paid', amount: moneyFromMinor(8_000n, 'HNL') })
    expect((await read(id)).order).toMatchObject({ status: 'paid', amount: '100.00' })
  })
})

describe('a sync of what changed in a store', () => {
  const until = new Date()
  const walkThrough = async (pages: readonly ChangedOrdersOutcome[]) => {
    const positions: (string | undefined)[] = []
    const left = [...pages]
    const storefront: Storefront = {
      notify: async () => ({ outcome: 'delivered' }),
      changedOrders: async (_since, _page, position) => {
        positions.push(position)
        return left.shift() ?? { outcome: 'read', orders: [], until, isLast: true }
      },
    }
    const ctx = { ...world.puente.ctx, storefrontOf: () => storefront }
    return { outcome: await pollStoreChanges(ctx, { storeId: TEST_STORE }), positions }
  }
  const silent = {
    outcome: 'not-read',
    retry: 'retry',
    detail: 'no points',
    unreachable: false,
  } as const

  it('an interrupted sync resumes at its cursor, however often', async () => {
    const page = { outcome: 'read', orders: [], until, isLast: false, refusal: silent } as const
    const first = await walkThrough([{ ...page, position: 'a' }])
    expect(first).toMatchObject({ outcome: { outcome: 'done' }, positions: [undefined] })
    const none = await walkThrough([{ ...page, position: 'a' }])
    const failed = { outcome: 'failed', unreachable: false }
    expect(none).toMatchObject({ outcome: failed, positions: ['a'] })
    const last = await walkThrough([{ ...page, refusal: undefined, position: 'b' }])
    expect(last).toMatchObject({ outcome: { outcome: 'done' }, positions: ['a', 'b'] })
    expect((await walkThrough([])).positions).toEqual([undefined])
  })

  it('the sync starts over when the store no longer knows the cursor', async () => {
    const page = { outcome: 'read', orders: [], until, isLast: false, refusal: silent } as const
    await walkThrough([{ ...page, position: 'old' }])
    const unknown = { ...silent, retry: 'permanent' } as const
    expect((await walkThrough([unknown])).positions).toEqual(['old'])
    expect((await walkThrough([])).positions).toEqual([undefined])
  })

  it('an unreadable order has an alert until it becomes readable', async () => {
    const { id } = await checkout()
    const page = { outcome: 'read', orders: [], until, isLast: true } as const
    await walkThrough([{ ...page, unreadable: [{ id, detail: 'An amount is none' }] }])
    expect(await alertsOf(id)).toEqual(['store_data_unreadable'])
    const order = {
      id,
      status: 'unpaid',
      amount: moneyFromMinor(10_000n, 'HNL'),
      refunded: undefined,
    } as const
    await walkThrough([{ ...page, orders: [order] }])
    expect(await alertsOf(id)).toEqual([])
  })
})

describe('a refund that a store has recorded', () => {
  const paidOrder = async () => {
    const { id, checkoutUrl } = await checkout()
    await world.pay(checkoutUrl)
    await world.shop.waitFor(({ order }) => order.id === id)
    return id
  }
  const anHourAgo = () => new Date(world.puente.ctx.clock.now().getTime() - 3_600_000)
  const refund = (id: string, at: Date, refundId: string | null = null) => ({
    id,
    at,
    refundId,
    requestKey: `store-refund-${id}`,
    amount: moneyFromMinor(2_000n, 'HNL'),
  })

  it('a refund without Puente opens one alert, which closes when the refund turns out to be ours', async () => {
    const id = await paidOrder()
    const [unknown] = [refund('77', anHourAgo())]
    await storeSays(id, { status: 'partially_refunded', refunds: [unknown] })
    await storeSays(id, { status: 'partially_refunded', refunds: [unknown] })
    expect(await alertsOf(id)).toEqual(['refund_outside_puente'])
    const key = { 'idempotency-key': unknown.requestKey }
    await world.control('/sandbox/settle', {})
    await world.api('POST', `/v1/orders/${id}/refunds`, { amount: '20.00' }, key)
    await storeSays(id, { status: 'partially_refunded', refunds: [unknown] })
    expect(await alertsOf(id)).toEqual([])
  })

  it('a recent refund may still be on its way to Puente, and is checked again before an alert opens', async () => {
    const id = await paidOrder()
    const young = refund('78', world.puente.ctx.clock.now())
    await storeSays(id, { status: 'partially_refunded', refunds: [young] })
    expect(await alertsOf(id)).toEqual([])
    const { rows } = await world.puente.ctx.db.pool.query(
      `SELECT payload FROM tasks WHERE kind = 'sync-store-order' AND state = 'ready'`,
    )
    expect(rows).toEqual([{ payload: { storeId: TEST_STORE, externalId: id } }])
  })
})
