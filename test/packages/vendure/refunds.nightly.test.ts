import { expect, it } from 'vitest'
import { DAY_SECONDS, HOUR_SECONDS, merchantOf, pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWorld } from '../../support/use-world.ts'
import { type Json, NOTIFY_SECRET } from '../../support/world.ts'
import { notify } from '../signed-by.ts'
import { holdOrder } from './held-order.ts'
import { createMethod, useVendureShop } from './vendure-shop.ts'

const world = useWorld()
const shop = useVendureShop(world)

const refund = async (paymentId: string, amount: number, reason = 'Broken'): Promise<Json> => {
  const { refundOrder } = await shop.admin(
    `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename
      ... on Refund { id state total transactionId } ... on ErrorResult { message } } }`,
    { input: { paymentId, amount, lines: [], shipping: 0, adjustment: 0, reason } },
  )
  return refundOrder
}

const cancelPayment = async (id: string): Promise<Json> => {
  const { cancelPayment: answer } = await shop.admin(
    'mutation ($id: ID!) { cancelPayment(id: $id) { ... on Payment { state } ... on ErrorResult { message } } }',
    { id },
  )
  return answer
}

const settledOrder = async () => {
  const paid = await shop.paidOrder()
  await world.control('/sandbox/settle', {})
  return paid
}

const refundsOf = async (code: string): Promise<Json[]> =>
  (await shop.order(code)).payments[0].refunds

const followPending = () =>
  shop.admin('mutation { runScheduledTask(id: "puente-pending-refunds") { success } }')

/** Sends the notification of the present state twice more. */
const expectUnchangedByRepetition = async (code: string, type: string): Promise<void> => {
  const before = await shop.order(code)
  const { body: data } = await world.api('GET', `/v1/orders/${code}`)
  for (let times = 0; times < 2; times++)
    expect(await notify(shop.notifyUrl, NOTIFY_SECRET, { type, data })).toBe(204)
  expect(await shop.order(code)).toEqual(before)
}

it('a refund in Vendure moves the money once and is settled', async () => {
  const { code, payment } = await settledOrder()

  expect(await refund(payment.id, 500)).toMatchObject({ __typename: 'Refund', state: 'Settled' })

  const { refunds } = await merchantOf(world).read(code)
  expect(refunds).toEqual([expect.objectContaining({ amount: '5.00', reason: 'Broken' })])
  expect(await refundsOf(code)).toHaveLength(1)
})

it('two equal refunds on purpose are two refunds', async () => {
  const { code, payment } = await settledOrder()

  const first = await refund(payment.id, 500)
  const second = await refund(payment.id, 500)

  expect(first.transactionId).not.toBe(second.transactionId)
  expect((await merchantOf(world).read(code)).refunds).toHaveLength(2)
  await expect.poll(async () => (await refundsOf(code)).length).toBe(2)
})

it('a refund that is clicked twice is made once, and the second click says so', async () => {
  const { code, payment } = await settledOrder()
  const held = await holdOrder(shop.databaseUrl, code)
  const clicks = Promise.allSettled([refund(payment.id, 500), refund(payment.id, 500)])
  await held.waiters(2)

  await held.release()

  const [made, refused] = (await clicks).sort((one, other) => (one.status < other.status ? -1 : 1))
  expect(made).toMatchObject({ status: 'fulfilled', value: { state: 'Settled' } })
  expect(String(refused?.status === 'rejected' && refused.reason)).toMatch(/made meanwhile/)
  expect((await merchantOf(world).read(code)).refunds).toHaveLength(1)
  expect(await refundsOf(code)).toHaveLength(1)
})

it('a payment that is cancelled while a part of it is refunded keeps the rest, and the answer says so', async () => {
  const { code, order, payment } = await settledOrder()
  const held = await holdOrder(shop.databaseUrl, code)
  const refunding = refund(payment.id, 500)
  await held.waiters(1)
  const cancelling = cancelPayment(payment.id).then(
    () => 'cancelled',
    (error: Error) => error.message,
  )
  await held.waiters(2)

  await held.release()

  expect(await refunding).toMatchObject({ state: 'Settled' })
  expect(await cancelling).toMatch(/made meanwhile/)
  expect(Math.round((await merchantOf(world).keptAtGateway(code)) * 100)).toBe(
    order.totalWithTax - 500,
  )
})

it('a refund whose answer was lost is made once, recorded once, and its repetition says so', async () => {
  const { code, payment } = await settledOrder()
  const route = `POST /v1/orders/${code}/refunds`
  shop.proxy.next(route, { kind: 'lost' }, { kind: 'lost' })

  await expect(refund(payment.id, 500)).rejects.toThrow(/Repeat the refund/)
  await expect.poll(async () => (await refundsOf(code)).length).toBe(1)
  await expect(refund(payment.id, 500, 'Torn')).rejects.toThrow(/the order has it already/)

  expect((await merchantOf(world).read(code)).refunds).toHaveLength(1)
  expect(await refundsOf(code)).toEqual([
    expect.objectContaining({ total: 500, state: 'Settled', reason: 'Broken' }),
  ])
  expect(await refund(payment.id, 500)).toMatchObject({ state: 'Settled' })
  expect((await merchantOf(world).read(code)).refunds).toHaveLength(2)
})

it('a refund whose answer was lost is made once, though another amount is refunded before its repetition', async () => {
  const { code, payment } = await settledOrder()
  const route = `POST /v1/orders/${code}/refunds`
  shop.proxy.next(route, { kind: 'lost' }, { kind: 'lost' })

  await expect(refund(payment.id, 500)).rejects.toThrow(/Repeat the refund/)
  await expect.poll(async () => (await refundsOf(code)).length).toBe(1)
  expect(await refund(payment.id, 300)).toMatchObject({ state: 'Settled' })
  await expect(refund(payment.id, 500)).rejects.toThrow(/the order has it already/)

  const { refunds } = await merchantOf(world).read(code)
  expect(refunds.map(({ amount }: Json) => amount)).toEqual(['5.00', '3.00'])
  expect((await refundsOf(code)).map(({ total }) => total).sort()).toEqual([300, 500])
})

it('a refund that was made in the portal instead is one refund in Vendure', async () => {
  const { code, payment } = await shop.paidOrder()
  const { transactionId } = await refund(payment.id, 500)
  await world.control('/sandbox/settle', {})
  const { payment: charged } = await merchantOf(world).read(code)
  await world.control('/sandbox/portal/refund', {
    transaction_id: charged.transaction_id,
    amount: 5,
  })
  await pass(world, HOUR_SECONDS)
  await settled(world)
  const { refunds } = await merchantOf(world).read(code)
  expect(refunds.map(({ origin, state }: Json) => `${origin} ${state}`)).toEqual([
    'store waiting',
    'portal succeeded',
  ])
  await followPending()
  expect(await refundsOf(code)).toEqual([expect.objectContaining({ state: 'Pending' })])

  await world.api('POST', `/v1/orders/${code}/refunds/${transactionId}/resolve`, {
    resolution: 'already_made',
  })

  await expect.poll(async () => (await refundsOf(code))[0].state).toBe('Settled')
  expect(await refundsOf(code)).toEqual([expect.objectContaining({ total: 500, transactionId })])
})

it('a refund that a killed Vendure had requested is found by its repetition', async () => {
  const { code, payment } = await settledOrder()
  await world.api('PATCH', '/v1/store', { notify_url: `${shop.url}/nowhere` })
  let killed: Promise<void> | undefined
  shop.proxy.onPass(async (route, stage) => {
    if (route !== `POST /v1/orders/${code}/refunds` || stage !== 'work-done') return 'pass'
    killed ??= shop.kill()
    await killed
    return 'cut'
  })
  await expect(refund(payment.id, 500)).rejects.toThrow()
  shop.proxy.onPass(undefined)
  await shop.start()
  expect(await refundsOf(code)).toEqual([])

  const again = await refund(payment.id, 500)
  await world.api('PATCH', '/v1/store', { notify_url: shop.notifyUrl })

  const { refunds } = await merchantOf(world).read(code)
  expect(refunds.map(({ id }: Json) => id)).toEqual([again.transactionId])
  expect(await refundsOf(code)).toHaveLength(1)
})

it('a refund before the settlement of the day is pending, and settled after it', async () => {
  const { code, payment } = await shop.paidOrder()

  expect(await refund(payment.id, 500)).toMatchObject({ state: 'Pending' })
  await world.control('/sandbox/settle', {})
  await pass(world, DAY_SECONDS)

  await expect.poll(async () => (await refundsOf(code))[0].state).toBe('Settled')
  expect(await refundsOf(code)).toHaveLength(1)
})

it('a pending refund that is cancelled at Puente becomes failed, and can be made again', async () => {
  const { code, payment } = await shop.paidOrder()
  const { transactionId } = await refund(payment.id, 500)
  await world.api('POST', `/v1/orders/${code}/refunds/${transactionId}/cancel`)

  await followPending()

  await expect.poll(async () => (await refundsOf(code))[0].state).toBe('Failed')
  const again = await refund(payment.id, 500)
  expect(again.state).toBe('Pending')
  expect(again.transactionId).not.toBe(transactionId)
  await world.api('POST', `/v1/orders/${code}/refunds/${again.transactionId}/cancel`)
})

it('a cancelled refund of an order with two payment methods becomes failed, whichever method was chosen', async () => {
  await createMethod(shop.admin, 'transfer', { automaticSettle: 'true' }, 'dummy-payment-handler')
  const { customer, code, payUrl } = await shop.openOrder()
  await customer.moveTo('AddingItems')
  await customer.addItem()
  await shop.pay(payUrl)
  await expect.poll(async () => (await shop.order(code)).payments).toHaveLength(1)
  await customer.moveTo('ArrangingPayment')
  await customer.shop(
    'mutation { addPaymentToOrder(input: { method: "transfer", metadata: {} }) { __typename } }',
  )
  const { payments, totalWithTax } = await shop.order(code)
  const paymentOf = (wanted: string) => payments.find(({ method }: Json) => method === wanted)
  // Without an amount, Vendure refunds what the chosen payment lacks from the other one.
  await shop.admin(
    'mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename } }',
    {
      input: {
        paymentId: paymentOf('transfer').id,
        lines: [],
        shipping: paymentOf('transfer').amount + 500,
        adjustment: 0,
      },
    },
  )
  const refundAtPuente = async () => {
    const { payments: now } = await shop.order(code)
    return now.find(({ method }: Json) => method === 'puente').refunds[0]
  }
  expect(await refundAtPuente()).toMatchObject({ total: 500, state: 'Pending' })
  expect(totalWithTax).toBe(paymentOf('transfer').amount + paymentOf('puente').amount)
  const { transactionId } = await refundAtPuente()
  await world.api('POST', `/v1/orders/${code}/refunds/${transactionId}/cancel`)

  await followPending()

  await expect.poll(async () => (await refundAtPuente()).state).toBe('Failed')
})

it('a refund that Puente refuses creates none in Vendure, and names the reason', async () => {
  const { code, payment } = await shop.paidOrder()
  await refund(payment.id, 500)

  await expect(refund(payment.id, 300)).rejects.toThrow(/refund/i)

  expect(await refundsOf(code)).toHaveLength(1)
})

it('a refund in the portal of the gateway arrives in Vendure, once', async () => {
  const { code } = await settledOrder()
  const { payment } = await merchantOf(world).read(code)

  await world.control('/sandbox/portal/refund', {
    transaction_id: payment.transaction_id,
    amount: 5,
  })

  await expect
    .poll(() => refundsOf(code))
    .toEqual([expect.objectContaining({ total: 500, state: 'Settled' })])
  await expectUnchangedByRepetition(code, 'order.partially_refunded')
})

it('a void in the portal of the gateway arrives in Vendure, once', async () => {
  const { order, code } = await shop.paidOrder()
  const { payment } = await merchantOf(world).read(code)

  await world.control('/sandbox/portal/void', { transaction_id: payment.transaction_id })

  await expect
    .poll(() => refundsOf(code))
    .toEqual([expect.objectContaining({ total: order.totalWithTax, state: 'Settled' })])
  await expectUnchangedByRepetition(code, 'order.voided')
})

it('a cancelled payment is voided at the gateway, and is no refund', async () => {
  const { code, payment } = await shop.paidOrder()

  expect(await cancelPayment(payment.id)).toEqual({ state: 'Cancelled' })

  const { order, refunds } = await merchantOf(world).read(code)
  expect([order.status, refunds.length]).toEqual(['voided', 1])
  expect(await refundsOf(code)).toEqual([])
})

it('an order that was voided before Vendure heard of its payment is not placed', async () => {
  await world.api('PATCH', '/v1/store', { notify_url: `${shop.url}/nowhere` })
  const customer = shop.customer()
  const code = await customer.fillCart()
  const { payUrl } = await customer.checkout()
  await shop.pay(payUrl)
  const merchant = merchantOf(world)
  await merchant.readWhen(code, ({ order }) => order.status === 'paid')
  await merchant.refundInFull(code)
  await world.api('PATCH', '/v1/store', { notify_url: shop.notifyUrl })

  expect(await customer.settle(code)).toEqual({ __typename: 'PuenteOrderUnpaid' })
  const again = await customer.checkout()
  expect(again.__typename).toBe('PuenteCheckout')
  await shop.pay(again.payUrl)
  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  expect((await shop.order(code)).payments).toHaveLength(1)
})
