import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Harness, LIVE_KEY, startHarness } from './support/harness.ts'
import { type Received, type Receiver, startReceiver } from './support/receiver.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const MINUTES = 60

let gateway: Harness
let receiver: Receiver
let secret: string

beforeEach(async () => {
  gateway = await startHarness()
  receiver = await startReceiver()
  ;({ secret } = await gateway.addEndpoint(receiver.url))
})
afterEach(async () => {
  await gateway.close()
  await receiver.close()
})

const payNew = async (fields: Record<string, unknown> = {}) => {
  const payment = await gateway.createPayment(fields)
  await gateway.pay({ payment_id: payment.id })
  return payment
}

const verifies = ({ headers, raw }: Received, key: string): boolean => {
  const [, t, v1] = /^t=(\d+),v1=([\da-f]{64})$/.exec(String(headers['service-signature'])) ?? []
  return v1 === createHmac('sha256', key).update(`${t}.${raw}`).digest('hex')
}

describe('6.1 Registration', () => {
  test('the endpoint of the other environment receives nothing', async () => {
    const live = await startReceiver()
    await gateway.addEndpoint(live.url, 'live')
    await payNew()
    await receiver.waitFor(1)
    const payment = await gateway.createPayment({}, LIVE_KEY)
    await gateway.pay({ payment_id: payment.id })
    await live.waitFor(1)
    expect(live.received.map(({ event }) => event.data.id)).toEqual([payment.id])
    expect(receiver.received).toHaveLength(1)
    await live.close()
  })

  test('different URLs, each with its own secret, all receive the same event', async () => {
    const other = await startReceiver()
    const endpoint = await gateway.addEndpoint(other.url)
    await payNew()
    const [one] = await receiver.waitFor(1)
    const [two] = await other.waitFor(1)
    expect(endpoint.secret).not.toBe(secret)
    expect(two?.event.id).toBe(one?.event.id)
    expect(two && verifies(two, endpoint.secret)).toBe(true)
    expect(two && verifies(two, secret)).toBe(false)
    await other.close()
  })
})

describe('6.3 Delivery format', () => {
  test('headers carry signature, id and type; the id is a plain UUID, the same as in the body', async () => {
    await payNew()
    const [first] = await receiver.waitFor(1)
    expect(first?.headers['service-webhook-event-id']).toMatch(UUID)
    expect(first?.headers['service-webhook-event-id']).toBe(first?.event.id)
    expect(first?.headers['service-webhook-event-type']).toBe('payment.approved')
    expect(first?.event.type).toBe('payment.approved')
    expect(first?.headers['user-agent']).toBeTruthy()
    expect(first?.event.created_at).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  })

  test('data is the full payment object, identical in shape to GET', async () => {
    const { id } = await payNew({ metadata: { a: 1 }, lock_customer_fields: true })
    const [first] = await receiver.waitFor(1)
    expect(first?.event.data).toEqual((await gateway.call('GET', `/v1/payments/${id}`)).body)
  })

  test('metadata is an empty array when empty', async () => {
    await payNew()
    const [first] = await receiver.waitFor(1)
    expect(first?.event.data.metadata).toEqual([])
    expect(first?.event.data.lock_customer_fields).toBe(false)
  })

  test('the first attempt goes out at once', async () => {
    const { id } = await gateway.createPayment()
    await gateway.pay({ payment_id: id })
    const answered = Date.now()
    const [first] = await receiver.waitFor(1)
    expect((first?.at ?? Number.POSITIVE_INFINITY) - answered).toBeLessThan(100)
  })
})

describe('6.4 Signature', () => {
  test('v1 is the HMAC-SHA256 of timestamp.body, t the wall-clock time of the attempt', async () => {
    await gateway.advance(30 * 86_400)
    await payNew({ name: 'Ñandú' })
    const [first] = await receiver.waitFor(1)
    expect(first && verifies(first, secret)).toBe(true)
    const t = Number(/t=(\d+)/.exec(String(first?.headers['service-signature']))?.[1])
    expect(Math.abs(t - Date.now() / 1000)).toBeLessThan(5)
  })
})

describe('6.5 Retries, ordering, idempotency', () => {
  test('five attempts, waits of 1, 5, 15 minutes and 1 hour, then nothing more', async () => {
    receiver.answerWith(500)
    await payNew()
    await receiver.waitFor(1)
    for (const [index, wait] of [1, 5, 15, 60].entries()) {
      await gateway.advance(wait * MINUTES - 10)
      expect(receiver.received).toHaveLength(index + 1)
      await gateway.advance(11)
      expect(receiver.received).toHaveLength(index + 2)
    }
    await gateway.advance(30 * 86_400)
    expect(receiver.received).toHaveLength(5)
    const attempts = await gateway.journal('delivery')
    expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual(
      [1, 2, 3, 4, 5].map((attempt) => [attempt, 500]),
    )
  })

  test('a jump over the whole window of 1 hour 21 minutes shows every attempt at its time', async () => {
    receiver.answerWith(503)
    await payNew()
    await receiver.waitFor(1)
    await gateway.advance(82 * MINUTES)
    expect(receiver.received).toHaveLength(5)
    const times = (await gateway.journal('delivery')).map(({ at }) => Date.parse(at))
    const waits = times
      .slice(1)
      .map((time, index) => Math.round((time - (times[index] ?? 0)) / MINUTES / 1000))
    expect(waits).toEqual([1, 5, 15, 60])
  })

  test('id and body are identical across retries; the signature is of the new attempt', async () => {
    receiver.answerWith(500)
    await payNew()
    await receiver.waitFor(1)
    await gateway.advance(61)
    const [first, second] = await receiver.waitFor(2)
    expect(second?.raw).toBe(first?.raw)
    expect(second?.headers['service-webhook-event-id']).toBe(first?.event.id)
    expect(second && verifies(second, secret)).toBe(true)
  })

  test.each([200, 201, 204, 299])('%i is delivered: nothing is sent again', async (status) => {
    receiver.answerWith(status)
    await payNew()
    await receiver.waitFor(1)
    await gateway.advance(90 * MINUTES)
    expect(receiver.received).toHaveLength(1)
  })

  test.each([301, 400, 404, 500])('%i is not delivered', async (status) => {
    receiver.answerWith(status)
    await payNew()
    await receiver.waitFor(1)
    receiver.answerWith(200)
    await gateway.advance(61)
    expect(receiver.received).toHaveLength(2)
  })

  test('an attempt without an answer ends after 15 seconds', async () => {
    receiver.answerWith('hang')
    await payNew()
    await receiver.waitFor(1)
    await expect
      .poll(() => gateway.journal('delivery'), { timeout: 20_000, interval: 250 })
      .toMatchObject([{ attempt: 1, status: null, error: 'no answer in time' }])
    const [entry] = await gateway.journal('delivery')
    expect(entry?.duration_ms).toBeGreaterThan(14_500)
    expect(entry?.duration_ms).toBeLessThan(16_000)
  })

  test('a receiver that hangs does not hold up another', async () => {
    const slow = await startReceiver()
    slow.answerWith('hang')
    await gateway.addEndpoint(slow.url)
    for (let n = 0; n < 40; n++) await payNew()
    await receiver.waitFor(40)
    expect(slow.received.length).toBeLessThanOrEqual(32)
    await slow.close()
  })

  test('a receiver that restarts between two events loses none and burns no attempt', async () => {
    for (let n = 1; n <= 5; n++) {
      await payNew()
      await receiver.waitFor(n)
      await receiver.restart()
    }
    const attempts = await gateway.journal('delivery')
    expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual(
      Array.from({ length: 5 }, () => [1, 200]),
    )
  })

  test('a gateway that restarts goes on with what was not delivered', async () => {
    receiver.answerWith(500)
    await payNew()
    const [first] = await receiver.waitFor(1)
    await expect.poll(async () => (await gateway.journal('delivery')).length).toBe(1)
    await gateway.restart()
    receiver.answerWith(200)
    await gateway.advance(61)
    const [, second] = await receiver.waitFor(2)
    expect(second?.event.id).toBe(first?.event.id)
    expect(await gateway.journal('delivery')).toHaveLength(2)
  })

  test('rotating the secret takes effect immediately, for waiting retries too', async () => {
    const endpoint = await gateway.addEndpoint(receiver.url)
    receiver.answerWith(500)
    await payNew()
    await receiver.waitFor(2)
    const { body } = await gateway.call('POST', `/sandbox/endpoints/${endpoint.id}/rotate`, {
      key: null,
    })
    await gateway.advance(61)
    const retries = (await receiver.waitFor(4)).slice(2)
    expect(body.secret).not.toBe(endpoint.secret)
    expect(retries.filter((each) => verifies(each, body.secret))).toHaveLength(1)
    expect(retries.filter((each) => verifies(each, endpoint.secret))).toHaveLength(0)
  })
})
