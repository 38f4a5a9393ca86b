import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import {
  deliver,
  eventOf,
  type GatewayPayment,
  paymentAtGateway,
  unmatchedEvent,
} from '../support/gateway-events.ts'
import { merchantOf } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { CARDS, connectTestStore, eventually, type Json } from '../support/world.ts'

const world = useWorld()
afterEach(() => settled(world))

let orders = 0
const checkout = async (id = `S-${++orders}`, amount = '100.00') => {
  const body = { order: { id, amount, currency: 'HNL' } }
  const answer = await world.api('POST', '/v1/checkouts', body)
  const gatewayId: string = answer.body.payment.gateway_payment_id
  return { id, checkoutUrl: answer.body.payment.checkout_url, gatewayId }
}
const read = async (id: string) => (await world.api('GET', `/v1/orders/${id}`)).body
const timeline = async (id: string): Promise<string[]> =>
  (await world.api('GET', `/v1/orders/${id}/timeline`)).body.data.map(
    ({ kind }: { kind: string }) => kind,
  )
/** From the timeline, which gets each after its retry is scheduled. */
const notificationAttemptsOf = async (id: string): Promise<string[]> =>
  (await timeline(id)).filter((kind) => kind.startsWith('storefront'))
const notificationsOf = (id: string) =>
  world.shop.messages.filter(({ order }) => order.id === id).map(({ type }) => type)
const send = async (body: string, store?: string) => {
  expect((await deliver(world.url, { body, ...(store ? { store } : {}) })).status).toBe(200)
}
const advanceClock = async (seconds: number) => {
  const response = await fetch(`${world.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: seconds }),
  })
  expect(response.status).toBe(200)
}
const outcomeOf = async (event: string) => {
  const found = await world.puente.ctx.db.query
    .selectFrom('events')
    .select(['state', 'outcome'])
    .where('message_id', '=', JSON.parse(event).id)
    .executeTakeFirst()
  return found?.state === 'handled' && found.outcome
}

describe('a store that does not accept a notification', () => {
  it('a refused notification is retried under the same id with backoff, until the store accepts it', async () => {
    const { id, checkoutUrl } = await checkout()
    const before = world.shop.requests()
    world.shop.answerNext([500, 503])
    await world.pay(checkoutUrl)
    await eventually(async () => (await notificationAttemptsOf(id)).length === 1)
    expect([world.shop.requests(), notificationsOf(id)]).toEqual([before + 1, []])

    await advanceClock(6)
    await eventually(async () => (await notificationAttemptsOf(id)).length === 2)
    expect([world.shop.requests(), notificationsOf(id)]).toEqual([before + 2, []])
    await advanceClock(31)
    await eventually(async () => (await notificationAttemptsOf(id)).length === 3)
    expect(notificationsOf(id)).toEqual(['order.paid'])
    expect(await notificationAttemptsOf(id)).toEqual([
      'storefront_not_told',
      'storefront_not_told',
      'storefront_told',
    ])
  })

  it('a notification is retried for days, and then carries the current state', async () => {
    const { id, checkoutUrl, gatewayId } = await checkout()
    world.shop.answerNext(Array(10).fill(500))
    const before = world.shop.requests()
    await world.pay(checkoutUrl)
    // Longer than each backoff, and under the two days after which the store is paused.
    const waitsMinutes = [1, 2, 5, 20, 60, 120, 300, 480]
    for (const [index, minutes] of waitsMinutes.entries()) {
      await eventually(async () => world.shop.requests() === before + index + 1)
      await settled(world)
      await advanceClock(minutes * 60)
    }
    const payment = await paymentAtGateway(world, gatewayId)
    const voided = eventOf(payment, 'voided', { transaction_id: payment.transaction_id })
    await send(voided)
    await eventually(() => outcomeOf(voided))
    await eventually(async () => {
      await advanceClock(8 * 3_600)
      return notificationsOf(id).length === 2
    })
    const heard = world.shop.messages.filter(({ order }) => order.id === id)
    expect(heard.map(({ type }) => type).toSorted()).toEqual(['order.paid', 'order.voided'])
    expect(heard.map(({ order }) => order.status)).toEqual(['voided', 'voided'])
  })

  it('the retry after a lost answer carries the same id', async () => {
    const { id, checkoutUrl } = await checkout()
    await world.pay(checkoutUrl)
    const first = await world.shop.waitFor(({ order }) => order.id === id)
    // A worker crash between the store's response and the commit.
    await world.puente.ctx.db.query
      .updateTable('tasks')
      .set({ state: 'ready', ended_at: null })
      .where('kind', '=', 'notify-storefront')
      .where(sql`payload ->> 'paymentId'`, '=', first.payment.id)
      .execute()
    world.puente.ctx.signals.send('puente_work')
    await eventually(async () => notificationsOf(id).length === 2)
    const ids = world.shop.messages.filter(({ order }) => order.id === id).map((told) => told.id)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('a notification that is out of date', () => {
  it('a decline is not reported after the order is paid', async () => {
    const { id, checkoutUrl } = await checkout()
    world.shop.answerNext([500])
    const before = world.shop.requests()
    await world.pay(checkoutUrl, CARDS.declined)
    await eventually(async () => world.shop.requests() === before + 1)
    await world.pay(checkoutUrl)
    await world.shop.waitFor(({ order }) => order.id === id)
    await settled(world)
    await advanceClock(60)
    await settled(world)
    expect(notificationsOf(id)).toEqual(['order.paid'])
  })
})

describe('a clock that is set back', () => {
  it('the later notification of an order still carries the later time', async () => {
    const { id, checkoutUrl } = await checkout()
    await world.pay(checkoutUrl)
    const paid = await world.shop.waitFor(({ order }) => order.id === id)
    await advanceClock(-90 * 60)
    const asked = { amount: '20.00' }
    await world.control('/sandbox/settle', {})
    await world.api('POST', `/v1/orders/${id}/refunds`, asked, {
      'idempotency-key': `back-${id}`,
    })
    const refunded = await world.shop.waitFor(
      ({ order, type }) => order.id === id && type === 'order.partially_refunded',
    )
    expect(Date.parse(refunded.timestamp)).toBeGreaterThan(Date.parse(paid.timestamp))
    await advanceClock(90 * 60)
  })
})

describe('a store that accepts connections and never answers', () => {
  it('a silent store delays no other store', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const { query } = world.puente.ctx.db
    const id = 'muda'
    await connectTestStore(world.puente, { id, notifyUrl: `http://127.0.0.1:${port}/` })

    const { id: orderId } = await checkout()
    await sql`
      WITH copies AS (
        INSERT INTO orders SELECT copy.* FROM orders, generate_series(1, 120) n,
          jsonb_populate_record(orders, jsonb_build_object('id', 'ord_silent_' || n,
            'store_id', ${id}::text, 'external_id', 'silent-' || n, 'pay_token', 'silent-' || n)) copy
        WHERE orders.external_id = ${orderId} RETURNING orders.id
      )
      INSERT INTO tasks (kind, needs, store_id, order_id, payload, run_at, created_at)
      SELECT 'notify-storefront', 'shop', ${id}, id, jsonb_build_object(
        'type', 'order.voided', 'paymentId', null, 'messageId', 'msg_' || id), 'epoch', 'epoch'
      FROM copies`.execute(query)
    world.puente.ctx.signals.send('puente_work')
    await eventually(async () => (await connections(silent)) >= 8)

    const next = await checkout()
    await world.pay(next.checkoutUrl)
    await world.shop.waitFor(({ order }) => order.id === next.id)
    expect(await connections(silent)).toBe(8)

    await query.deleteFrom('tasks').where('store_id', '=', StoreId.parse(id)).execute()
    silent.closeAllConnections()
    silent.close()
  })

  const connections = (server: Server): Promise<number> =>
    new Promise((resolve, reject) => {
      server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
    })
})

describe('a process that dies', () => {
  it('a task that a worker claimed without an outcome runs again', async () => {
    const { query } = world.puente.ctx.db
    const { id, checkoutUrl } = await checkout()
    world.shop.answerNext([500])
    const before = world.shop.requests()
    await world.pay(checkoutUrl)
    await eventually(async () => world.shop.requests() === before + 1)
    await settled(world)
    const { numUpdatedRows } = await query
      .updateTable('tasks')
      .set({
        state: 'running',
        process_id: world.puente.ctx.processId,
        handed_at: new Date(Date.now() - 60_000),
      })
      .where('kind', '=', 'notify-storefront')
      .where('state', '=', 'ready')
      .executeTakeFirst()
    expect(numUpdatedRows).toBe(1n)
    await world.shop.waitFor(({ order }) => order.id === id)
  })

  it('another process soon claims the tasks of a dead one', async () => {
    const { query } = world.puente.ctx.db
    const { id, checkoutUrl } = await checkout()
    world.shop.answerNext([500])
    const before = world.shop.requests()
    await world.pay(checkoutUrl)
    await eventually(async () => world.shop.requests() === before + 1)
    await settled(world)
    const { numUpdatedRows } = await query
      .updateTable('tasks')
      .set({ state: 'running', process_id: 12_345, handed_at: new Date() })
      .where('kind', '=', 'notify-storefront')
      .where('state', '=', 'ready')
      .executeTakeFirst()
    expect(numUpdatedRows).toBe(1n)
    await world.shop.waitFor(({ order }) => order.id === id)
  })
})

describe('an order with more than one payment', () => {
  const twoAttempts = async (amount = '150.00') => {
    const first = await checkout()
    const second = await checkout(first.id, amount)
    return { id: first.id, first, second }
  }
  const payment = (of: { gatewayId: string }): Promise<GatewayPayment> =>
    paymentAtGateway(world, of.gatewayId)

  it('a late expiry of the old payment does not change the paid order', async () => {
    const { id, first, second } = await twoAttempts()
    await world.pay(second.checkoutUrl)
    await world.shop.waitFor(({ order }) => order.id === id)
    const expired = eventOf(await payment(first), 'expired')
    await send(expired)
    await eventually(() => outcomeOf(expired))
    await settled(world)
    expect(await read(id)).toMatchObject({ order: { status: 'paid' }, payment: { attempt: 2 } })
    expect(notificationsOf(id)).toEqual(['order.paid'])
  })

  it('the expiry of the old payment does not end the order that waits on the new one', async () => {
    const { id, first, second } = await twoAttempts()
    await send(eventOf(await payment(first), 'expired'))
    await send(eventOf(await payment(first), 'failed'))
    await settled(world)
    expect((await read(id)).order.status).toBe('awaiting_payment')
    expect(notificationsOf(id)).toEqual([])
    await send(eventOf(await payment(second), 'expired'))
    await settled(world)
    expect((await read(id)).order.status).toBe('payment_expired')
    expect(notificationsOf(id)).toEqual(['order.payment_expired'])
  })

  it('an order whose payment expired gets a new payment, and is paid with it', async () => {
    const { id, gatewayId } = await checkout()
    await send(eventOf(await paymentAtGateway(world, gatewayId), 'expired'))
    // A later notification would be skipped once the order is payable again.
    await eventually(async () => notificationsOf(id).length === 1)
    const again = await checkout(id)
    expect(again.gatewayId).not.toBe(gatewayId)
    expect(await read(id)).toMatchObject({
      order: { status: 'awaiting_payment' },
      payment: { attempt: 2, state: 'pending' },
    })
    await world.pay(again.checkoutUrl)
    await eventually(async () => notificationsOf(id).length === 2)
    expect(notificationsOf(id)).toEqual(['order.payment_expired', 'order.paid'])
  })

  it('an order paid with the old amount is held, with an alert for the merchant', async () => {
    const { id, first } = await twoAttempts()
    await world.pay(first.checkoutUrl)
    await world.shop.waitFor(({ order }) => order.id === id)
    expect(await read(id)).toMatchObject({
      order: { status: 'on_hold', conflict: 'paid_other_amount', amount: '150.00' },
      payment: { attempt: 1, amount: '100.00', state: 'paid' },
    })
    expect(notificationsOf(id)).toEqual(['order.attention_required'])
    expect(await timeline(id)).toContain('order_in_conflict')
  })

  it('a third charge notifies the store in the same way as the second one', async () => {
    const { id, first, second } = await twoAttempts()
    const third = await checkout(id, '175.00')
    for (const [paid, of] of [third, second, first].entries()) {
      await world.pay(of.checkoutUrl)
      await eventually(async () => notificationsOf(id).length === paid + 1)
    }
    expect(notificationsOf(id)).toEqual([
      'order.paid',
      'order.attention_required',
      'order.attention_required',
    ])
  })

  it('an order with both payments paid is sold once, and the store is notified that it needs attention', async () => {
    for (const newestFirst of [false, true]) {
      const { id, first, second } = await twoAttempts()
      const [one, other] = newestFirst ? [second, first] : [first, second]
      await world.pay(one.checkoutUrl)
      await eventually(async () => notificationsOf(id).length === 1)
      await world.pay(other.checkoutUrl)
      await eventually(async () => (await read(id)).order.conflict === 'paid_twice')
      await settled(world)
      expect(await read(id)).toMatchObject({ order: { status: 'paid' }, payment: { attempt: 2 } })
      const told = notificationsOf(id)
      expect(told.filter((type) => type === 'order.paid')).toHaveLength(1)
      expect(told.at(-1)).toMatch(newestFirst ? 'order.attention_required' : /order\./)
      expect(told).toContain('order.attention_required')
    }
  })

  it('an order paid twice with the right amount, the newer payment first, is sold once', async () => {
    const id = `S-${++orders}`
    const order = { id, amount: '100.00', currency: 'HNL' }
    const soon = { order, expires_in_minutes: 1 }
    const { body } = await world.api('POST', '/v1/checkouts', soon)
    const first = { id, checkoutUrl: body.payment.checkout_url }
    await advanceClock(45)
    const second = await checkout(id)
    await world.pay(second.checkoutUrl)
    await world.shop.waitFor(({ order }) => order.id === first.id)
    // The gateway's times are whole seconds, and the tie-break favours the lower attempt.
    await world.control('/sandbox/clock', { advance_seconds: 2 })
    await world.pay(first.checkoutUrl)
    await eventually(async () => (await read(first.id)).order.conflict === 'paid_twice')
    await settled(world)
    expect(notificationsOf(first.id)).toEqual(['order.paid', 'order.attention_required'])
  })

  it('an order whose wrong payment was voided is no longer in conflict', async () => {
    const { id, first } = await twoAttempts()
    await world.pay(first.checkoutUrl)
    await eventually(async () => (await read(id)).order.status === 'on_hold')
    const paid = await payment(first)
    await send(eventOf(paid, 'voided', { transaction_id: paid.transaction_id }))
    await eventually(async () => (await read(id)).order.status === 'voided')
    await settled(world)
    expect((await read(id)).order.conflict).toBeNull()
    expect(notificationsOf(id)).toEqual(['order.attention_required', 'order.voided'])
  })
})

describe('an event that is not about an order of this store', () => {
  it('an event of an unmatched payment is kept, and has no effect', async () => {
    const event = unmatchedEvent()
    await send(event)
    expect(await eventually(() => outcomeOf(event))).toBe('foreign')
  })

  it('an event of an unknown type is kept', async () => {
    for (const type of ['payment.disputed', 'payout.sent']) {
      const event = JSON.stringify({ id: crypto.randomUUID(), type, data: { id: 'x' } })
      await send(event)
      expect(await eventually(() => outcomeOf(event))).toBe('type-without-effect')
    }
  })

  it('an event of another store’s payment does not change that store’s order', async () => {
    await connectTestStore(world.puente, { id: 'otra', notifyUrl: null })
    const { id, gatewayId } = await checkout()
    const event = eventOf(await paymentAtGateway(world, gatewayId), 'approved')
    await send(event, 'otra')
    expect(await eventually(() => outcomeOf(event))).toBe('foreign')
    await settled(world)
    expect((await read(id)).order.status).toBe('awaiting_payment')
    expect(notificationsOf(id)).toEqual([])
  })

  it('an approved second payment that the gateway made for our one creation pays the order', async () => {
    const { id, checkoutUrl, gatewayId } = await checkout()
    const duplicate = { ...(await paymentAtGateway(world, gatewayId)), id: 5_000_000 + orders }
    const expired = eventOf(duplicate, 'expired')
    await send(expired)
    expect(await eventually(() => outcomeOf(expired))).toBe('twin')
    expect((await read(id)).order.status).toBe('awaiting_payment')

    const approved = eventOf(duplicate, 'approved')
    await send(approved)
    await send(approved)
    await world.shop.waitFor(({ order }) => order.id === id)
    expect(await read(id)).toMatchObject({
      order: { status: 'paid' },
      payment: { attempt: 2, gateway_payment_id: String(duplicate.id) },
    })
    expect(await timeline(id)).toContain('payment_adopted')

    await world.pay(checkoutUrl)
    await eventually(async () => (await read(id)).order.conflict === 'paid_twice')
    await eventually(async () => notificationsOf(id).length === 2)
    expect(notificationsOf(id)).toEqual(['order.paid', 'order.attention_required'])
  })
})

describe('an event that contradicts itself', () => {
  it('a decline of a paid payment makes Puente query the gateway, and believe the answer', async () => {
    // The gateway delivers this store's webhooks to the other store.
    const id = 'sorda'
    const apiKey = await connectTestStore(world.puente, { id, notifyUrl: world.shop.url })
    const response = await fetch(`${world.url}/v1/checkouts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ order: { id, amount: '100.00', currency: 'HNL' } }),
    })
    const { payment } = (await response.json()) as { payment: Record<string, string> }
    await world.pay(payment.checkout_url ?? '')
    const paid = await paymentAtGateway(world, payment.gateway_payment_id ?? '')
    await send(eventOf(paid, 'failed', { status: 'paid' }), id)
    const told = await world.shop.waitFor(
      ({ order, type }) => order.id === id && type === 'order.paid',
    )
    expect(told.payment.transaction_id).toBe(paid.transaction_id)
  })

  it('an order that only seems paid does not become paid', async () => {
    const { id, gatewayId } = await checkout()
    const payment = await paymentAtGateway(world, gatewayId)
    const event = eventOf(payment, 'failed', { status: 'paid' })
    await send(event)
    await eventually(() => outcomeOf(event))
    await settled(world)
    expect((await read(id)).order.status).toBe('awaiting_payment')
    expect(notificationsOf(id)).toEqual(['order.payment_failed'])
  })

  it('a fee with fractions of a centavo does not keep an order from being paid', async () => {
    const { id, gatewayId } = await checkout()
    const payment = await paymentAtGateway(world, gatewayId)
    const odd = { amount: 100, service_fee_amount: 4.348, total: 104.348, paid_at: '' }
    await send(eventOf(payment, 'approved', odd))
    await world.shop.waitFor(({ order, type }) => order.id === id && type === 'order.paid')
  })

  it('an amount that is set back reuses the payment of that amount', async () => {
    const first = await checkout(undefined, '100.00')
    await checkout(first.id, '120.00')
    const again = await checkout(first.id, '100.00')
    expect(again.gatewayId).toBe(first.gatewayId)
    expect((await read(first.id)).payment.attempt).toBe(1)
  })

  it('an event whose payment is unreadable is kept, and leaves a dead task', async () => {
    const { id, gatewayId } = await checkout()
    const payment = await paymentAtGateway(world, gatewayId)
    const event = eventOf(payment, 'approved', { currency: null })
    await send(event)
    expect(await eventually(() => outcomeOf(event))).toBe('unreadable')
    await settled(world)
    const dead = await world.puente.ctx.db.query
      .selectFrom('tasks')
      .select('last_error')
      .where('state', '=', 'dead')
      .execute()
    expect(dead.at(-1)?.last_error).toContain('unreadable event')
    expect((await read(id)).order.status).toBe('awaiting_payment')
  })
})

describe('a charge without a time', () => {
  it('a charge without a time pays the order, and a second checkout returns it', async () => {
    const { id, gatewayId } = await checkout()
    const payment = await paymentAtGateway(world, gatewayId)
    await send(eventOf(payment, 'approved', { paid_at: null }))
    await world.shop.waitFor(({ order }) => order.id === id)
    const again = await checkout(id)
    expect(again.gatewayId).toBe(gatewayId)
  })

  it('the alert of an order paid twice shows the event’s time for such a charge, not 1969', async () => {
    const { id, gatewayId } = await checkout()
    const merchant = merchantOf(world)
    await merchant.confirm(id, await merchant.token())
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    const payment = await paymentAtGateway(world, gatewayId)
    const made = '2026-05-04 10:15:00'
    const event = JSON.parse(eventOf(payment, 'approved', { paid_at: null }))
    await send(JSON.stringify({ ...event, created_at: made }))
    await merchant.readWhen(id, ({ order }) => order.conflict === 'paid_twice')
    const english = { 'accept-language': 'en' }
    const { body } = await world.api('GET', '/v1/alerts', undefined, english)
    const alert = body.data.find(({ order_id }: Json) => order_id === id)
    const text = `${alert.what} ${alert.why} ${alert.todo}`
    expect(text).not.toMatch(/19(69|70)|Invalid/)
    expect(text).toMatch(/reported by the gateway May 4, 2026, 10:15\sAM Honduras time/)
  })

  it('the charge gets its time from a later event', async () => {
    const { id, gatewayId } = await checkout()
    const payment = await paymentAtGateway(world, gatewayId)
    await send(eventOf(payment, 'approved', { paid_at: null }))
    await world.shop.waitFor(({ order }) => order.id === id)
    expect((await read(id)).order.paid_at).toBeNull()
    await send(eventOf(payment, 'approved'))
    await settled(world)
    expect((await read(id)).order.paid_at).toBe('2026-05-04T17:59:00.000Z')
  })
})
