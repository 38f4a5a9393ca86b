import { expect, it } from 'vitest'
import type { Gateway } from '../../../packages/simulator/src/index.ts'
import { startReceiver, verifies } from '../../contract/support/receiver.ts'
import { call, createPayment, gatewayForTest, payOrder } from './use-gateway.ts'

const statuses = async (gateway: Gateway, count: number): Promise<number[]> => {
  const found: number[] = []
  for (let turn = 0; turn < count; turn++) {
    found.push((await fetch(`${gateway.apiUrl}/me`, { headers: keyOf(gateway) })).status)
  }
  return found
}

const keyOf = ({ keys }: Gateway) => ({ authorization: `Bearer ${keys.secret}` })

it('lost-answer does the work and loses its answer, once', async () => {
  const gateway = await gatewayForTest({ chaos: ['lost-answer'] })
  await expect(createPayment(gateway, 'A-1')).rejects.toThrow()
  const { body } = await call(gateway, 'GET', '/v1/payments?external_reference=A-1')
  expect(body.data).toHaveLength(1)
  expect(await createPayment(gateway, 'A-2')).toMatchObject({ status: 'pending' })
})

it('lost-answer loses as many answers as it is asked to', async () => {
  const gateway = await gatewayForTest()
  await gateway.chaos('lost-answer', { times: 2 })
  await expect(createPayment(gateway, 'A-1')).rejects.toThrow()
  await expect(createPayment(gateway, 'A-2')).rejects.toThrow()
  expect((await createPayment(gateway, 'A-3')).status).toBe('pending')
})

it('server-errors answers 500 and 503 to some requests, the same ones by the same seed', async () => {
  const runs: number[][] = []
  for (const seed of [7, 7, 8]) {
    const gateway = await gatewayForTest({ chaos: ['server-errors'], seed })
    runs.push(await statuses(gateway, 40))
  }
  expect(new Set(runs[0])).toEqual(new Set([200, 500, 503]))
  expect(runs[1]).toEqual(runs[0])
  expect(runs[2]).not.toEqual(runs[0])
})

it('rate-limited answers 429 with Retry-After', async () => {
  const gateway = await gatewayForTest()
  await gateway.chaos('rate-limited')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call(gateway, 'GET', '/v1/me')),
  )
  const limited = answers.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(2)
  expect(limited[0]?.headers.get('retry-after')).toBe('1')
  await gateway.calm()
  expect(await statuses(gateway, 10)).toEqual(Array(10).fill(200))
})

it('slow takes its time, and answers', async () => {
  const gateway = await gatewayForTest({ chaos: ['slow'] })
  const startedMs = performance.now()
  expect(await statuses(gateway, 1)).toEqual([200])
  expect(performance.now() - startedMs).toBeGreaterThan(290)
})

it('duplicate-events delivers each event twice', async () => {
  const receiver = await startReceiver()
  const gateway = await gatewayForTest({ webhook: receiver.url, chaos: ['duplicate-events'] })
  await payOrder(gateway, 'A-1')
  await gateway.journal.toHaveDelivered('payment.approved', { reference: 'A-1', times: 2 })
  const ids = receiver.received.map(({ event }) => event.id)
  expect(new Set(ids).size).toBe(1)
  await receiver.close()
})

it('reordered-events delivers an older event after a newer one', async () => {
  const receiver = await startReceiver()
  const gateway = await gatewayForTest({ webhook: receiver.url, chaos: ['reordered-events'] })
  const transactionId = await payOrder(gateway, 'A-1')
  await gateway.portal.void(transactionId)
  await receiver.waitFor(2)
  expect(receiver.received.map(({ event }) => event.type)).toEqual([
    'payment.voided',
    'payment.approved',
  ])
  await receiver.close()
})

it('lost-events loses about half of all events, and the journal shows them', async () => {
  const receiver = await startReceiver()
  const gateway = await gatewayForTest({ webhook: receiver.url, chaos: ['lost-events'] })
  for (let order = 1; order <= 12; order++) await payOrder(gateway, `A-${order}`)
  await gateway.deliver()
  const entries = await gateway.journal.entries()
  const dropped = entries.filter(({ type }) => type === 'dropped')
  expect(dropped.length).toBeGreaterThan(1)
  expect(dropped.length + receiver.received.length).toBe(12)
  await receiver.close()
})

it('wrong-secret signs some attempts with another secret', async () => {
  const receiver = await startReceiver()
  const gateway = await gatewayForTest({ webhook: receiver.url, chaos: ['wrong-secret'] })
  for (let order = 1; order <= 12; order++) await payOrder(gateway, `A-${order}`)
  await receiver.waitFor(12)
  const genuine = receiver.received.filter((each) => verifies(each, gateway.keys.webhookSecret))
  expect(genuine.length).toBeGreaterThan(1)
  expect(genuine.length).toBeLessThan(12)
  await receiver.close()
})

it('portal-refund voids before the settlement and refunds after it', async () => {
  const receiver = await startReceiver()
  const gateway = await gatewayForTest({ webhook: receiver.url })
  await payOrder(gateway, 'A-1')
  await gateway.settle()
  await payOrder(gateway, 'A-2')
  await gateway.chaos('portal-refund', { reference: 'A-1' })
  await gateway.chaos('portal-refund')
  await gateway.journal.toHaveDelivered('payment.refunded', { reference: 'A-1', times: 1 })
  await gateway.journal.toHaveDelivered('payment.voided', { reference: 'A-2', times: 1 })
  await receiver.close()
})

it('presets add up until calm', async () => {
  const receiver = await startReceiver()
  const gateway = await gatewayForTest({ webhook: receiver.url })
  await gateway.chaos('duplicate-events')
  await gateway.chaos('rate-limited')
  expect(await gateway.faults.get()).toMatchObject({
    webhooks: { duplicate: 1 },
    api: { rate_429: 0.5 },
  })
  await gateway.calm()
  await payOrder(gateway, 'A-1')
  await gateway.journal.toHaveDelivered('payment.approved', { times: 1 })
  await receiver.close()
})
