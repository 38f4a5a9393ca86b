import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from './support/harness.ts'

describe('5. Authentication', () => {
  let gateway: Harness
  beforeAll(async () => {
    gateway = await startHarness()
  })
  afterAll(() => gateway.close())

  const routes = [
    ['GET', '/v1/me'],
    ['GET', '/v1/payments'],
    ['POST', '/v1/payments'],
    ['GET', '/v1/payments/1'],
  ] as const

  test.each(routes)(
    '%s %s: a missing header or invalid key gives 401 with a JSON body',
    async (method, path) => {
      const wrong: Record<string, string>[] = [
        {},
        { authorization: 'Bearer sk_test_wrong' },
        { authorization: 'Bearer pk_test_sandbox' },
        { authorization: 'Basic sk_test_sandbox' },
        { authorization: 'sk_test_sandbox' },
        { authorization: 'Bearer ' },
      ]
      for (const headers of wrong) {
        const answer = await gateway.call(method, path, { key: null, headers })
        expect(answer.status).toBe(401)
        expect(answer.body.message).toEqual(expect.any(String))
      }
    },
  )

  test('401 comes before anything that is wrong with the body', async () => {
    const answer = await gateway.call('POST', '/v1/payments', { key: null, body: '{' })
    expect(answer.status).toBe(401)
  })

  test('keys of both environments are told apart by their prefix alone', async () => {
    const test = await gateway.call('GET', '/v1/me')
    const live = await gateway.call('GET', '/v1/me', { key: 'sk_live_sandbox' })
    expect([test.body.environment, live.body.environment]).toEqual(['test', 'live'])
  })
})
