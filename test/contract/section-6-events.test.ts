import { afterEach, beforeAll, expect, test } from 'vitest'
import { formatHondurasTime } from '../../src/contract/honduras-time.ts'
import { useGateway, useStarted } from '../support/use-world.ts'
import { CARDS, LIVE_KEY } from './support/harness.ts'
import { startReceiver, verifies } from './support/receiver.ts'
import { HONDURAS_TIME, UUID } from './support/shapes.ts'
import { CONTROLS, controlledBothEnvironmentsTest, controlledDescribe } from './support/target.ts'

const gateway = useGateway()
const receiver = useStarted(startReceiver)
let secret: string
beforeAll(async () => {
  if (CONTROLS) secret = (await gateway.addEndpoint(receiver.url)).secret
})

const about =
  (id: number) =>
  ({ data }: { data: { id: number } }) =>
    data.id === id

const paid = async (fields: Record<string, unknown> = {}) => {
  const { id } = await gateway.payNew(fields)
  const [delivery] = await receiver.waitUntil(about(id))
  if (!delivery) throw new Error('No delivery')
  return { id, delivery }
}

controlledDescribe('6.1 Registration', () => {
  controlledBothEnvironmentsTest(
    'an endpoint of the other environment receives nothing',
    async () => {
      const live = await startReceiver()
      await gateway.addEndpoint(live.url, 'live')
      const test = await paid()
      const { id } = await gateway.payNew({}, LIVE_KEY)
      await live.waitUntil(about(id))
      expect(live.about(test.id)).toEqual([])
      expect(receiver.about(id)).toEqual([])
      await live.close()
    },
  )

  controlledBothEnvironmentsTest('each environment has its own URL and secret', async () => {
    const live = await startReceiver()
    const endpoint = await gateway.addEndpoint(live.url, 'live')
    const { id } = await gateway.payNew({}, LIVE_KEY)
    const [delivery] = await live.waitUntil(about(id))
    expect(endpoint.secret).not.toBe(secret)
    expect(delivery && verifies(delivery, endpoint.secret)).toBe(true)
    expect(delivery && verifies(delivery, secret)).toBe(false)
    await live.close()
  })

  test('creation drops a per-payment notification URL', async () => {
    const payment = await gateway.createPayment({ notification_url: receiver.url })
    expect(JSON.stringify(payment.warnings)).toContain('notification_url')
  })
})

controlledDescribe('6.2 Event types', () => {
  const typesOf = (id: number) => receiver.about(id).map(({ event }) => event.type)

  test('payment.approved arrives within about two seconds', async () => {
    const { id } = await gateway.payNew()
    const answered = Date.now()
    const [delivery] = await receiver.waitUntil(about(id))
    expect(delivery?.event.type).toBe('payment.approved')
    expect((delivery?.at ?? Number.POSITIVE_INFINITY) - answered).toBeLessThan(2_000)
  })

  test.each([CARDS.declined, CARDS.processorError])(
    'a decline of card %s sends payment.failed',
    async (number) => {
      const { id } = await gateway.createPayment()
      await gateway.pay({ payment_id: id, number })
      const [delivery] = await receiver.waitUntil(about(id))
      expect(delivery?.event).toMatchObject({ type: 'payment.failed', data: { paid_at: null } })
    },
  )

  test('an expired payment sends payment.expired', async () => {
    const soon = new Date((await gateway.now()).getTime() + 60_000)
    const { id } = await gateway.createPayment({ expires_at: formatHondurasTime(soon) })
    await gateway.advance(60 + 10 * 60)
    const [delivery] = await receiver.waitUntil(about(id))
    expect(delivery?.event).toMatchObject({ type: 'payment.expired', data: { status: 'expired' } })
  })

  test('voids and refunds send payment.voided, payment.refunded and payment.partially_refunded', async () => {
    const voided = await gateway.payNew()
    await gateway.call('POST', `/v1/payments/${voided.transactionId}/void`)
    await receiver.waitUntil(about(voided.id), 2)
    expect(typesOf(voided.id)).toContain('payment.voided')

    const refunded = await gateway.payNew()
    await gateway.settle()
    const path = `/v1/payments/${refunded.transactionId}/refund`
    await gateway.call('POST', path, { body: { amount: 1 } })
    await gateway.call('POST', path, { body: { amount: 99 } })
    await receiver.waitUntil(about(refunded.id), 3)
    expect(typesOf(refunded.id).toSorted()).toEqual([
      'payment.approved',
      'payment.partially_refunded',
      'payment.refunded',
    ])
  })

  test('creating a payment sends no event', async () => {
    const created = await gateway.createPayment()
    await paid()
    expect(typesOf(created.id)).toEqual([])
  })

  test('one payment sends one event', async () => {
    const { id } = await paid()
    await paid()
    expect(typesOf(id)).toEqual(['payment.approved'])
  })
})

controlledDescribe('6.3 Delivery format', () => {
  test("headers carry signature, id and type, and the id is the body's plain UUID", async () => {
    const { headers, event } = (await paid()).delivery
    expect(headers['service-signature']).toMatch(/^t=\d+,v1=[\da-f]{64}$/)
    expect(headers['service-webhook-event-id']).toBe(event.id)
    expect(event.id).toMatch(UUID)
    expect(headers['service-webhook-event-type']).toBe('payment.approved')
    expect(headers['user-agent']).toBeTruthy()
    expect(headers['content-type']).toMatch(/^application\/json/)
  })

  test('the body has id, type, created_at in Honduras time, and data', async () => {
    const before = formatHondurasTime(await gateway.now())
    const { event } = (await paid()).delivery
    expect(event).toEqual({
      id: expect.stringMatching(UUID),
      type: 'payment.approved',
      created_at: expect.stringMatching(HONDURAS_TIME),
      data: expect.any(Object),
    })
    expect(event.created_at >= before).toBe(true)
    expect(event.created_at <= formatHondurasTime(await gateway.now())).toBe(true)
  })

  test('data is the full payment object, identical to GET', async () => {
    const { id, delivery } = await paid({ metadata: { a: 1 }, customer: { name: 'Ana' } })
    expect(delivery.event.data).toEqual(await gateway.getPayment(id))
  })

  test('empty metadata is an empty array, and other metadata is untouched', async () => {
    expect((await paid()).delivery.event.data.metadata).toEqual([])
    const metadata = { order: { lines: [1, 2] }, note: 'ñ' }
    expect((await paid({ metadata })).delivery.event.data.metadata).toEqual(metadata)
  })

  test('lock_customer_fields is present as requested', async () => {
    expect((await paid()).delivery.event.data.lock_customer_fields).toBe(false)
    const locked = await paid({ lock_customer_fields: true, customer: { name: 'Ana' } })
    expect(locked.delivery.event.data.lock_customer_fields).toBe(true)
  })

  test('transaction_id is a UUID, or null until charged', async () => {
    expect((await paid()).delivery.event.data.transaction_id).toMatch(UUID)
    const soon = new Date((await gateway.now()).getTime() + 60_000)
    const { id } = await gateway.createPayment({ expires_at: formatHondurasTime(soon) })
    await gateway.advance(60 + 10 * 60)
    const [expired] = await receiver.waitUntil(about(id))
    expect(expired?.event.data.transaction_id).toBeNull()
  })
})

controlledDescribe('6.4 Signature', () => {
  afterEach(() => receiver.answerWith(200))

  test('v1 is the HMAC-SHA256 of timestamp.body under the signing secret, over the raw bytes', async () => {
    const { delivery } = await paid({ name: 'Ñandú «2» 日本 \\u00e9', metadata: { e: 1.0 } })
    expect(verifies(delivery, secret)).toBe(true)
    expect(verifies(delivery, `${secret}x`)).toBe(false)
    expect(verifies({ ...delivery, raw: `${delivery.raw} ` }, secret)).toBe(false)
  })

  test('t is a current Unix timestamp in seconds', async () => {
    const { delivery } = await paid()
    const t = Number(/t=(\d+)/.exec(String(delivery.headers['service-signature']))?.[1])
    const now = Date.now() / 1000
    const gatewayNow = (await gateway.now()).getTime() / 1000
    expect(Math.min(Math.abs(t - now), Math.abs(t - gatewayNow))).toBeLessThan(60)
  })

  test('a 400 response is a failed attempt, and the event is sent again', async () => {
    receiver.answerWith(400)
    const { id } = await paid()
    receiver.answerWith(200)
    await gateway.advance(61)
    await receiver.waitUntil(about(id), 2)
  })
})
