import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CARDS, LIVE_KEY } from '../contract/support/harness.ts'
import { startReceiver } from '../contract/support/receiver.ts'
import { useGateway, useStarted } from '../support/use-world.ts'

describe('portal actions by control route', () => {
  const receiver = useStarted(startReceiver)
  const gateway = useGateway()
  beforeAll(async () => {
    await gateway.addEndpoint(receiver.url)
  })
  afterEach(() => {
    receiver.received.length = 0
  })

  const portal = (action: string, body: unknown, headers = {}) =>
    gateway.call('POST', `/sandbox/portal/${action}`, { key: null, body, headers })
  const types = () => receiver.received.map(({ event }) => event.type)
  const nobody = '00000000-0000-4000-8000-000000000000'

  test('a void of an unsettled charge succeeds and notifies the shop', async () => {
    const { id, transactionId } = await gateway.payNew()
    const answer = await portal('void', { transaction_id: transactionId, reason: 'Duplicado' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ id, status: 'voided', refund_status: 'full' })
    await receiver.waitFor(2)
    expect(types()).toContain('payment.voided')
  })

  test('a settled charge cannot be voided, but refunded in parts', async () => {
    const { transactionId } = await gateway.payNew()
    await gateway.settle()
    const late = await portal('void', { transaction_id: transactionId })
    expect(late.status).toBe(422)
    expect(Object.keys(late.body.errors)).toEqual(['void'])

    const part = await portal('refund', {
      transaction_id: transactionId,
      amount: '30.50',
      reason: 'Una pieza menos',
    })
    expect(part.body).toMatchObject({ status: 'partially_refunded', refunded_amount: 30.5 })
    const rest = await portal('refund', { transaction_id: transactionId })
    expect(rest.body).toMatchObject({ status: 'refunded', refunded_amount: 100 })
    const events = await receiver.waitFor(3)
    const partial = events.find(({ event }) => event.type === 'payment.partially_refunded')
    expect(partial?.event.data).toMatchObject({
      refund_amount: 30.5,
      refund_reason: 'Una pieza menos',
    })
  })

  test("rejections have the API's format and the requested language", async () => {
    const { transactionId } = await gateway.payNew()
    await gateway.settle()
    const tooMuch = await portal(
      'refund',
      { transaction_id: transactionId, amount: 100.01 },
      { 'accept-language': 'en' },
    )
    expect(tooMuch.status).toBe(422)
    expect(tooMuch.body.errors.amount[0]).toContain('remaining refundable amount (100.00)')
  })

  test('a declined attempt can be neither voided nor refunded', async () => {
    const { id } = await gateway.createPayment()
    const { body } = await gateway.pay({ payment_id: id, number: CARDS.declined })
    const voided = await portal('void', { transaction_id: body.transaction_id })
    expect(voided).toMatchObject({ status: 422, body: { code: 'void_invalid' } })
    const refunded = await portal('refund', { transaction_id: body.transaction_id })
    expect(refunded.status).toBe(422)
    expect(Object.keys(refunded.body.errors)).toEqual(['refund'])
  })

  test('a disabled link can be neither paid nor disabled again', async () => {
    const { id } = await gateway.createPayment()
    expect((await portal('disable', { payment_id: id })).body).toMatchObject({
      id,
      status: 'disabled',
    })
    expect((await gateway.pay({ payment_id: id })).status).toBe(422)
    const again = await portal('disable', { payment_id: id })
    expect(again.status).toBe(422)
    expect(Object.keys(again.body.errors)).toEqual(['payment_id'])
  })

  test('the portal covers both environments', async () => {
    const { transactionId } = await gateway.payNew({}, LIVE_KEY)
    const answer = await portal('void', { transaction_id: transactionId })
    expect(answer.body.status).toBe('voided')
  })

  test.each([
    ['void', { transaction_id: nobody }],
    ['void', { transaction_id: 'x' }],
    ['refund', { transaction_id: nobody, amount: 1 }],
    ['disable', { payment_id: 1 }],
    ['disable', { payment_id: 99_999_999_999 }],
  ])('%s %j names nothing known and gets 404 with its code', async (action, body) => {
    const answer = await portal(action, body)
    expect(answer).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
  })

  test.each([
    ['void', {}, 'transaction_id'],
    ['void', { transaction_id: nobody, amount: 3 }, 'amount'],
    ['refund', { transaction_id: nobody, amount: 'x' }, 'amount'],
    ['refund', { transaction_id: nobody, reason: '\u0000' }, 'reason'],
    ['disable', { payment_id: 'x' }, 'payment_id'],
  ])('%s %j gets 422 with the field', async (action, body, field) => {
    const answer = await portal(action, body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  test('POST /sandbox/settle returns the number of settled charges', async () => {
    await gateway.settle()
    await gateway.payNew()
    await gateway.payNew()
    const settled = () => gateway.control('POST', '/settle')
    expect(await settled()).toEqual({ settled: 2 })
    expect(await settled()).toEqual({ settled: 0 })
  })
})
