import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CARDS, type Harness, startHarness } from './support/harness.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'

describe('3. States and transitions', () => {
  let gateway: Harness
  let receiver: Receiver
  const statusOf = async (id: number) =>
    (await gateway.call('GET', `/v1/payments/${id}`)).body.status
  const eventsOf = (id: number) =>
    receiver.received.filter(({ event }) => event.data.id === id).map(({ event }) => event.type)
  beforeAll(async () => {
    gateway = await startHarness()
    receiver = await startReceiver()
    await gateway.addEndpoint(receiver.url)
  })
  afterAll(async () => {
    await gateway.close()
    await receiver.close()
  })

  const inLocalTime = (instant: Date) =>
    new Date(instant.getTime() - 6 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

  const createExpiring = async (seconds: number) => {
    const expiry = new Date((await gateway.now()).getTime() + seconds * 1000)
    return gateway.createPayment({ expires_at: inLocalTime(expiry) })
  }

  test('pending, charge approved: paid, with transaction_id and paid_at, event payment.approved', async () => {
    const { id } = await gateway.createPayment()
    const { body } = await gateway.pay({ payment_id: id })
    const payment = (await gateway.call('GET', `/v1/payments/${id}`)).body
    expect(payment).toMatchObject({ status: 'paid', transaction_id: body.transaction_id })
    expect(payment.paid_at).not.toBeNull()
    await expect.poll(() => eventsOf(id)).toEqual(['payment.approved'])
  })

  test('a non-reusable payment is consumed', async () => {
    const { id } = await gateway.createPayment()
    await gateway.pay({ payment_id: id })
    const again = await gateway.pay({ payment_id: id })
    expect(again.status).toBe(422)
    expect(again.body.message).toMatch(/not payable/)
  })

  test('a reusable one stays payable until it expires', async () => {
    const expiry = new Date((await gateway.now()).getTime() + 3_600_000)
    const { id } = await gateway.createPayment({
      reusable: true,
      external_reference: 'reusable-3',
      expires_at: inLocalTime(expiry),
    })
    expect((await gateway.pay({ payment_id: id })).body.status).toBe('approved')
    expect((await gateway.pay({ payment_id: id })).body.status).toBe('approved')
    await gateway.advance(3_601)
    expect((await gateway.pay({ payment_id: id })).status).toBe(422)
    await gateway.advance(600)
    expect(await statusOf(id)).toBe('paid')
  })

  test('pending, charge declined: stays as is, event payment.failed, and can be paid later', async () => {
    const { id } = await gateway.createPayment()
    const declined = await gateway.pay({ payment_id: id, number: CARDS.noFunds })
    expect(declined).toMatchObject({ status: 200, body: { status: 'declined' } })
    expect(await statusOf(id)).toBe('pending')
    await expect.poll(() => eventsOf(id)).toEqual(['payment.failed'])
    expect((await gateway.pay({ payment_id: id })).body.status).toBe('approved')
    expect(await statusOf(id)).toBe('paid')
  })

  test('pending, payment error: stays as is, event payment.failed', async () => {
    const { id } = await gateway.createPayment()
    await gateway.pay({ payment_id: id, number: CARDS.processorError })
    expect(await statusOf(id)).toBe('pending')
    await expect.poll(() => eventsOf(id)).toEqual(['payment.failed'])
  })

  test('expires_at reached unpaid: expired, event payment.expired about five minutes later', async () => {
    const { id } = await createExpiring(60)
    await gateway.advance(61)
    expect(await statusOf(id)).toBe('pending')
    expect((await gateway.pay({ payment_id: id })).status).toBe(422)
    await gateway.advance(300)
    expect(await statusOf(id)).toBe('expired')
    await expect.poll(() => eventsOf(id)).toEqual(['payment.expired'])
    expect((await gateway.pay({ payment_id: id })).status).toBe(422)
  })

  test('a paid payment does not expire', async () => {
    const { id } = await createExpiring(60)
    await gateway.pay({ payment_id: id })
    await gateway.advance(400)
    expect(await statusOf(id)).toBe('paid')
  })

  test('a payment without expires_at never expires', async () => {
    const { id } = await gateway.createPayment()
    await gateway.advance(400 * 86_400)
    expect(await statusOf(id)).toBe('pending')
  })

  test('two customers paying at once pay once', async () => {
    const { id } = await gateway.createPayment()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => gateway.pay({ payment_id: id })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(7)
    await expect.poll(() => eventsOf(id)).toEqual(['payment.approved'])
  })

  test.each([
    [CARDS.declined, '05'],
    [CARDS.noFunds, '51'],
    [CARDS.expired, '54'],
  ])('card %s is declined with code %s', async (number, code) => {
    const { id } = await gateway.createPayment()
    const { body } = await gateway.pay({ payment_id: id, number })
    expect(body).toMatchObject({ status: 'declined', IsoResponseCode: code })
    expect(body.Errors[0]).toMatchObject({ Code: code, Message: expect.any(String) })
  })

  test.each([CARDS.frictionless, CARDS.declinedWhenSaved])(
    'card %s is approved',
    async (number) => {
      const { id } = await gateway.createPayment()
      expect((await gateway.pay({ payment_id: id, number })).body.status).toBe('approved')
    },
  )

  test('a card that is no test card is refused and leaves no trace', async () => {
    const { id } = await gateway.createPayment()
    for (const number of ['4242424242424242', '5555555555554444', 'abc', '']) {
      const answer = await gateway.pay({ payment_id: id, number })
      expect(answer.status).toBe(422)
      expect(answer.body.errors['card.number']).toHaveLength(1)
    }
    expect((await gateway.call('GET', `/v1/payments/${id}`)).body.transaction_id).toBeNull()
    expect(JSON.stringify(await gateway.journal())).not.toMatch(/42424242|55554444/)
  })
})
