import { expect, it } from 'vitest'
import { useStarted, useWorld } from '../../support/use-world.ts'
import type { Json } from '../../support/world.ts'
import { usePacked } from '../packed.ts'
import { methodInput, startVendureShop } from './vendure-shop.ts'

const node = usePacked('node')
const plugin = usePacked('vendure')
const world = useWorld()
const shop = useStarted(() =>
  startVendureShop(world, { node: node.tarball, vendure: plugin.tarball }),
)

/** Pays the order at the gateway, as a customer who closes the window afterwards. */
const pay = async (payUrl: string): Promise<void> => {
  const opened = await fetch(payUrl, { redirect: 'manual' })
  const { status } = await world.pay(opened.headers.get('location') ?? '')
  expect(status).toBe('approved')
}

const orderOf = async (code: string): Promise<Json> => {
  const { orders } = await shop.admin(
    `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
      id code state totalWithTax history { items { type data } }
      payments { id amount state transactionId refunds { total state transactionId reason } } } } }`,
    { code },
  )
  return orders.items[0]
}

const paidOrder = async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  const { payUrl } = await customer.checkout()
  await pay(payUrl)
  await expect.poll(async () => (await orderOf(code)).state).toBe('PaymentSettled')
  return { customer, code, order: await orderOf(code) }
}

it('a customer who never returns has a placed order, paid once', async () => {
  const { order } = await paidOrder()

  expect(order.payments).toEqual([
    expect.objectContaining({ amount: order.totalWithTax, state: 'Settled' }),
  ])
  expect(order.payments[0].transactionId).toMatch(/^pay_/)
})

it('an unpaid order is not placed by the page that customers return to', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  await customer.checkout()

  const { settlePuenteOrder } = await customer.shop(
    'mutation ($code: String!) { settlePuenteOrder(orderCode: $code) { __typename } }',
    { code },
  )

  expect(settlePuenteOrder).toEqual({ __typename: 'PuenteOrderUnpaid' })
  expect((await orderOf(code)).state).toBe('ArrangingPayment')
})

it('a storefront that claims a payment by addPaymentToOrder gets no order', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  await customer.checkout()

  const { addPaymentToOrder } = await customer.shop(
    `mutation { addPaymentToOrder(input: { method: "puente", metadata: { transactionId: "pay_1", paid: true } }) {
      __typename ... on ErrorResult { errorCode } } }`,
  )

  expect(addPaymentToOrder.errorCode).toBe('PAYMENT_DECLINED_ERROR')
  expect((await orderOf(code)).state).toBe('ArrangingPayment')
})

it('a notification with a wrong signature is refused, and changes nothing', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  await customer.checkout()

  const answer = await fetch(shop.notifyUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    },
    body: JSON.stringify({ type: 'order.paid', timestamp: new Date().toISOString(), data: {} }),
  })

  expect(answer.status).toBe(400)
  expect((await orderOf(code)).state).toBe('ArrangingPayment')
})

it('a refund in Vendure moves the money once and is settled', async () => {
  const { order, code } = await paidOrder()
  const [payment] = order.payments

  const { refundOrder } = await shop.admin(
    `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename
      ... on Refund { state total transactionId } ... on ErrorResult { message } } }`,
    {
      input: {
        paymentId: payment.id,
        amount: 500,
        lines: [],
        shipping: 0,
        adjustment: 0,
        reason: 'Broken',
      },
    },
  )

  expect(refundOrder).toMatchObject({ __typename: 'Refund', total: 500 })
  const { body } = await world.api('GET', `/v1/orders/${code}`)
  expect(body.refunds).toEqual([expect.objectContaining({ amount: '5.00', reason: 'Broken' })])
})

it('a void in the portal of the gateway arrives in Vendure, once', async () => {
  const { order, code } = await paidOrder()
  const { body } = await world.api('GET', `/v1/orders/${code}`)

  await world.control('/sandbox/portal/void', { transaction_id: body.payment.transaction_id })

  await expect
    .poll(async () => (await orderOf(code)).payments[0].refunds)
    .toEqual([expect.objectContaining({ total: order.totalWithTax, state: 'Settled' })])
})

it('an order that grows while its customer pays keeps the payment, and asks for the rest', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  const { payUrl } = await customer.checkout()
  await customer.shop('mutation { transitionOrderToState(state: "AddingItems") { __typename } }')
  await customer.fillCart()

  await pay(payUrl)

  await expect.poll(async () => (await orderOf(code)).payments).toHaveLength(1)
  expect((await orderOf(code)).state).toBe('ArrangingPayment')
  const rest = await customer.checkout()
  expect(rest.__typename).toBe('PuenteCheckout')
  await pay(rest.payUrl)
  await expect.poll(async () => (await orderOf(code)).state).toBe('PaymentSettled')
  const { payments, totalWithTax } = await orderOf(code)
  expect(payments.reduce((sum: number, { amount }: Json) => sum + amount, 0)).toBe(totalWithTax)
})

it('a payment method with a key that Puente does not know is not saved, and the answer says so', async () => {
  const settings = {
    url: world.url,
    apiKey: 'puente_test_unknown0000000000',
    notifySecret: `whsec_${Buffer.alloc(24, 3).toString('base64')}`,
  }
  const saving = shop.admin(
    'mutation ($input: CreatePaymentMethodInput!) { createPaymentMethod(input: $input) { id } }',
    { input: { ...methodInput(settings), code: 'another' } },
  )

  await expect(saving).rejects.toThrow(/API key/i)
})
