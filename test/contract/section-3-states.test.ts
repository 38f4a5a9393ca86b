import { beforeAll, expect, test } from 'vitest'
import { formatHondurasTime } from '../../src/contract/honduras-time.ts'
import { useGateway, useStarted } from '../support/use-world.ts'
import { CARDS } from './support/harness.ts'
import { startReceiver } from './support/receiver.ts'
import { HONDURAS_TIME } from './support/shapes.ts'
import { controlledDescribe } from './support/target.ts'

const HOUR = 3_600

controlledDescribe('3. States and transitions', () => {
  const gateway = useGateway()
  const receiver = useStarted(startReceiver)
  beforeAll(async () => {
    await gateway.addEndpoint(receiver.url)
  })

  const statusOf = async (id: number) => (await gateway.getPayment(id)).status
  const eventsOf = (id: number) => receiver.about(id).map(({ event }) => event.type)
  /** Waits for a later event, so that all earlier ones have arrived. */
  const later = async (): Promise<void> => {
    const { id } = await gateway.payNew()
    await receiver.waitUntil(({ data }) => data.id === id)
    await gateway.advance(1)
  }
  const reverse = (transactionId: string, how: 'void' | 'refund', body: object = {}) =>
    gateway.call('POST', `/v1/payments/${transactionId}/${how}`, { body })

  const createExpiring = async (seconds: number, fields: Record<string, unknown> = {}) => {
    const expiry = new Date((await gateway.now()).getTime() + seconds * 1000)
    return gateway.createPayment({ expires_at: formatHondurasTime(expiry), ...fields })
  }

  test('an approved charge makes a pending payment paid and sends payment.approved', async () => {
    const { id } = await gateway.createPayment()
    const { body } = await gateway.pay({ payment_id: id })
    expect(await gateway.getPayment(id)).toMatchObject({
      status: 'paid',
      transaction_id: body.transaction_id,
      paid_at: expect.stringMatching(HONDURAS_TIME),
    })
    await expect.poll(() => eventsOf(id)).toEqual(['payment.approved'])
  })

  test('a paid non-reusable payment cannot be paid again', async () => {
    const { id } = await gateway.payNew()
    const again = await gateway.pay({ payment_id: id })
    expect(again.status).toBe(422)
    expect(await statusOf(id)).toBe('paid')
    await later()
    expect(eventsOf(id)).toEqual(['payment.approved'])
  })

  test('a reusable payment stays payable until it expires', async () => {
    const { id } = await createExpiring(HOUR, { reusable: true })
    expect((await gateway.pay({ payment_id: id })).body.status).toBe('approved')
    expect((await gateway.pay({ payment_id: id })).body.status).toBe('approved')
    await gateway.advance(HOUR + 1)
    expect((await gateway.pay({ payment_id: id })).status).toBe(422)
  })

  test('a reusable payment stays payable until it is disabled', async () => {
    const { id } = await gateway.createPayment({ reusable: true })
    expect((await gateway.pay({ payment_id: id })).body.status).toBe('approved')
    await gateway.control('POST', '/portal/disable', { payment_id: id }).catch(() => undefined)
    const isDisabled = (await statusOf(id)) === 'disabled'
    const again = await gateway.pay({ payment_id: id })
    // The contract does not show which states can be disabled.
    expect(again.status).toBe(isDisabled ? 422 : 200)
  })

  test('a disabled pending payment cannot be paid', async () => {
    const { id } = await gateway.createPayment()
    await gateway.control('POST', '/portal/disable', { payment_id: id })
    expect(await statusOf(id)).toBe('disabled')
    expect((await gateway.pay({ payment_id: id })).status).toBe(422)
  })

  test.each([
    ['declined', CARDS.declined],
    ['without funds', CARDS.noFunds],
    ['of a payment error', CARDS.processorError],
  ])(
    'a charge that is %s leaves the payment unpaid and sends payment.failed',
    async (_, number) => {
      const { id } = await gateway.createPayment()
      const { body } = await gateway.pay({ payment_id: id, number })
      expect(body.status).toBe('declined')
      const payment = await gateway.getPayment(id)
      // Section 3 has both "stays as is" and "effect on the payment status: not shown".
      expect(['pending', 'disabled']).toContain(payment.status)
      expect(payment.paid_at).toBeNull()
      await expect.poll(() => eventsOf(id)).toEqual(['payment.failed'])
    },
  )

  test('an unpaid payment expires and sends payment.expired about five minutes after expires_at', async () => {
    const { id } = await createExpiring(60)
    await gateway.advance(61)
    expect((await gateway.pay({ payment_id: id })).status).toBe(422)
    await gateway.advance(10 * 60)
    expect(await statusOf(id)).toBe('expired')
    await expect.poll(() => eventsOf(id)).toEqual(['payment.expired'])
    expect((await gateway.pay({ payment_id: id })).status).toBe(422)
  })

  test('a paid payment does not expire', async () => {
    const { id } = await createExpiring(60)
    await gateway.pay({ payment_id: id })
    await gateway.advance(HOUR)
    expect(await statusOf(id)).toBe('paid')
    await later()
    expect(eventsOf(id)).not.toContain('payment.expired')
  })

  test('a payment without expires_at never expires', async () => {
    const { id } = await gateway.createPayment()
    await gateway.advance(400 * 24 * HOUR)
    expect(await statusOf(id)).toBe('pending')
  })

  test('a void before settlement makes a payment voided and sends payment.voided', async () => {
    const { id, transactionId } = await gateway.payNew()
    const { status, body } = await reverse(transactionId, 'void')
    expect([status, body.status]).toEqual([200, 'voided'])
    expect(await gateway.getPayment(id)).toMatchObject({
      status: 'voided',
      refunded_amount: 100,
      refund_status: 'full',
    })
    await expect.poll(() => eventsOf(id)).toContain('payment.voided')
  })

  test('a full refund makes a payment refunded and sends payment.refunded', async () => {
    const { id, transactionId } = await gateway.payNew()
    await gateway.settle()
    expect((await reverse(transactionId, 'refund', { amount: 100 })).status).toBe(200)
    expect(await gateway.getPayment(id)).toMatchObject({
      status: 'refunded',
      refunded_amount: 100,
      refund_status: 'full',
    })
    await expect.poll(() => eventsOf(id)).toContain('payment.refunded')
    await later()
    expect(eventsOf(id)).not.toContain('payment.partially_refunded')
  })

  test('partial refunds make a payment partially_refunded, and the last one refunded', async () => {
    const { id, transactionId } = await gateway.payNew()
    await gateway.settle()
    expect((await reverse(transactionId, 'refund', { amount: 40 })).status).toBe(200)
    expect(await statusOf(id)).toBe('partially_refunded')
    expect((await reverse(transactionId, 'refund', { amount: 10.5 })).status).toBe(200)
    expect(await gateway.getPayment(id)).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 50.5,
    })
    expect((await reverse(transactionId, 'refund', { amount: 49.5 })).status).toBe(200)
    expect(await statusOf(id)).toBe('refunded')
    await expect
      .poll(() =>
        eventsOf(id)
          .filter((type) => type !== 'payment.approved')
          .toSorted(),
      )
      .toEqual(['payment.partially_refunded', 'payment.partially_refunded', 'payment.refunded'])
  })

  test('voids and refunds in the portal send the same events', async () => {
    const voided = await gateway.payNew()
    await gateway.control('POST', '/portal/void', { transaction_id: voided.transactionId })
    expect(await statusOf(voided.id)).toBe('voided')
    await expect.poll(() => eventsOf(voided.id)).toContain('payment.voided')

    const refunded = await gateway.payNew()
    const transaction_id = refunded.transactionId
    await gateway.settle()
    await gateway.control('POST', '/portal/refund', { transaction_id, amount: 25 })
    expect(await statusOf(refunded.id)).toBe('partially_refunded')
    await expect.poll(() => eventsOf(refunded.id)).toContain('payment.partially_refunded')
    await gateway.control('POST', '/portal/refund', { transaction_id, amount: 75 })
    expect(await statusOf(refunded.id)).toBe('refunded')
    await expect.poll(() => eventsOf(refunded.id)).toContain('payment.refunded')
  })

  test('a voided transaction cannot be refunded', async () => {
    const { id, transactionId } = await gateway.payNew()
    await reverse(transactionId, 'void')
    await gateway.settle()
    const refund = await reverse(transactionId, 'refund', { amount: 1 })
    expect(refund.status).toBe(422)
    expect(refund.body.errors).toHaveProperty('refund')
    expect(await statusOf(id)).toBe('voided')
  })

  test('two customers paying concurrently are charged once', async () => {
    const { id } = await gateway.createPayment()
    const attempts = Array.from({ length: 8 }, () => gateway.pay({ payment_id: id }))
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 422, 422, 422, 422, 422, 422, 422])
    await later()
    expect(eventsOf(id)).toEqual(['payment.approved'])
  })
})
