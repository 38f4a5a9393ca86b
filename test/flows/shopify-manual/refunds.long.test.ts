import { describe, expect, it } from 'vitest'
import { paymentsOfOrder } from '../../../src/db/payments/payments.ts'
import { OrderId, StoreId } from '../../../src/domain/ids.ts'
import { resolveRefund } from '../../../src/payments/refunds/resolve-refund.ts'
import { freezeStore, unfreezeStore } from '../../../src/payments/stores/freeze-store.ts'
import { decideHeldRefund, holdRefundsAbove } from '../../support/held-refunds.ts'
import { pass, setSandbox } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { eventually } from '../../support/world.ts'
import { useManualPayments } from './use-manual-payments.ts'

const { world, shop, store, query, orderOf, orderWhen, alertsOf, paid, given, refunds } =
  useManualPayments()

describe('a refund that the merchant enters in Shopify', () => {
  it('a full refund before the settlement is a void', async () => {
    const { id } = await paid()
    shop.refundInAdmin(id, '100.00')
    await shop.webhooks.deliver()
    await orderWhen(id, 'voided')
    expect(shop.order(id).refunds).toHaveLength(1)
  })

  it('both of two concurrent refunds are made', async () => {
    const { id } = await paid()
    await world.control('/sandbox/settle', {})
    shop.refundInAdmin(id, '25.00')
    shop.refundInAdmin(id, '10.00')
    await shop.webhooks.deliver({ reversed: true })
    await eventually(async () => (await refunds(id)).some(({ state }) => state === 'succeeded'))
    await pass(world, 2 * 60)
    await eventually(async () => {
      const done = (await refunds(id)).filter(({ state }) => state === 'succeeded')
      return done.length === 2
    })
    expect(await orderOf(id)).toMatchObject({ status: 'partially_refunded' })
    expect(shop.order(id).refunds).toHaveLength(2)
  })

  it('a refund entered while the store is frozen is made after the thaw, without an alert', async () => {
    const { id } = await paid()
    const { clock } = world.puente.ctx
    const at = () => ({ query: query(), now: clock.now() })
    await freezeStore(at(), { id: StoreId.parse(store), why: 'A stolen key' })
    shop.refundInAdmin(id, '100.00')
    await shop.webhooks.deliver()
    await settled(world)
    await pass(world, 20 * 60)
    await settled(world)
    expect(await refunds(id)).toEqual([])
    expect(await alertsOf(id)).toEqual([])
    await unfreezeStore(at(), { id: StoreId.parse(store) })
    await pass(world, 16 * 60)
    await orderWhen(id, 'voided')
    expect(await refunds(id)).toHaveLength(1)
  })

  it('a refund above the limit of the store waits, and a rejection leaves the money', async () => {
    const { id } = await paid()
    const { ctx } = world.puente
    await holdRefundsAbove(ctx, { store, minor: 50_00n })
    shop.refundInAdmin(id, '100.00')
    await shop.webhooks.deliver()
    await eventually(async () => (await refunds(id))[0]?.approval?.state === 'pending')
    expect(await alertsOf(id)).toEqual(['refund_awaits_approval'])
    const [refund] = await refunds(id)
    if (!refund) throw new Error('no refund')
    await decideHeldRefund(ctx, refund, 'reject')
    await settled(world)
    expect(await orderOf(id)).toMatchObject({ status: 'paid' })
    expect(await refunds(id)).toMatchObject([{ state: 'cancelled' }])
  })

  it('a refund of an order that Shopify no longer shows opens an alert, because it is not made', async () => {
    const { id } = await paid()
    shop.refundInAdmin(id, '10.00')
    const order = shop.order(id)
    shop.books.orders.delete(id)
    await shop.webhooks.deliver()
    await eventually(async () => (await alertsOf(id)).includes('order_not_in_store'))
    expect(await orderOf(id)).toMatchObject({ status: 'paid' })
    // Simulates a grant of read_all_orders.
    shop.books.orders.set(id, order)
    shop.books.touch(order)
    await shop.webhooks.deliver()
    await eventually(async () => !(await alertsOf(id)).includes('order_not_in_store'))
    await eventually(async () => (await refunds(id)).length === 1)
  })

  it('a refund above the refundable rest opens an alert', async () => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    shop.refundInAdmin(id, '15.00')
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 90 })
    await eventually(async () => given(id) === 10_000n)
    await shop.webhooks.deliver()
    await eventually(async () => (await alertsOf(id)).includes('store_refund_not_possible'))
  })

  it('concurrent refunds of one amount in Shopify and in the portal are one refund, also when the portal’s event is lost', async () => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    const lost = { on: 'payment.partially_refunded', fault: 'drop' }
    await setSandbox(world, 'faults', { next: [lost] })
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 50 })
    shop.refundInAdmin(id, '50.00')
    await shop.webhooks.deliver({ repeated: true })
    const order = await orderWhen(id, 'partially_refunded')
    const [refund, ...more] = await refunds(id)
    expect(refund).toMatchObject({ origin: 'portal', amount_minor: 5_000n, state: 'succeeded' })
    expect(more).toEqual([])
    expect(shop.order(id).refunds).toHaveLength(1)
    expect(await alertsOf(id)).toEqual([])
    expect((await paymentsOfOrder(query(), order.id))[0]?.refunded_minor).toBe(5_000n)
  })

  it('a refund with the reference of another one moves no money, and opens an alert', async () => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 20 })
    await eventually(async () => given(id) === 2_000n)
    const [{ note } = { note: '' }] = shop.order(id).refunds
    shop.refundInAdmin(id, '20.00', { note })
    await pass(world, 11 * 60)
    await shop.webhooks.deliver()
    await eventually(async () => (await alertsOf(id)).includes('refund_outside_puente'))
    expect(await refunds(id)).toHaveLength(1)
  })
})

describe('a refund of Shopify that the gateway has already made', () => {
  const inPortal = async (amount: number) => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount })
    await eventually(async () => given(id) === BigInt(amount * 100))
    await shop.webhooks.deliver()
    await settled(world)
    return id
  }

  it('the answer "it was this one" to a refund that Puente has entered adds no entry, and a note names the excess', async () => {
    const id = await inPortal(10)
    await pass(world, 11 * 60)
    shop.refundInAdmin(id, '10.00')
    await shop.webhooks.deliver({ repeated: true })
    const waiting = await eventually(async () =>
      (await refunds(id)).find(({ needs_attention }) => needs_attention !== null),
    )
    const about = { storeId: StoreId.parse(store), orderExternalId: id, refundId: waiting.id }
    const answer = { resolution: 'already_made', refundLimit: undefined } as const
    const answered = await resolveRefund(world.puente.ctx, { ...about, ...answer })
    expect(answered.outcome).toBe('resolved')
    await settled(world)
    await shop.webhooks.deliver({ repeated: true })
    await settled(world)
    const [payment] = await paymentsOfOrder(query(), OrderId.parse((await orderOf(id))?.id ?? ''))
    expect(payment?.refunded_minor).toBe(1_000n)
    expect(shop.order(id).refunds).toHaveLength(2)
    expect(shop.order(id).note).toContain('Shopify muestra L\u00a010.00 de más como reembolso')
    expect((await refunds(id)).map(({ origin, state }) => `${origin} ${state}`).toSorted()).toEqual(
      ['portal cancelled', 'store succeeded'],
    )
  })

  it('a repeated webhook does not send a refund that a restored database has lost', async () => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 40 })
    shop.refundInAdmin(id, '40.00')
    await shop.webhooks.deliver({ repeated: true })
    await settled(world)
    await pass(world, 15 * 60)
    await settled(world)
    await shop.webhooks.deliver({ repeated: true })
    await settled(world)
    const [payment] = await paymentsOfOrder(query(), OrderId.parse((await orderOf(id))?.id ?? ''))
    expect(payment?.refunded_minor).toBe(4_000n)
    expect(shop.order(id).refunds).toHaveLength(1)
  })
})

describe('a refund that Puente enters in Shopify', () => {
  const inProgress = {
    refund: null,
    order: null,
    userErrors: [
      { field: null, message: 'This request is currently in progress, please try again.' },
    ],
  }
  const atPortal = (transactionId: string, amount: number) =>
    world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount })

  it('the refund is sent again unchanged while Shopify is still processing it', async () => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    const body = { data: { refundCreate: inProgress } }
    world.standIn.failNext(/ Refund$/, { status: 200, body })
    await atPortal(transactionId, 30)
    await eventually(async () => world.standIn.pending() === 0)
    await pass(world, 60)
    await eventually(async () => given(id) === 3_000n)
    expect(shop.order(id).note).not.toContain('L\u00a030.00')
    expect(await alertsOf(id)).toEqual([])
  })

  it('a refund that Shopify has refused is entered again once the order has room for it', async () => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    // A concurrent refund leaves too little.
    world.standIn.onNext(/ Refund$/, () => shop.refundInAdmin(id, '60.00'))
    await atPortal(transactionId, 50)
    await eventually(async () => shop.order(id).note?.includes('L\u00a050.00') ?? false)
    expect(given(id)).toBe(6_000n)
    await atPortal(transactionId, 10)
    await eventually(async () => given(id) === 10_000n)
  })
})
