import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../src/domain/money.ts'
import type {
  OrderMessage,
  Storefront,
  StoreOrderStatus,
} from '../../src/payments/ports/storefront.ts'
import { notificationOf, refund, savedCardNotified } from './messages.ts'

export interface ConformingShop {
  storefront: Storefront
  /** Creates an unpaid order of 100 lempiras. */
  newOrder(): Promise<string>
  see(orderId: string): Promise<{ status: StoreOrderStatus; refunded: string }>
  /** A customer who may have saved cards; undefined if the platform has none. */
  customerId?: string
  /** Simulated shops only. */
  failNext?(how: 'lost-answer' | 'down'): void
}

const part = (id = 'ref_1') => refund(id, 2_500n)
const notificationFacts = {
  paid: (id: string) => notificationOf(id, { type: 'order.paid' }),
  declined: (id: string) =>
    notificationOf(id, {
      type: 'order.payment_failed',
      order: { status: 'awaiting_payment', paid_at: null },
      payment: { state: 'pending', decline: { code: '05', message: 'Do not honor' } },
    }),
  expired: (id: string) =>
    notificationOf(id, {
      type: 'order.payment_expired',
      order: { status: 'payment_expired', paid_at: null },
      payment: { state: 'expired', transaction_id: null, total_minor: null, paid_at: null },
    }),
  partlyRefunded: (id: string) =>
    notificationOf(id, {
      type: 'order.partially_refunded',
      order: { status: 'partially_refunded' },
      payment: { state: 'partially_refunded', refunded_minor: 2_500n },
      refunds: [part()],
    }),
  refunded: (id: string) =>
    notificationOf(id, {
      type: 'order.refunded',
      order: { status: 'refunded' },
      payment: { state: 'refunded', refunded_minor: 10_000n },
      refunds: [part(), refund('ref_2', 7_500n)],
    }),
  voided: (id: string) =>
    notificationOf(id, {
      type: 'order.voided',
      order: { status: 'voided' },
      payment: { state: 'voided' },
      refunds: [refund('ref_1', 10_000n, { kind: 'void' })],
    }),
}

const told = { outcome: 'delivered' }

export const storefrontConformance = (name: string, shop: () => ConformingShop): void => {
  const notify = (message: OrderMessage) => shop().storefront.notify(message)
  const order = () => shop().newOrder()
  const see = (id: string) => shop().see(id)

  describe(`an order of ${name}`, () => {
    it('a repeated paid notification pays the order once', async () => {
      const id = await order()
      expect(await see(id)).toMatchObject({ status: 'unpaid' })
      const message = notificationFacts.paid(id)
      expect(await notify(message)).toEqual(told)
      expect(await see(id)).toEqual({ status: 'paid', refunded: '0.00' })
      expect(await notify(message)).toEqual(told)
      expect(await see(id)).toEqual({ status: 'paid', refunded: '0.00' })
    })

    it('an order with a declined card can still be paid', async () => {
      const id = await order()
      expect(await notify(notificationFacts.declined(id))).toEqual(told)
      expect(await see(id)).toMatchObject({ status: 'unpaid' })
      await notify(notificationFacts.paid(id))
      expect(await see(id)).toMatchObject({ status: 'paid' })
    })

    it('a paid order stays paid when an older notification comes late', async () => {
      const id = await order()
      const [late, paid] = [
        { ...notificationFacts.paid(id), type: 'order.payment_failed' as const },
        notificationFacts.paid(id),
      ]
      await notify(paid)
      expect(await notify(late)).toEqual(told)
      expect(await see(id)).toMatchObject({ status: 'paid' })
    })

    it('an expired order is not paid', async () => {
      const id = await order()
      expect(await notify(notificationFacts.expired(id))).toEqual(told)
      expect(['unpaid', 'cancelled']).toContain((await see(id)).status)
    })

    it('a repeated partial refund counts once', async () => {
      const id = await order()
      await notify(notificationFacts.paid(id))
      const message = notificationFacts.partlyRefunded(id)
      for (const _ of [1, 2, 3]) expect(await notify(message)).toEqual(told)
      expect(await see(id)).toEqual({ status: 'partially_refunded', refunded: '25.00' })
    })

    it('two partial refunds add up to a full refund', async () => {
      const id = await order()
      await notify(notificationFacts.paid(id))
      await notify(notificationFacts.partlyRefunded(id))
      expect(await notify(notificationFacts.refunded(id))).toEqual(told)
      expect(await see(id)).toEqual({ status: 'refunded', refunded: '100.00' })
    })

    it('a refund notification that comes first, without a paid one, gives the same order', async () => {
      const id = await order()
      expect(await notify(notificationFacts.partlyRefunded(id))).toEqual(told)
      expect(await see(id)).toEqual({ status: 'partially_refunded', refunded: '25.00' })
    })

    it('an order with a voided charge holds no money', async () => {
      const id = await order()
      await notify(notificationFacts.paid(id))
      expect(await notify(notificationFacts.voided(id))).toEqual(told)
      expect(['refunded', 'cancelled']).toContain((await see(id)).status)
    })

    it('a conflict about an order is notified, too', async () => {
      const id = await order()
      await notify(notificationFacts.paid(id))
      const conflict = notificationOf(id, {
        type: 'order.attention_required',
        order: { conflict: 'paid_twice' },
      })
      expect(await notify(conflict)).toEqual(told)
      expect(await see(id)).toMatchObject({ status: 'paid' })
    })

    it('a notification is repeated after the shop was down or its response was lost', async () => {
      const { failNext } = shop()
      if (!failNext) return
      const id = await order()
      failNext('down')
      const notTold = { outcome: 'failed', retry: 'retry', unreachable: true }
      expect(await notify(notificationFacts.paid(id))).toMatchObject(notTold)
      failNext('lost-answer')
      expect(await notify(notificationFacts.paid(id))).toMatchObject(notTold)
      expect(await notify(notificationFacts.paid(id))).toEqual(told)
      expect(await see(id)).toMatchObject({ status: 'paid' })
      failNext('lost-answer')
      const message = notificationFacts.partlyRefunded(id)
      expect(await notify(message)).toMatchObject(notTold)
      expect(await notify(message)).toEqual(told)
      expect(await see(id)).toEqual({ status: 'partially_refunded', refunded: '25.00' })
    })
  })

  describe(`reading orders of ${name}`, () => {
    const read = async (ids: readonly string[]) => {
      const outcome = await shop().storefront.readOrders?.(ids)
      if (outcome?.outcome !== 'read') throw new Error(outcome?.detail ?? 'does not say')
      return outcome.orders
    }

    it('known orders are read with exact amounts, and unknown ones are left out', async () => {
      const [paid, unpaid, refunded] = [await order(), await order(), await order()]
      await notify(notificationFacts.paid(paid))
      await notify(notificationFacts.partlyRefunded(refunded))
      const said = await read([paid, unpaid, refunded, '99999999', 'no id of anybody'])
      const byId = new Map(said.map((one) => [one.id, one]))
      expect([...byId.keys()].sort()).toEqual([paid, unpaid, refunded].sort())
      expect(byId.get(unpaid)).toMatchObject({ status: 'unpaid' })
      const amount = { minor: 10_000n, currency: expect.objectContaining({ code: 'HNL' }) }
      expect(byId.get(paid)).toMatchObject({ status: 'paid', amount })
      expect(byId.get(refunded)).toMatchObject({ status: 'partially_refunded', amount })
      const given = byId.get(refunded)?.refunded
      expect(given && formatMoney(given)).toBe('25.00')
    })

    it('only unknown ids give an empty list', async () => {
      expect(await read(['99999998'])).toEqual([])
    })

    it('each refund is linked to ours, if the platform lists refunds', async () => {
      const id = await order()
      await notify(notificationFacts.partlyRefunded(id))
      const [said] = await read([id])
      if (!said?.refunds) return
      expect(said.refunds).toEqual([
        expect.objectContaining({
          refundId: 'ref_1',
          amount: expect.objectContaining({ minor: 2_500n }),
          at: expect.any(Date),
        }),
      ])
    })

    it('changed orders are listed oldest first, if the platform can', async () => {
      const { changedOrders } = shop().storefront
      if (!changedOrders) return
      const started = new Date(Date.now() - 2_000)
      const ids = [await order(), await order()]
      await notify(notificationFacts.paid(ids[0] ?? ''))
      const changed = await changedOrders(started, 1)
      if (changed.outcome !== 'read') throw new Error(changed.detail)
      expect(changed.orders.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
      expect(changed.until >= started).toBe(true)
      expect(changed.isLast).toBe(true)
      const later = await changedOrders(new Date(changed.until.getTime() + 5_000), 1)
      expect(later).toMatchObject({ outcome: 'read', orders: [], isLast: true })
    })
  })

  describe(`a saved card of a customer of ${name}`, () => {
    it('a saved card can be notified repeatedly', async () => {
      const { storefront, customerId } = shop()
      if (!customerId) return
      for (const _ of [1, 2])
        expect(await storefront.notify(savedCardNotified(customerId))).toEqual(told)
    })
  })
}
