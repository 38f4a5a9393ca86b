import { beforeAll, expect, test } from 'vitest'
import { useGateway, useStarted } from '../support/use-world.ts'
import { CARDS } from './support/harness.ts'
import { startReceiver } from './support/receiver.ts'
import { controlledDescribe } from './support/target.ts'

controlledDescribe('4.7 POST /payments/{transaction_id}/refund', () => {
  const refund = (transactionId: string, body: unknown) =>
    gateway.call('POST', `/v1/payments/${transactionId}/refund`, { body })
  const settled = async (fields: Record<string, unknown> = {}) => {
    const paid = await gateway.payNew(fields)
    await gateway.settle()
    return paid
  }
  const gateway = useGateway()
  const receiver = useStarted(startReceiver)
  beforeAll(async () => {
    await gateway.addEndpoint(receiver.url)
  })

  test.each([
    ['all of it', { amount: 100 }, 'refunded'],
    ['a part', { amount: 0.01 }, 'partially_refunded'],
    ['with a reason', { amount: 100, reason: 'Devuelto' }, 'refunded'],
    ['as a numeric string', { amount: '25.50' }, 'partially_refunded'],
  ])('a refund gets 200: %s', async (_, body, status) => {
    const { id, transactionId } = await settled()
    expect((await refund(transactionId, body)).status).toBe(200)
    expect(await gateway.getPayment(id)).toMatchObject({
      status,
      refunded_amount: Number(body.amount),
    })
  })

  test('each refund reduces the refundable amount', async () => {
    const { id, transactionId } = await settled()
    expect((await refund(transactionId, { amount: 60 })).status).toBe(200)
    const above = await refund(transactionId, { amount: 40.01 })
    expect(above.status).toBe(422)
    expect(Object.keys(above.body.errors)).toEqual(['amount'])
    expect((await refund(transactionId, { amount: 40 })).status).toBe(200)
    expect((await gateway.getPayment(id)).status).toBe('refunded')
  })

  test('the refundable amount is the total including tax and fee', async () => {
    const { id, transactionId } = await settled({ sales_tax_type: 'fixed', sales_tax_value: 15 })
    expect((await refund(transactionId, { amount: 115.01 })).status).toBe(422)
    expect((await refund(transactionId, { amount: 115 })).status).toBe(200)
    expect((await gateway.getPayment(id)).status).toBe('refunded')
  })

  test.each([
    ['missing', undefined],
    ['below 0.01', 0],
    ['negative', -1],
    ['no number', 'all'],
    ['above the remaining amount', 100.01],
  ])('an invalid amount gets 422 errors.amount: %s', async (_, amount) => {
    const { id, transactionId } = await settled()
    const answer = await refund(transactionId, { amount })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['amount'])
    expect(await gateway.getPayment(id)).toMatchObject({ status: 'paid', refunded_amount: 0 })
  })

  test('a voided transaction gets 422 errors.refund', async () => {
    const { transactionId } = await gateway.payNew()
    await gateway.call('POST', `/v1/payments/${transactionId}/void`)
    const answer = await refund(transactionId, { amount: 1 })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['refund'])
  })

  test('a fully refunded charge gets 422', async () => {
    const { id, transactionId } = await settled()
    await refund(transactionId, { amount: 100 })
    expect((await refund(transactionId, { amount: 1 })).status).toBe(422)
    expect((await gateway.getPayment(id)).refunded_amount).toBe(100)
  })

  test.each([
    ['declined', CARDS.declined],
    ['waiting for its challenge', CARDS.challenge],
  ])('a charge that is %s gets 422 errors.refund', async (_, number) => {
    const { id } = await gateway.createPayment()
    const { body } = await gateway.pay({ payment_id: id, number })
    const answer = await refund(body.transaction_id, { amount: 1 })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toHaveProperty('refund')
  })

  test('a charge can be refunded after settlement', async () => {
    const { id, transactionId } = await gateway.payNew()
    const early = await refund(transactionId, { amount: 100 })
    // "Attempted too early can return 422", which must change nothing.
    if (early.status === 200) return
    expect(early.status).toBe(422)
    expect(Object.keys(early.body.errors)).toEqual(['refund'])
    expect((await gateway.getPayment(id)).status).toBe('paid')
    await gateway.settle()
    expect((await refund(transactionId, { amount: 100 })).status).toBe(200)
  })

  test('refund events carry refund_amount, refunded_at and refund_reason', async () => {
    const { id, transactionId } = await settled()
    await refund(transactionId, { amount: 12.5, reason: 'Talla' })
    await refund(transactionId, { amount: 87.5 })
    const isRefund = ({ type, data }: { type: string; data: { id: number } }) =>
      data.id === id && type.endsWith('refunded')
    const events = (await receiver.waitUntil(isRefund, 2)).map(({ event }) => event)
    const byAmount = (amount: number) =>
      events.find(({ data }) => data.refund_amount === amount)?.data
    expect(byAmount(12.5)).toMatchObject({
      status: 'partially_refunded',
      refund_reason: 'Talla',
      refunded_amount: 12.5,
      refunded_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} /),
    })
    expect(byAmount(87.5)).toMatchObject({
      status: 'refunded',
      refund_reason: null,
      refunded_amount: 100,
    })
  })

  test('concurrent refunds never exceed the charge', async () => {
    const { id, transactionId } = await settled()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refund(transactionId, { amount: 30 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await gateway.getPayment(id)).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 90,
    })
  })
})
