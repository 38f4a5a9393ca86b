import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSender } from '../../sandbox/gateway/webhooks/post.ts'
import { type Harness, startHarness } from '../contract/support/harness.ts'
import { type Receiver, startReceiver, verifies } from '../contract/support/receiver.ts'

describe('webhook deliveries', () => {
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

  test('two endpoints receive the same event', async () => {
    const other = await startReceiver()
    const endpoint = await gateway.addEndpoint(other.url)
    await gateway.payNew()
    const [one] = await receiver.waitFor(1)
    const [two] = await other.waitFor(1)
    expect(two?.event.id).toBe(one?.event.id)
    expect(endpoint.secret).not.toBe(secret)
    expect(two && verifies(two, endpoint.secret)).toBe(true)
    await other.close()
  })

  test("the signature's timestamp is wall-clock time, independent of the sandbox clock", async () => {
    await gateway.advance(30 * 86_400)
    await gateway.payNew()
    const [first] = await receiver.waitFor(1)
    const t = Number(/t=(\d+)/.exec(String(first?.headers['service-signature']))?.[1])
    expect(Math.abs(t - Date.now() / 1000)).toBeLessThan(5)
  })

  test('a redirect response is not followed and counts as failed', async () => {
    receiver.answerWith(301)
    await gateway.payNew()
    await receiver.waitFor(1)
    await gateway.advance(61)
    await receiver.waitFor(2)
  })

  test('a hanging receiver does not delay another', async () => {
    const slow = await startReceiver()
    slow.answerWith('hang')
    await gateway.addEndpoint(slow.url)
    for (let n = 0; n < 40; n++) await gateway.payNew()
    await receiver.waitFor(40)
    // On a slow machine, the first ones were given up meanwhile.
    const open = slow.received.filter(({ cutAfterMs }) => cutAfterMs === 0)
    expect(open.length).toBeLessThanOrEqual(32)
    await slow.close()
  })

  test('a receiver that restarts between two events loses none and burns no attempt', async () => {
    for (let n = 1; n <= 5; n++) {
      await gateway.payNew()
      await receiver.waitFor(n)
      await receiver.restart()
    }
    const attempts = await gateway.journal('delivery')
    expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual(
      Array.from({ length: 5 }, () => [1, 200]),
    )
  })

  test('a 101 response is retried like a 500', async () => {
    const upgrading = createServer((socket) =>
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
        ),
      ),
    )
    await new Promise<void>((resolve) => upgrading.listen(0, '127.0.0.1', resolve))
    const { port } = upgrading.address() as AddressInfo
    await gateway.addEndpoint(`http://127.0.0.1:${port}/`)
    await gateway.payNew()
    const statuses = async () =>
      (await gateway.journal('delivery'))
        .filter(({ url }) => url.includes(`:${port}/`))
        .map(({ status }) => status)
    await expect.poll(statuses).toEqual([101])
    await gateway.advance(61)
    await expect.poll(statuses).toEqual([101, 101])
    await new Promise((resolve) => upgrading.close(resolve))
  })

  test('an attempt that throws counts as failed without looping', async () => {
    const sender = createSender()
    const delivery = { headers: {}, body: '{}', signal: new AbortController().signal }
    expect(await sender.post({ ...delivery, url: 'http://%ff@127.0.0.1:9/' })).toMatchObject({
      status: null,
    })
    sender.close()
  })

  test('a restarted gateway continues undelivered events', async () => {
    receiver.answerWith(500)
    await gateway.payNew()
    const [first] = await receiver.waitFor(1)
    await expect.poll(async () => (await gateway.journal('delivery')).length).toBe(1)
    await gateway.restart()
    receiver.answerWith(200)
    await gateway.advance(61)
    const [, second] = await receiver.waitFor(2)
    expect(second?.event.id).toBe(first?.event.id)
    expect(await gateway.journal('delivery')).toHaveLength(2)
  })
})
