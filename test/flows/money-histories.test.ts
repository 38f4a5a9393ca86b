import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { settled } from '../support/settled.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { eventually, type Json } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy()

let orders = 0
const checkout = async (id: string, amount = '100.00') =>
  (await world.api('POST', '/v1/checkouts', { order: { id, amount, currency: 'HNL' } })).body
const refundInFull = (id: string, body: Json) =>
  world.api('POST', `/v1/orders/${id}/refunds`, body, { 'idempotency-key': `${id}-${++orders}` })
const lastTold = (id: string) => world.shop.messages.filter(({ order }) => order.id === id).at(-1)

const paidTwice = async (): Promise<{ id: string; extra: Json }> => {
  const id = `H-${++orders}`
  const first = await checkout(id, '90.00')
  const second = await checkout(id)
  await world.pay(second.payment.checkout_url)
  await world.pay(first.payment.checkout_url)
  await world.shop.waitFor(
    ({ order, type }) => order.id === id && type === 'order.attention_required',
  )
  return { id, extra: first.payment }
}

describe('an order that was paid twice', () => {
  it('a refund of the extra charge notifies the store that the conflict is over', async () => {
    const { id, extra } = await paidTwice()
    await refundInFull(id, { payment_id: extra.id })
    await settled(world)
    expect(lastTold(id)).toMatchObject({
      type: 'order.updated',
      order: { status: 'paid', conflict: null },
      refunds: [{ kind: 'void', state: 'succeeded', payment_id: extra.id }],
    })
  })

  it('a partial refund of the extra charge notifies the store', async () => {
    const { id, extra } = await paidTwice()
    await world.control('/sandbox/settle', {})
    await refundInFull(id, { payment_id: extra.id, amount: '30.00' })
    await settled(world)
    expect(lastTold(id)).toMatchObject({
      type: 'order.updated',
      order: { status: 'paid', conflict: 'paid_twice' },
      refunds: [{ kind: 'refund', state: 'succeeded', amount: '30.00' }],
    })
  })

  it('the store is notified of both refunds when one charge after the other is refunded', async () => {
    const { id, extra } = await paidTwice()
    await refundInFull(id, {})
    await settled(world)
    expect(lastTold(id)?.order).toMatchObject({ status: 'on_hold', conflict: 'paid_other_amount' })
    await refundInFull(id, { payment_id: extra.id })
    await settled(world)
    expect(lastTold(id)).toMatchObject({
      type: 'order.voided',
      order: { status: 'voided', conflict: null },
      refunds: [{ kind: 'void' }, { kind: 'void' }],
    })
  })
})

describe('an order on hold', () => {
  it('a partial refund of an order on hold notifies the store', async () => {
    const id = `H-${++orders}`
    const { payment } = await checkout(id)
    await world.api('POST', `/v1/orders/${id}/cancel`)
    await world.pay(payment.checkout_url)
    await world.shop.waitFor(({ order, type }) => order.id === id && type.endsWith('_required'))
    await world.control('/sandbox/settle', {})
    await refundInFull(id, { amount: '30.00' })
    await settled(world)
    expect(lastTold(id)).toMatchObject({
      type: 'order.updated',
      order: { status: 'on_hold', conflict: 'paid_after_cancellation' },
      refunds: [{ state: 'succeeded', amount: '30.00' }],
    })
  })
})

describe('a checkout that is retried while its first attempt is searched for', () => {
  const pass = (seconds: number) =>
    fetch(`${world.url}/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_seconds: seconds }),
    })
  const attempts = async (id: string) => {
    const { rows } = await world.puente.ctx.db.pool.query(
      'SELECT payments.state FROM payments JOIN orders ON orders.id = order_id WHERE external_id = $1',
      [id],
    )
    return rows.map(({ state }) => state)
  }
  const searches = () => proxy.seen.filter((route) => route.startsWith('GET /v1/payments?')).length

  it('an attempt that fails again is abandoned in the end', async () => {
    const id = `H-${++orders}`
    const overloaded = { kind: 'answer', status: 503 } as const
    proxy.next('POST /v1/payments', overloaded)
    await checkout(id)
    expect(await attempts(id)).toEqual(['intended'])

    const before = searches()
    proxy.next('GET /v1/payments', { kind: 'slow', ms: 400 })
    await pass(3 * 60)
    await eventually(async () => searches() > before)
    proxy.next('POST /v1/payments', { ...overloaded, after: () => sleep(800) })
    await checkout(id)
    await settled(world)
    expect(await attempts(id)).toEqual(['intended'])

    await pass(60 * 60)
    await settled(world)
    expect(await attempts(id)).toEqual(['abandoned'])
  })
})

describe('a saved card that is being charged', () => {
  it('the task that resolves the charge exists before the charge, in case Puente dies', async () => {
    const id = `H-${++orders}`
    const route = 'POST /v1/payment-methods/pm_1/charge'
    proxy.next(route, { kind: 'answer', status: 503, after: () => sleep(500) })
    const order = { id, amount: '100.00', currency: 'HNL' }
    const charged = world.api('POST', '/v1/checkouts', { order, payment_method: 'pm_1' })
    await eventually(async () => proxy.seen.includes(route))
    const { rows } = await world.puente.ctx.db.pool.query(
      `SELECT kind FROM tasks JOIN orders ON orders.id = order_id
       WHERE external_id = $1 AND tasks.state <> 'done'`,
      [id],
    )
    expect(rows).toEqual([{ kind: 'find-out-charge' }])
    await charged
  })
})
