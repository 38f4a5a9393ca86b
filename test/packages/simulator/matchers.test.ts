import { expect, it } from 'vitest'
import type { Gateway } from '../../../packages/simulator/src/index.ts'
import '../../../packages/simulator/src/vitest.ts'
import { startReceiver } from '../../contract/support/receiver.ts'
import { createPayment, gatewayForTest, payOrder } from './use-gateway.ts'

/** An impatient shop: creates a second payment for the order, and the customer pays both. */
const payTwice = async (gateway: Gateway, reference: string): Promise<string> => {
  await payOrder(gateway, reference)
  return payOrder(gateway, reference)
}

it('an order that was paid twice fails, with both charges in the message', async () => {
  const gateway = await gatewayForTest()
  await payTwice(gateway, 'A-1')
  await expect(expect(gateway).notToHaveChargedTwice('A-1')).rejects.toThrow(
    /Expected at most one charge of A-1, found 2\. The gateway's books:\n.*100001.*\n.*100002/,
  )
  await expect(gateway.journal.notToHaveChargedTwice('A-1')).rejects.toThrow(/found 2/)
  await expect(expect(gateway).toHaveChargedOnce('A-1')).rejects.toThrow(/exactly one charge/)
})

it('a second charge of a payment that several may pay counts', async () => {
  const gateway = await gatewayForTest()
  const { id } = await createPayment(gateway, 'A-1', { reusable: true })
  await gateway.pay(id)
  await expect(gateway).notToHaveChargedTwice('A-1')
  await gateway.pay(id)
  await expect(gateway).not.notToHaveChargedTwice('A-1')
})

it('a second charge that was voided passes only where it may', async () => {
  const gateway = await gatewayForTest()
  const second = await payTwice(gateway, 'A-1')
  await gateway.portal.void(second)
  await expect(gateway).not.notToHaveChargedTwice('A-1')
  await expect(gateway).notToHaveChargedTwice('A-1', { exceptReturned: true })
})

it('a declined card and another order are no charge', async () => {
  const gateway = await gatewayForTest()
  const { id } = await createPayment(gateway, 'A-1')
  await gateway.pay(id, { card: 'declined' })
  await payOrder(gateway, 'A-2')
  await expect(gateway).not.toHaveChargedOnce('A-1')
  await expect(gateway).notToHaveChargedTwice('A-1')
  await expect(gateway).toHaveChargedOnce('A-2')
})

it('one refund or one void counts as refunded once, two do not', async () => {
  const gateway = await gatewayForTest()
  const transactionId = await payOrder(gateway, 'A-1')
  await expect(gateway).not.toHaveBeenRefundedOnce('A-1')
  await gateway.settle()
  await gateway.portal.refund(transactionId, { amount: 10 })
  await expect(gateway).toHaveBeenRefundedOnce('A-1')
  await expect(gateway).toHaveBeenRefundedOnce('A-1', { amount: '10.00' })
  await expect(gateway).not.toHaveBeenRefundedOnce('A-1', { amount: 11 })
  await gateway.portal.refund(transactionId, { amount: 10 })
  await expect(gateway.journal.toHaveBeenRefundedOnce('A-1')).rejects.toThrow(/found 2/)
  await gateway.portal.void(await payOrder(gateway, 'A-2'))
  await expect(gateway).toHaveBeenRefundedOnce('A-2')
})

it('an event counts as delivered once its receiver accepted it', async () => {
  const receiver = await startReceiver()
  receiver.answerWith(500)
  const gateway = await gatewayForTest({ webhook: receiver.url })
  await payOrder(gateway, 'A-1')
  await expect(gateway).not.toHaveDelivered('payment.approved')
  await gateway.journal.notToHaveDelivered('payment.approved')
  const impatient = { reference: 'A-1', timeoutMs: 50 }
  await expect(gateway.journal.toHaveDelivered('payment.approved', impatient)).rejects.toThrow(
    /an accepted delivery of payment\.approved of A-1, found 0\. .*\n.*pending at .* after 1 attempt/,
  )
  receiver.answerWith(200)
  await gateway.clock.advance({ minutes: 1 })
  await expect(gateway).toHaveDelivered('payment.approved', { reference: 'A-1' })
  await expect(gateway).not.toHaveDelivered('payment.approved', { reference: 'A-2' })
  await expect(gateway.journal.notToHaveDelivered('payment.approved')).rejects.toThrow(/found 1/)
  await receiver.close()
})

it('a failure without an endpoint says so', async () => {
  const gateway = await gatewayForTest()
  await expect(
    gateway.journal.toHaveDelivered('payment.approved', { timeoutMs: 0 }),
  ).rejects.toThrow(/recorded no event/)
  await payOrder(gateway, 'A-1')
  await expect(
    gateway.journal.toHaveDelivered('payment.approved', { timeoutMs: 0 }),
  ).rejects.toThrow(/no endpoint was registered/)
})

it('the journal lists the requests of the shop, masked', async () => {
  const gateway = await gatewayForTest()
  await payOrder(gateway, 'A-1')
  expect(await gateway.journal.requests({ method: 'POST' })).toMatchObject([
    { path: '/v1/payments', status: 201, body: { external_reference: 'A-1' } },
  ])
  expect(await gateway.journal.requests({ path: /^\/v1\/me/ })).toEqual([])
  const [first, ...later] = await gateway.journal.entries()
  expect(await gateway.journal.entries({ since: first?.seq ?? 0 })).toEqual(later)
})
