import { beforeAll, describe, expect, it } from 'vitest'
import { hondurasDayOf } from '../../src/contract/honduras-time.ts'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { CHALLENGE_CARD, merchantOf, pass } from '../support/merchant.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { CARDS, eventually, type Json } from '../support/world.ts'

const world = useWorld()
const operator = useStarted(() => startOperatorApi(world))
const merchant = merchantOf(world, { prefix: 'D' })
const DECLINED_WHEN_SAVED = '4000000000000341'
const owner = personWith('olga', { main: 'owner' })

const get = async (path: string): Promise<Json> => {
  const answer = await operator.call(owner, 'GET', `/operator/v1${path}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const orderOf = async (id: string): Promise<Json> => {
  const { data } = await get(`/orders?search=${id}`)
  return data[0]
}
const wholeOf = async (id: string): Promise<Json> => get(`/orders/${(await orderOf(id)).id}`)
const declinesOf = async (id: string): Promise<number> => (await orderOf(id)).decline_count
const moneyNow = async (): Promise<Json> => {
  const day = hondurasDayOf(world.puente.ctx.clock.now())
  const { data } = await get(`/money?from=${day}&to=${day}`)
  return data[0] ?? { declined: { count: 0 }, paid: { count: 0 }, decline_reasons: [] }
}
const whenDeclined = (id: string, count: number) =>
  eventually(async () => (await declinesOf(id)) === count)

const send = async (body: string) => {
  const response = await deliver(world.url, { body })
  expect(response.status).toBe(200)
  await settled(world)
}

describe('declines at the hosted page', () => {
  it('ten paid orders and four declines, two of them before a payment, are an approval of 71 %', async () => {
    for (let each = 0; each < 8; each++) await merchant.paid()
    const [first, second, third] = [
      await merchant.open(),
      await merchant.open(),
      await merchant.open(),
    ]
    await world.pay(first.checkoutUrl, CARDS.declined)
    await whenDeclined(first.id, 1)
    await world.pay(first.checkoutUrl, CARDS.declined)
    await whenDeclined(first.id, 2)
    await world.pay(first.checkoutUrl)
    await world.pay(second.checkoutUrl, CARDS.declined)
    await whenDeclined(second.id, 1)
    await world.pay(second.checkoutUrl)
    await world.pay(third.checkoutUrl, CARDS.declined)
    await whenDeclined(third.id, 1)
    await merchant.readWhen(second.id, ({ order }) => order.status === 'paid')
    await merchant.readWhen(first.id, ({ order }) => order.status === 'paid')
    const money = await moneyNow()
    expect(money).toMatchObject({ paid: { count: 10 }, declined: { count: 4 } })
    expect(money.approval_rate).toBeCloseTo(10 / 14)
    expect(money.decline_reasons).toEqual([{ code: 'unknown', count: 4 }])
    const day = hondurasDayOf(world.puente.ctx.clock.now())
    const { data: rows } = await get(`/money/rows?from=${day}&to=${day}&kind=declined`)
    expect(new Set(rows.map(({ decline_id }: Json) => decline_id)).size).toBe(4)
    expect(rows.map(({ order }: Json) => order.external_id).sort()).toEqual(
      [first.id, first.id, second.id, third.id].sort(),
    )
  })

  it('the order stays payable, and its page says declined with time and how often', async () => {
    const { id, checkoutUrl } = await merchant.open()
    await world.pay(checkoutUrl, CARDS.declined)
    await whenDeclined(id, 1)
    const { order, payments, timeline } = await wholeOf(id)
    expect(order).toMatchObject({
      status: 'awaiting_payment',
      payment_mode: 'hosted',
      decline_count: 1,
      last_decline: { at: expect.any(String), code: null, message: null },
    })
    expect(payments[0]).toMatchObject({ state: 'pending', decline_count: 1, decline: null })
    const texts = timeline.map(({ text }: Json) => text)
    expect(texts).toContainEqual(
      expect.stringMatching(/^La tarjeta fue rechazada para L.100\.00 \(el intento 1\)$/),
    )
    const { body } = await world.api('GET', `/v1/orders/${id}`)
    expect(body.payment).toMatchObject({
      decline_count: 1,
      last_declined_at: order.last_decline.at,
    })
  })
})

describe('payment.failed events', () => {
  let id: string
  let payment: Json
  beforeAll(async () => {
    const open = await merchant.open()
    id = open.id
    payment = await paymentAtGateway(world, open.gatewayId)
  })

  it('a repeated event counts once, and another one is another card', async () => {
    const body = eventOf(payment as never, 'failed')
    await send(body)
    await send(body)
    expect(await declinesOf(id)).toBe(1)
    await send(eventOf(payment as never, 'failed'))
    expect(await declinesOf(id)).toBe(2)
  })

  it('a late decline of a paid order counts, and the order stays paid', async () => {
    const paid = await merchant.paid()
    const shown = await paymentAtGateway(world, paid.gatewayId)
    await send(eventOf(shown, 'failed'))
    const { order } = await wholeOf(paid.id)
    expect(order).toMatchObject({ status: 'paid', decline_count: 1 })
  })

  it("the processor's reason is shown if the event has one, bounded and without a card number", async () => {
    const Errors = [{ Code: '51', Message: 'Insufficient funds' }]
    await send(eventOf(payment as never, 'failed', { IsoResponseCode: '51', Errors }))
    const first = await wholeOf(id)
    expect(first.order.last_decline).toMatchObject({ code: '51', message: 'Insufficient funds' })
    expect(first.timeline.map(({ text }: Json) => text)).toContainEqual(
      expect.stringMatching(/^La tarjeta fue rechazada .*: Fondos insuficientes \(51\)$/),
    )
    const hostile = `<img src=x onerror=alert(1)> 4111111111111111 ${'x'.repeat(20_000)}`
    const strange = [{ Code: hostile, Message: hostile }, 7]
    await send(eventOf(payment as never, 'failed', { Errors: strange.slice(0, 1) }))
    const { order } = await wholeOf(id)
    expect(order.last_decline.code.length).toBeLessThanOrEqual(40)
    expect(order.last_decline.message.length).toBeLessThanOrEqual(300)
    expect(JSON.stringify(order)).not.toContain('4111111111111111')
  })

  it('the last decline has the reason of its own charge, not that of an earlier one', async () => {
    const open = await merchant.open()
    const shown = await paymentAtGateway(world, open.gatewayId)
    const Errors = [{ Code: '51', Message: 'Insufficient funds' }]
    await send(eventOf(shown, 'failed', { Errors }))
    const first = await orderOf(open.id)
    expect(first.last_decline).toMatchObject({ code: '51' })
    const later = { created_at: '2099-01-01 12:00:00' }
    await send(JSON.stringify({ ...JSON.parse(eventOf(shown, 'failed')), ...later }))
    const { order } = await wholeOf(open.id)
    expect(order.decline_count).toBe(2)
    expect(Date.parse(order.last_decline.at)).toBeGreaterThan(Date.parse(first.last_decline.at))
    expect(order.last_decline).toMatchObject({ code: null, message: null })
    expect((await orderOf(open.id)).last_decline).toEqual(order.last_decline)
  })

  it.each([[null], ['no'], [[]], [[null]], [{ Code: 5 }]])(
    'an unreadable reason (%j) is a decline without one',
    async (Errors) => {
      const before = await declinesOf(id)
      await send(eventOf(payment as never, 'failed', { Errors, IsoResponseCode: { a: 1 } }))
      expect(await declinesOf(id)).toBe(before + 1)
    },
  )

  it('a decline whose event was lost counts once the checkout has ended, and once if the event comes late', async () => {
    const open = await merchant.open({}, { expires_in_minutes: 30 })
    const shown = await paymentAtGateway(world, open.gatewayId)
    const transaction_id = '7d8f3c1e-0000-4000-8000-00000000000a'
    await send(eventOf(shown, 'expired', { transaction_id }))
    expect(await declinesOf(open.id)).toBe(1)
    await send(eventOf(shown, 'failed', { transaction_id }))
    expect(await declinesOf(open.id)).toBe(1)
    await send(eventOf(shown, 'failed', { transaction_id: null }))
    expect(await declinesOf(open.id)).toBe(2)
  })
})

describe('declines of card fields and saved cards', () => {
  it('the answer and the event of one charge are one decline, with the reason of the answer', async () => {
    const { id } = await merchant.open()
    const before = (await moneyNow()).declined.count
    await merchant.confirm(id, await merchant.token(CARDS.declined))
    await settled(world)
    await pass(world, 60)
    const { order } = await wholeOf(id)
    expect(order).toMatchObject({ decline_count: 1, last_decline: { code: '05' } })
    expect((await moneyNow()).declined.count).toBe(before + 1)
    await merchant.confirm(id, await merchant.token(CARDS.declined))
    await settled(world)
    expect(await declinesOf(id)).toBe(2)
  })

  it('a declined saved card counts once, however often its charge is requested', async () => {
    const method = await merchant.savedCard(DECLINED_WHEN_SAVED)
    const more = { payment_method: method, on_decline: 'stop' }
    expect((await merchant.checkout('D-saved', {}, more)).status).toBe(402)
    expect((await merchant.checkout('D-saved', {}, more)).status).toBe(402)
    await settled(world)
    expect(await orderOf('D-saved')).toMatchObject({
      payment_mode: 'saved_card',
      card: { brand: expect.any(String), last_four: '0341' },
      decline_count: 1,
      last_decline: { code: '05' },
    })
  })

  it('a charge that the bank approves after its decline is paid, and its decline still counts once', async () => {
    const { id } = await merchant.open()
    const { body } = await merchant.confirm(id, await merchant.token(CHALLENGE_CARD))
    const newest = (await merchant.atGateway(id)).at(-1)
    await send(eventOf(newest, 'failed'))
    await whenDeclined(id, 1)
    const transaction = new URL(body.authentication_url).pathname.split('/').at(-1)
    await world.control(`/sandbox/challenges/${transaction}`, { outcome: 'authenticated' })
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await settled(world)
    const { order, payments } = await wholeOf(id)
    expect(order).toMatchObject({ status: 'paid', decline_count: 1 })
    const charged = payments.filter(({ state }: Json) => state === 'paid')
    expect(charged).toMatchObject([{ decline_count: 1 }])
    expect(payments.some(({ state }: Json) => state === 'declined')).toBe(false)
    const found = async (filter: string): Promise<string[]> =>
      (await get(`/orders?limit=100&${filter}`)).data.map((each: Json) => each.external_id)
    expect(await found('declined=true&status=paid')).toContain(id)
    expect(await found('declined=true&status=awaiting_payment')).not.toContain(id)
    expect(await found('declined=false')).not.toContain(id)
  })

  it('a failed challenge at the bank is one decline', async () => {
    const { id } = await merchant.open()
    const { body } = await merchant.confirm(id, await merchant.token(CHALLENGE_CARD))
    await world.control(
      `/sandbox/challenges/${body.transaction_id ?? body.payment?.transaction_id}`,
      {
        outcome: 'failed',
      },
    )
    await whenDeclined(id, 1)
  })
})
