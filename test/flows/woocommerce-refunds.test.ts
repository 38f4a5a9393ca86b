import { describe, expect, it } from 'vitest'
import { resolveRefund } from '../../src/payments/refunds/resolve-refund.ts'
import { decideHeldRefund, holdRefundsAbove } from '../support/held-refunds.ts'
import { pass } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWooShop } from '../support/use-woo-shop.ts'
import { WOO_STORE } from '../support/woo-world.ts'
import { eventually } from '../support/world.ts'

const { world, newOrder, statusOf, paid, rowsOf, refund, cancelRefund, openAlerts, orderAtPuente } =
  useWooShop()

describe('refunds of a WooCommerce order', () => {
  it('a refund from the order page keeps its one row, matched by its key', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const row = world.woo.books.book(world.woo.order(id), { amount: '30.00', reason: 'Roto' })
    expect(await refund(id, row.id, '30.00')).toMatchObject({
      status: 201,
      body: { refund: { state: 'succeeded', kind: 'refund' } },
    })
    await settled(world)
    expect(rowsOf(id).map(([, amount]) => amount)).toEqual(['30.00'])
  })

  it('a waiting refund can be cancelled by its row’s key only', async () => {
    const id = await paid()
    const row = world.woo.books.book(world.woo.order(id), { amount: '30.00', reason: 'Roto' })
    const asked = await refund(id, row.id, '30.00')
    expect(asked).toMatchObject({ status: 202, body: { refund: { state: 'waiting' } } })
    expect(await cancelRefund(newOrder(), row.id)).toMatchObject({
      body: { code: 'no_such_order' },
    })
    expect(await cancelRefund(id, row.id + 1)).toMatchObject({
      status: 404,
      body: { code: 'no_such_refund' },
    })
    const cancelled = {
      status: 200,
      body: { refund: { id: asked.body.refund.id, state: 'cancelled' } },
    }
    expect(await cancelRefund(id, row.id)).toMatchObject(cancelled)
    expect(await cancelRefund(id, row.id)).toMatchObject(cancelled)
    // A pending refund has not reached the gateway.
    await world.puente.ctx.db.pool.query("UPDATE refunds SET state = 'pending' WHERE id = $1", [
      asked.body.refund.id,
    ])
    expect(await cancelRefund(id, row.id)).toMatchObject(cancelled)
    const again = await refund(id, row.id, '30.00')
    expect(again).toMatchObject({ status: 409, body: { code: 'refund_withdrawn' } })
    world.woo.order(id).refunds.length = 0
    const whole = world.woo.books.book(world.woo.order(id), { amount: '100.00', reason: 'Roto' })
    expect((await refund(id, whole.id, '100.00')).status).toBe(201)
    expect(await cancelRefund(id, whole.id)).toMatchObject({ body: { code: 'refund_done' } })
  })

  it('a refund above the limit waits for a second person, and keeps its one row', async () => {
    const id = await paid()
    const { ctx } = world.puente
    await holdRefundsAbove(ctx, { store: WOO_STORE, minor: 50_00n })
    const row = world.woo.books.book(world.woo.order(id), { amount: '100.00', reason: 'Roto' })
    const asked = await refund(id, row.id, '100.00')
    expect(asked).toMatchObject({
      status: 202,
      body: { refund: { state: 'waiting', approval: { state: 'pending' } } },
    })
    expect(await openAlerts()).toEqual(['refund_awaits_approval'])
    await decideHeldRefund(ctx, asked.body.refund, 'approve')
    await eventually(async () => (await orderAtPuente(id)).refunds[0].state === 'succeeded')
    await settled(world)
    expect(rowsOf(id).map(([, amount]) => amount)).toEqual(['100.00'])
  })

  it('a rejected refund answers its row like a cancelled one', async () => {
    const id = await paid()
    const { ctx } = world.puente
    await holdRefundsAbove(ctx, { store: WOO_STORE, minor: 50_00n })
    const row = world.woo.books.book(world.woo.order(id), { amount: '100.00', reason: 'Roto' })
    const asked = await refund(id, row.id, '100.00')
    await decideHeldRefund(ctx, asked.body.refund, 'reject')
    await settled(world)
    expect(await openAlerts()).toEqual([])
    expect(await refund(id, row.id, '100.00')).toMatchObject({
      status: 409,
      body: { code: 'refund_withdrawn' },
    })
    expect(await cancelRefund(id, row.id)).toMatchObject({
      status: 200,
      body: { refund: { state: 'cancelled' } },
    })
  })

  it('a refund in the portal adds one row with our reference', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const { transaction_id } = world.woo.order(id)
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 40 })
    await eventually(async () => rowsOf(id).length > 0)
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 60 })
    await eventually(async () => statusOf(id) === 'refunded')
    await settled(world)
    const rows = rowsOf(id).toSorted(([one], [other]) => Number(one) - Number(other))
    expect(rows).toEqual([
      [expect.any(Number), '40.00', expect.stringMatching(/^ref_/)],
      [expect.any(Number), '60.00', expect.stringMatching(/^ref_/)],
    ])
  })

  it('a refund that was made and is deleted in the order reappears once, with a note', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const order = world.woo.order(id)
    const { transaction_id } = order
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 40 })
    await eventually(async () => rowsOf(id).length > 0)
    await settled(world)
    const deleted = async () => {
      const [row] = order.refunds.splice(0)
      const body = { order: id, refund: row?.id }
      expect(await world.plugin('POST', '/v1/woocommerce/deleted-refunds', body)).toMatchObject({
        status: 200,
        body: { told: true },
      })
    }
    await deleted()
    await eventually(async () => rowsOf(id).length > 0)
    expect(rowsOf(id)).toEqual([[expect.any(Number), '40.00', expect.stringMatching(/^ref_/)]])
    expect(order.notes.some(({ note }) => /el cliente ya tiene el dinero/.test(note))).toBe(true)
    await settled(world)
    await deleted()
    await eventually(async () => order.notes.some(({ note }) => /otra vez/.test(note)))
    await settled(world)
    expect(rowsOf(id)).toEqual([])
    const unknown = { order: id + 1_000, refund: 1 }
    expect(await world.plugin('POST', '/v1/woocommerce/deleted-refunds', unknown)).toMatchObject({
      status: 200,
      body: { told: false },
    })
  })

  it('concurrent refunds from both sides have one row each', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const order = world.woo.order(id)
    const { transaction_id } = order
    const rows = ['10.00', '15.00'].map((amount) => world.woo.books.book(order, { amount }))
    await Promise.all([
      world.control('/sandbox/portal/refund', { transaction_id, amount: 20 }),
      ...rows.map(async (row) => {
        await eventually(async () => (await refund(id, row.id, row.amount)).status < 300)
      }),
    ])
    await eventually(async () => rowsOf(id).length === 3)
    await settled(world)
    const amounts = rowsOf(id).map(([, amount]) => amount)
    expect(amounts.toSorted()).toEqual(['10.00', '15.00', '20.00'])
    expect((await orderAtPuente(id)).payment.refunded_amount).toBe('45.00')
  })

  it('a retried refund adopts the portal refund that was made while Puente was down', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const order = world.woo.order(id)
    const date_created_gmt = new Date(Date.now() - 60 * 60_000).toISOString().slice(0, 19)
    const row = world.woo.books.book(order, { amount: '30.00', date_created_gmt })
    world.woo.books.setMeta(row, [{ key: '_puente_refund_state', value: 'asked' }])
    const { transaction_id } = order
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 30 })
    await eventually(async () => order.meta_data.some(({ key }) => key.endsWith('adopted_refunds')))
    expect(await refund(id, row.id, '30.00')).toMatchObject({
      status: 200,
      body: { refund: { state: 'succeeded', origin: 'portal' } },
    })
    expect(await refund(id, row.id, '20.00')).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    await settled(world)
    expect((await orderAtPuente(id)).payment.refunded_amount).toBe('30.00')
    expect(rowsOf(id)).toHaveLength(1)
  })

  it('a refund that is retried minutes later adopts the portal refund made in between', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const order = world.woo.order(id)
    const row = world.woo.books.book(order, { amount: '30.00' })
    world.woo.books.setMeta(row, [{ key: '_puente_refund_state', value: 'asked' }])
    const first_asked_at = world.puente.ctx.clock.now().toISOString()
    const { transaction_id } = order
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 30 })
    await eventually(async () => (await orderAtPuente(id)).payment.refunded_amount === '30.00')
    expect(await refund(id, row.id, '30.00', { first_asked_at })).toMatchObject({
      status: 200,
      body: { refund: { state: 'succeeded', origin: 'portal' } },
    })
    await eventually(async () => rowsOf(id).length === 1)
    expect((await orderAtPuente(id)).payment.refunded_amount).toBe('30.00')
    // A portal refund is adopted once.
    const next = world.woo.books.book(order, { amount: '30.00' })
    expect(await refund(id, next.id, '30.00', { first_asked_at })).toMatchObject({ status: 201 })
    await settled(world)
    expect((await orderAtPuente(id)).payment.refunded_amount).toBe('60.00')
    expect(rowsOf(id)).toHaveLength(2)
  })

  it('the answer "it was this one" leaves one row for a refund in the portal and in WooCommerce', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const { transaction_id } = world.woo.order(id)
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 10 })
    await eventually(async () => rowsOf(id).length === 1)
    await settled(world)
    await pass(world, 5 * 60)
    const row = world.woo.books.book(world.woo.order(id), { amount: '10.00', reason: 'Roto' })
    const asked = await refund(id, row.id, '10.00')
    expect(asked).toMatchObject({ status: 202, body: { refund: { state: 'waiting' } } })
    await settled(world)
    const { ctx } = world.puente
    const answer = { resolution: 'already_made', refundLimit: undefined } as const
    const about = {
      storeId: WOO_STORE,
      orderExternalId: String(id),
      refundId: asked.body.refund.id,
    }
    expect(await resolveRefund(ctx, { ...about, ...answer })).toMatchObject({ outcome: 'resolved' })
    await settled(world)
    await pass(world, 15 * 60)
    await settled(world)
    expect(rowsOf(id).map(([rowId, amount]) => [rowId, amount])).toEqual([[row.id, '10.00']])
    expect((await orderAtPuente(id)).payment.refunded_amount).toBe('10.00')
    expect(await openAlerts()).not.toContain('refund_outside_puente')
  })

  it('a retry of a refund that a restored database lost moves no money and adds no row', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const order = world.woo.order(id)
    const row = world.woo.books.book(order, { amount: '30.00' })
    // The restored database knows neither the refund nor its request.
    world.woo.books.setMeta(row, [
      { key: '_puente_refund_state', value: 'asked' },
      { key: '_puente_refund', value: 'ref_01kaaaaaaaaaaaaaaaaaaaaaaa' },
    ])
    await world.control('/sandbox/portal/refund', {
      transaction_id: order.transaction_id,
      amount: 30,
    })
    await pass(world, 15 * 60)
    await settled(world)
    const again = await refund(id, row.id, '30.00')
    expect(again.body.refund.state).toMatch(/^(?:succeeded|waiting)$/)
    await settled(world)
    expect((await orderAtPuente(id)).payment.refunded_amount).toBe('30.00')
    expect(rowsOf(id).map(([rowId]) => rowId)).toEqual([row.id])
  })

  it('a manual refund in WooCommerce without the plugin opens an alert', async () => {
    const id = await paid()
    world.woo.books.book(world.woo.order(id), { amount: '5.00', reason: 'A mano' })
    world.woo.books.touch(world.woo.order(id))
    await pass(world, 120)
    await settled(world)
    await pass(world, 15 * 60)
    await eventually(async () => (await openAlerts()).includes('refund_outside_puente'))
  })
})
