import { expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { CARDS } from './support/harness.ts'
import { controlledDescribe } from './support/target.ts'

controlledDescribe('4.6 POST /payments/{transaction_id}/void', () => {
  const voidOf = (transactionId: string, body?: unknown) =>
    gateway.call('POST', `/v1/payments/${transactionId}/void`, { body })
  const refund = (transactionId: string, amount: number) =>
    gateway.call('POST', `/v1/payments/${transactionId}/refund`, { body: { amount } })
  const gateway = useGateway()

  test('a void gets 200 with the voided payment', async () => {
    const { id, transactionId } = await gateway.payNew()
    const answer = await voidOf(transactionId, { reason: 'Pedido duplicado' })
    expect(answer).toMatchObject({
      status: 200,
      body: { id, status: 'voided', transaction_id: transactionId, refunded_amount: 100 },
    })
  })

  test.each([
    ['without a body', undefined],
    ['with an empty body', {}],
    ['with a reason of 2000 characters', { reason: 'x'.repeat(2_000) }],
  ])('the reason is optional: a body %s gets 200', async (_, body) => {
    const { transactionId } = await gateway.payNew()
    expect((await voidOf(transactionId, body)).status).toBe(200)
  })

  test.each([
    ['longer than 2000', 'x'.repeat(2_001)],
    ['no string', 5],
  ])('a reason that is %s gets 422 and voids nothing', async (_, reason) => {
    const { id, transactionId } = await gateway.payNew()
    const answer = await voidOf(transactionId, { reason })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['reason'])
    expect((await gateway.getPayment(id)).status).toBe('paid')
  })

  test('a void ignores an amount and always covers the full charge', async () => {
    const { transactionId } = await gateway.payNew()
    const { body } = await voidOf(transactionId, { amount: 1 })
    expect(body).toMatchObject({ status: 'voided', refunded_amount: 100, refund_status: 'full' })
  })

  test('a second void gets 422 errors.void', async () => {
    const { transactionId } = await gateway.payNew()
    await voidOf(transactionId)
    const answer = await voidOf(transactionId)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['void'])
  })

  test.each([
    ['in full', 100],
    ['in part', 40],
  ])('a charge refunded %s gets 422 errors.void', async (_, amount) => {
    const { id, transactionId } = await gateway.payNew()
    await gateway.settle()
    expect((await refund(transactionId, amount)).status).toBe(200)
    const answer = await voidOf(transactionId)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['void'])
    expect((await gateway.getPayment(id)).refunded_amount).toBe(amount)
  })

  test('a settled charge gets 422 errors.void and can still be refunded', async () => {
    const { id, transactionId } = await gateway.payNew()
    await gateway.settle()
    const answer = await voidOf(transactionId)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['void'])
    expect((await gateway.getPayment(id)).status).toBe('paid')
    expect((await refund(transactionId, 100)).status).toBe(200)
  })

  test('the rejections have different messages', async () => {
    const voided = await gateway.payNew()
    await voidOf(voided.transactionId)
    const settled = await gateway.payNew()
    await gateway.settle()
    const texts = await Promise.all(
      [voided, settled].map(async ({ transactionId }) =>
        JSON.stringify((await voidOf(transactionId)).body.errors.void),
      ),
    )
    expect(texts[0]).not.toBe(texts[1])
  })

  test('a charge of the previous day is settled and cannot be voided', async () => {
    const { transactionId } = await gateway.payNew()
    await gateway.advance(25 * 3_600)
    expect((await voidOf(transactionId)).status).toBe(422)
  })

  test.each([
    ['declined', CARDS.declined],
    ['waiting for its challenge', CARDS.challenge],
  ])('an attempted charge that is %s gets void_invalid', async (_, number) => {
    const { id } = await gateway.createPayment()
    const { body } = await gateway.pay({ payment_id: id, number })
    const answer = await voidOf(body.transaction_id)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body.code).toBe('void_invalid')
    expect((await gateway.getPayment(id)).status).not.toBe('voided')
  })

  test('concurrent voids succeed once', async () => {
    const { transactionId } = await gateway.payNew()
    const answers = await Promise.all(Array.from({ length: 6 }, () => voidOf(transactionId)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, 422, 422, 422, 422, 422])
  })
})
