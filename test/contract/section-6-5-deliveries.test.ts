import { afterEach, beforeAll, expect, test } from 'vitest'
import { useGateway, useStarted } from '../support/use-world.ts'
import { startReceiver, verifies } from './support/receiver.ts'
import { controlledDescribe } from './support/target.ts'

const MINUTE = 60

controlledDescribe('6.5 Retries, ordering, idempotency', () => {
  let endpoint: { id: string; secret: string }
  const gateway = useGateway()
  const receiver = useStarted(startReceiver)
  beforeAll(async () => {
    endpoint = await gateway.addEndpoint(receiver.url)
  })
  afterEach(() => receiver.answerWith(200))

  const paidWhile = async (answer: number) => {
    receiver.answerWith(answer)
    const { id } = await gateway.payNew()
    await receiver.waitUntil(({ data }) => data.id === id)
    return id
  }

  test('the gateway makes five attempts, 1, 5, 15 and 60 minutes apart, then stops', async () => {
    const id = await paidWhile(500)
    for (const [index, wait] of [1, 5, 15, 60].entries()) {
      await gateway.advance(wait * MINUTE - 10)
      expect(receiver.about(id)).toHaveLength(index + 1)
      await gateway.advance(11)
      expect(receiver.about(id)).toHaveLength(index + 2)
    }
    await gateway.advance(30 * 24 * 60 * MINUTE)
    expect(receiver.about(id)).toHaveLength(5)
  })

  test('the retry window ends after 1 hour and 21 minutes', async () => {
    const id = await paidWhile(503)
    await gateway.advance(80 * MINUTE)
    expect(receiver.about(id)).toHaveLength(4)
    await gateway.advance(2 * MINUTE)
    expect(receiver.about(id)).toHaveLength(5)
  })

  test('retries have identical id and body, and every attempt verifies', async () => {
    const id = await paidWhile(500)
    await gateway.advance(6 * MINUTE + 5)
    const attempts = await receiver.waitUntil(({ data }) => data.id === id, 3)
    expect(new Set(attempts.map(({ raw }) => raw)).size).toBe(1)
    expect(new Set(attempts.map(({ headers }) => headers['service-webhook-event-id'])).size).toBe(1)
    for (const attempt of attempts) expect(verifies(attempt, endpoint.secret)).toBe(true)
  })

  test.each([200, 201, 204])(
    'a %i response counts as delivered and is not retried',
    async (status) => {
      const id = await paidWhile(status)
      await gateway.advance(90 * MINUTE)
      expect(receiver.about(id)).toHaveLength(1)
    },
  )

  test.each([400, 404, 500, 503])(
    'a %i response counts as failed and is retried',
    async (status) => {
      const id = await paidWhile(status)
      receiver.answerWith(200)
      await gateway.advance(61)
      await receiver.waitUntil(({ data }) => data.id === id, 2)
      await gateway.advance(90 * MINUTE)
      expect(receiver.about(id)).toHaveLength(2)
    },
  )

  test('the gateway retries a receiver that is down', async () => {
    const down = await startReceiver()
    await gateway.addEndpoint(down.url)
    const { url } = down
    await down.close()
    const { id } = await gateway.payNew()
    await receiver.waitUntil(({ data }) => data.id === id)
    expect(url).toBe(down.url)
    await down.restart()
    await gateway.advance(61)
    await down.waitUntil(({ data }) => data.id === id)
    await down.close()
  })

  test('a retried event arrives after later events', async () => {
    const early = await paidWhile(500)
    const late = await paidWhile(200)
    await gateway.advance(61)
    await receiver.waitUntil(({ data }) => data.id === early, 2)
    const ids = receiver.received.map(({ event }) => event.data.id)
    expect(ids.lastIndexOf(early)).toBeGreaterThan(ids.lastIndexOf(late))
  })

  test('the gateway does not recover lost deliveries, and GET still shows the state', async () => {
    const id = await paidWhile(500)
    await gateway.advance(82 * MINUTE)
    receiver.answerWith(200)
    await gateway.advance(30 * 24 * 60 * MINUTE)
    expect(receiver.about(id)).toHaveLength(5)
    expect((await gateway.getPayment(id)).status).toBe('paid')
  })

  test('a rotated secret applies immediately, even to pending retries', async () => {
    const id = await paidWhile(500)
    receiver.answerWith(200)
    const rotated = await gateway.control('POST', `/endpoints/${endpoint.id}/rotate`)
    await gateway.advance(61)
    const [, retry] = await receiver.waitUntil(({ data }) => data.id === id, 2)
    expect(rotated.secret).not.toBe(endpoint.secret)
    expect(retry && verifies(retry, rotated.secret)).toBe(true)
    expect(retry && verifies(retry, endpoint.secret)).toBe(false)
    endpoint.secret = rotated.secret
  })

  test('attempts that fail verification burn all five attempts', async () => {
    const id = await paidWhile(400)
    await gateway.advance(90 * MINUTE)
    expect(receiver.about(id)).toHaveLength(5)
  })
})
