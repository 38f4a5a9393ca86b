import { expect, test } from 'vitest'
import { json } from '../http/reply.ts'
import { faultyRoutes } from './faulty-routes.ts'
import type { Faults } from './open-faults.ts'

const slow: Pick<Faults, 'ofRequest'> = {
  ofRequest: async () => ({ latencyMs: 60_000, fault: null, retryAfterSeconds: 0 }),
}

test('a delayed request does nothing after the gateway stops', async () => {
  const closed = new AbortController()
  let charges = 0
  const charge = () => {
    charges += 1
    return json(201, {})
  }
  const [route] = faultyRoutes([{ method: 'POST', path: '/v1/payments', handle: charge }], {
    faults: slow,
    closed: closed.signal,
  })
  const reply = route?.handle({
    method: 'POST',
    path: '/v1/payments',
    query: new URLSearchParams(),
    headers: {},
    remoteAddress: '127.0.0.1',
    params: {},
    body: { kind: 'none' },
  })
  closed.abort()
  expect(await reply).toMatchObject({ isLost: true, fault: 'latency' })
  expect(charges).toBe(0)
})
