import { beforeAll, describe, expect, it } from 'vitest'
import { pass, setSandbox } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()

let orders = 0
const checkout = async (id: string, amount = '100.00') =>
  (await world.api('POST', '/v1/checkouts', { order: { id, amount, currency: 'HNL' } })).body
const read = async (id: string) => (await world.api('GET', `/v1/orders/${id}`)).body
const problemOf = async (id: string) =>
  (await world.api('GET', '/v1/alerts')).body.data.find(({ order_id }: Json) => order_id === id)

const loseNext = (event: string) =>
  setSandbox(world, 'faults', { next: [{ on: event, fault: 'drop' }] })

const kindOfReturn = async (payUrl: string, query = 'waited=1'): Promise<string> => {
  const status: Json = await (await fetch(`${payUrl}/return/status?${query}`)).json()
  return status.kind
}

describe('an order that its store has cancelled', () => {
  it('the pay link of a cancelled order ends, and the order gets no new checkout', async () => {
    const id = `C-${++orders}`
    const { pay_url } = await checkout(id)
    const answer = await world.api('POST', `/v1/orders/${id}/cancel`)
    expect(answer).toMatchObject({ status: 200, body: { order: { status: 'cancelled' } } })
    expect((await world.api('POST', `/v1/orders/${id}/cancel`)).status).toBe(200)
    expect((await fetch(pay_url)).status).toBe(410)
    const again = await world.api('POST', '/v1/checkouts', {
      order: { id, amount: '100.00', currency: 'HNL' },
    })
    expect(again).toMatchObject({ status: 409, body: { code: 'order_cancelled' } })
  })

  it('a cancelled order that is paid is held, the store is notified, and one call refunds it', async () => {
    const id = `C-${++orders}`
    const { payment } = await checkout(id)
    await world.api('POST', `/v1/orders/${id}/cancel`)
    await world.pay(payment.checkout_url)
    await world.shop.waitFor(
      ({ order, type }) => order.id === id && type === 'order.attention_required',
    )
    expect((await read(id)).order).toMatchObject({
      status: 'on_hold',
      conflict: 'paid_after_cancellation',
    })
    expect(await problemOf(id)).toMatchObject({ kind: 'order_paid_after_cancellation' })
    const headers = { 'idempotency-key': id }
    expect((await world.api('POST', `/v1/orders/${id}/refunds`, {}, headers)).status).toBe(201)
    expect((await read(id)).order).toMatchObject({ status: 'voided', conflict: null })
    expect(await problemOf(id)).toBeUndefined()
    expect(
      world.shop.messages.some(({ order, type }) => order.id === id && type === 'order.paid'),
    ).toBe(false)
  })

  it('the return page does not ask a customer who has just paid a cancelled order to order again', async () => {
    const id = `C-${++orders}`
    const { payment, pay_url } = await checkout(id)
    await world.api('POST', `/v1/orders/${id}/cancel`)
    await loseNext('payment.approved')
    await world.pay(payment.checkout_url)
    expect(await kindOfReturn(pay_url)).toBe('confirming')
    await eventually(async () => (await kindOfReturn(pay_url)) === 'on-hold')
  })

  it('a customer who has not paid a cancelled order reads so, once the gateway was queried', async () => {
    const { payment, pay_url } = await checkout(`C-${++orders}`)
    await world.api('POST', `/v1/orders/C-${orders}/cancel`)
    expect(await kindOfReturn(pay_url, 'cancelled')).toBe('ended')
    expect(await kindOfReturn(pay_url)).toBe('confirming')
    await pass(world, 10)
    expect(await kindOfReturn(pay_url)).toBe('ended')
    await loseNext('payment.approved')
    await world.pay(payment.checkout_url)
    await pass(world, 60)
    await eventually(async () => (await kindOfReturn(pay_url)) === 'on-hold')
  })

  it('a paid order cannot be cancelled', async () => {
    const id = `C-${++orders}`
    const { payment } = await checkout(id)
    await world.pay(payment.checkout_url)
    await eventually(async () => (await read(id)).order.status === 'paid')
    expect((await world.api('POST', `/v1/orders/${id}/cancel`)).body.code).toBe(
      'order_already_paid',
    )
    expect((await world.api('POST', '/v1/orders/nobody/cancel')).status).toBe(404)
  })
})

describe('a store whose policy refunds conflicts immediately', () => {
  let apiKey: string
  beforeAll(async () => {
    apiKey = await connectTestStore(world.puente, {
      id: TEST_STORE,
      notifyUrl: world.shop.url,
      policy: { on_conflict: 'refund' },
    })
  })
  const call = (method: string, path: string, body?: Json) =>
    fetch(`${world.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).then((answer) => answer.json() as Promise<Json>)
  const order = (id: string, amount: string) =>
    call('POST', '/v1/checkouts', { order: { id, amount, currency: 'HNL' } })

  it('the extra charge of an order paid twice is voided, and the order stays paid', async () => {
    const id = `V-${++orders}`
    const first = await order(id, '100.00')
    const second = await order(id, '110.00')
    await world.pay(second.payment.checkout_url)
    await world.pay(first.payment.checkout_url)
    const settled = await eventually(async () => {
      const now = await call('GET', `/v1/orders/${id}`)
      return now.refunds[0]?.state === 'succeeded' ? now : undefined
    })
    expect(settled).toMatchObject({
      order: { status: 'paid', conflict: null },
      refunds: [{ kind: 'void', origin: 'policy', amount: '100.00', payment_id: first.payment.id }],
    })
    expect(settled.refunds).toHaveLength(1)
  })

  it('an order paid after its cancellation is voided', async () => {
    const id = `V-${++orders}`
    const { payment } = await order(id, '50.00')
    await call('POST', `/v1/orders/${id}/cancel`)
    await world.pay(payment.checkout_url)
    await eventually(async () => {
      const now = await call('GET', `/v1/orders/${id}`)
      return now.order.status === 'voided' && now.refunds[0].origin === 'policy'
    })
  })
})

describe('tax, tip and fee', () => {
  it('tax, tip and fee explain a total above the amount and are no conflict', async () => {
    const apiKey = await connectTestStore(world.puente, {
      id: TEST_STORE,
      notifyUrl: world.shop.url,
      policy: {
        sales_tax: { type: 'percentage', value: '15' },
        tip: { preset_percentages: ['10'] },
        service_fee: true,
      },
    })
    const call = (method: string, path: string, body?: Json) =>
      fetch(`${world.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }).then((answer) => answer.json() as Promise<Json>)
    const id = `F-${++orders}`
    const { payment } = await call('POST', '/v1/checkouts', {
      order: { id, amount: '100.00', currency: 'HNL' },
    })
    await world.control('/sandbox/pay', {
      checkout_url: payment.checkout_url,
      card: { number: '4111111111111111', exp_month: 12, exp_year: 2040, cvc: '123' },
      tip: '10.00',
    })
    const paid = await eventually(async () => {
      const now = await call('GET', `/v1/orders/${id}`)
      return now.order.status === 'paid' ? now : undefined
    })
    expect(paid.order.conflict).toBeNull()
    const { amount, sales_tax, tip, service_fee, total } = paid.payment
    expect([amount, sales_tax, tip]).toEqual(['100.00', '16.50', '10.00'])
    const sum = [amount, sales_tax, tip, service_fee].reduce((all, part) => all + Number(part), 0)
    expect(sum.toFixed(2)).toBe(total)
    expect(Number(service_fee)).toBeGreaterThan(0)
  })
})
