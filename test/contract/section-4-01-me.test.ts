import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { LIVE_KEY } from './support/harness.ts'
import { bothEnvironmentsTest } from './support/target.ts'

describe('4.1 GET /me', () => {
  const gateway = useGateway()

  test('a valid key gets 200 with an object', async () => {
    const answer = await gateway.call('GET', '/v1/me')
    expect(answer).toMatchObject({ status: 200, body: expect.any(Object) })
  })

  bothEnvironmentsTest("the other environment's key also gets 200", async () => {
    expect((await gateway.call('GET', '/v1/me', { key: LIVE_KEY })).status).toBe(200)
  })

  test('a request without a key gets 401', async () => {
    expect((await gateway.call('GET', '/v1/me', { key: null })).status).toBe(401)
  })
})
