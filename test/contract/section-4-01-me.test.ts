import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { LIVE_KEY } from './support/harness.ts'
import { bothEnvironmentsTest } from './support/target.ts'

describe('4.1 GET /me', () => {
  const gateway = useGateway()

  test('200: an object, the merchant the key belongs to; its fields are not shown', async () => {
    const answer = await gateway.call('GET', '/v1/me')
    expect(answer).toMatchObject({ status: 200, body: expect.any(Object) })
  })

  bothEnvironmentsTest('200 for the key of the other environment as well', async () => {
    expect((await gateway.call('GET', '/v1/me', { key: LIVE_KEY })).status).toBe(200)
  })

  test('401 without a key', async () => {
    expect((await gateway.call('GET', '/v1/me', { key: null })).status).toBe(401)
  })
})
