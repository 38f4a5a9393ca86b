import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { uniqueReference } from './support/harness.ts'
import { UUID } from './support/shapes.ts'
import { controlledTest } from './support/target.ts'

describe('9. Versioning', () => {
  const gateway = useGateway()

  test('9.1 all three addresses carry a v1 segment', async () => {
    const { base, embedBase, sdkUrl } = gateway.addresses
    expect(new URL(base).pathname).toMatch(/\/v1$/)
    expect(new URL(sdkUrl).pathname).toMatch(/\/v1\//)
    expect(embedBase).not.toBe(base)
    for (const path of ['/v1/me', '/embed/v1/confirm']) {
      const method = path.endsWith('me') ? 'GET' : 'POST'
      const answer = await gateway.call(method, path, method === 'GET' ? {} : { body: {} })
      expect(answer.body.code).not.toBe('not_found')
    }
  })

  test('9.2 since 2026-08-21, a numeric id on a transaction route gets transaction_id_expected', async () => {
    const { id } = await gateway.createPayment()
    const answer = await gateway.call('POST', `/v1/payments/${id}/void`)
    expect(answer).toMatchObject({ status: 404, body: { code: 'transaction_id_expected' } })
  })

  controlledTest('9.2 transaction_id is a UUID string', async () => {
    const { id } = await gateway.payNew()
    expect((await gateway.getPayment(id)).transaction_id).toMatch(UUID)
  })

  controlledTest('9.2 since 2026-09-23, the list requires mode 3A', async () => {
    await gateway.withProfile({ tokenized_charge: false }, async () => {
      const path = `/v1/payment-methods?customer[email]=${uniqueReference()}@x.hn`
      const answer = await gateway.call('GET', path)
      expect(answer).toMatchObject({ status: 422, body: { code: 'tokenized_charge_disabled' } })
    })
  })

  test('9.3 codes are identical in both languages', async () => {
    const codes = await Promise.all(
      ['es', 'en'].map(async (language) => {
        const headers = { 'accept-language': language }
        return (await gateway.call('GET', '/v1/payments/1/receipt', { headers })).body.code
      }),
    )
    expect(codes).toEqual(['transaction_id_expected', 'transaction_id_expected'])
  })
})
