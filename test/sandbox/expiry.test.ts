import { describe, expect, test } from 'vitest'
import { CARDS } from '../contract/support/harness.ts'
import { useGateway } from '../support/use-world.ts'

describe('a link that expires during authentication', () => {
  const gateway = useGateway()

  const statusOf = async (id: number) =>
    (await gateway.call('GET', `/v1/payments/${id}`)).body.status

  const challenged = async () => {
    const inAMinute = new Date((await gateway.now()).getTime() + 60_000)
    const { id } = await gateway.createPayment({ expires_at: inAMinute.toISOString() })
    const { body } = await gateway.pay({ payment_id: id, number: CARDS.challenge })
    return { id, transactionId: body.transaction_id }
  }

  const answer = (transactionId: string, outcome: string) =>
    gateway.call('POST', `/sandbox/challenges/${transactionId}`, { key: null, body: { outcome } })

  test('a customer who started paying in time can complete the payment', async () => {
    const { id, transactionId } = await challenged()
    await gateway.advance(10 * 60)
    expect(await statusOf(id)).toBe('pending')
    expect((await answer(transactionId, 'authenticated')).body.status).toBe('approved')
    expect(await statusOf(id)).toBe('paid')
  })

  test('a failed challenge leaves an expired link', async () => {
    const { id, transactionId } = await challenged()
    await gateway.advance(10 * 60)
    await answer(transactionId, 'failed')
    await gateway.advance(1)
    expect(await statusOf(id)).toBe('expired')
  })

  test.each(['fails_after_window', 'never_ends'])(
    'an abandoned challenge leaves an expired link (abandoned_challenge: %s)',
    async (abandoned_challenge) => {
      await gateway.call('PUT', '/sandbox/profile', { key: null, body: { abandoned_challenge } })
      const { id } = await challenged()
      await gateway.advance(20 * 60)
      expect(await statusOf(id)).toBe('expired')
    },
  )
})
