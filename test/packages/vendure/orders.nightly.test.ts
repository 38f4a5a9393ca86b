import { expect, it } from 'vitest'
import { deliver, eventOf, paymentAtGateway } from '../../support/gateway-events.ts'
import { HOUR_SECONDS, merchantOf, pass, setSandbox } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWorld } from '../../support/use-world.ts'
import { type Json, NOTIFY_SECRET } from '../../support/world.ts'
import { notify } from '../signed-by.ts'
import type { Customer } from './vendure-customer.ts'
import { createMethod, useVendureShop } from './vendure-shop.ts'

const world = useWorld()
const shop = useVendureShop(world)

/** Leaves one item in a cart of two. */
const removeOne = async (customer: Customer): Promise<void> => {
  const { activeOrder } = await customer.shop('{ activeOrder { lines { id } } }')
  await customer.shop(
    'mutation ($line: ID!) { adjustOrderLine(orderLineId: $line, quantity: 1) { __typename } }',
    { line: activeOrder.lines[0].id },
  )
}

const sumOf = (payments: readonly Json[]): number =>
  payments.reduce((sum, { amount }) => sum + amount, 0)

it('a customer who never returns has a placed order, paid once', async () => {
  const { order } = await shop.paidOrder()

  expect(order.payments).toEqual([
    expect.objectContaining({ amount: order.totalWithTax, state: 'Settled', method: 'puente' }),
  ])
  expect(order.payments[0].transactionId).toMatch(/^pay_/)
  expect(order.notes).toEqual([])
})

it('an unpaid order is not placed by the page that customers return to', async () => {
  const { customer, code } = await shop.openOrder()

  expect(await customer.settle(code)).toEqual({ __typename: 'PuenteOrderUnpaid' })
  expect((await shop.order(code)).state).toBe('ArrangingPayment')
})

it('a customer who returns before the notification has a placed order', async () => {
  const { customer, code, payUrl } = await shop.openOrder()
  await world.api('PATCH', '/v1/store', { notify_url: `${shop.url}/nowhere` })
  await shop.pay(payUrl)
  await merchantOf(world).readWhen(code, ({ order }) => order.status === 'paid')

  expect(await customer.settle(code)).toEqual({ __typename: 'PuenteOrderPaid' })

  await world.api('PATCH', '/v1/store', { notify_url: shop.notifyUrl })
  expect(await shop.order(code)).toMatchObject({ state: 'PaymentSettled', payments: [{}] })
})

it('a stranger does not learn whether an order is paid', async () => {
  const { code } = await shop.openOrder()
  const placed = await shop.paidOrder()
  const signedIn = await shop.signedIn('stranger@example.com')

  await expect(shop.customer().settle(code)).rejects.toThrow(/not currently authorized/i)
  await expect(signedIn.settle(placed.code)).rejects.toThrow(/not currently authorized/i)
  await expect(shop.customer().settle('NOSUCHORDER')).rejects.toThrow(/not currently authorized/i)
})

it('a storefront that claims a payment by addPaymentToOrder gets no order, and reads what to call', async () => {
  const { customer, code } = await shop.openOrder()

  const { addPaymentToOrder } = await customer.shop(
    `mutation { addPaymentToOrder(input: { method: "puente", metadata: { transactionId: "pay_1", paid: true } }) {
      ... on PaymentDeclinedError { errorCode paymentErrorMessage } } }`,
  )

  expect(addPaymentToOrder.errorCode).toBe('PAYMENT_DECLINED_ERROR')
  expect(addPaymentToOrder.paymentErrorMessage).toMatch(/createPuenteCheckout/)
  expect((await shop.order(code)).state).toBe('ArrangingPayment')
})

it('a notification with a wrong signature is refused, and changes nothing', async () => {
  const { code } = await shop.openOrder()
  const { body } = await world.api('GET', `/v1/orders/${code}`)
  const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`

  expect(await notify(shop.notifyUrl, secret, { type: 'order.paid', data: body })).toBe(400)
  expect(await shop.order(code)).toMatchObject({ state: 'ArrangingPayment', payments: [] })
})

it('an event of an unknown type, and one of an order that Vendure did not open, are answered 204', async () => {
  const { body } = await merchantOf(world).checkout('OTHER-1')
  const unknown = { type: 'order.invented', data: { order: body.order } }
  const foreign = { type: 'order.paid', data: { ...body, payments: [] } }

  expect(await notify(shop.notifyUrl, NOTIFY_SECRET, unknown)).toBe(204)
  expect(await notify(shop.notifyUrl, NOTIFY_SECRET, foreign)).toBe(204)
})

it('a notification of a placed order is answered 204, and changes nothing', async () => {
  const { code, order } = await shop.paidOrder()
  const { body } = await world.api('GET', `/v1/orders/${code}`)

  for (const type of ['order.paid', 'order.updated', 'order.paid'])
    expect(await notify(shop.notifyUrl, NOTIFY_SECRET, { type, data: body })).toBe(204)

  expect(await shop.order(code)).toEqual(order)
})

it('an order that grows while its customer pays keeps the payment, and asks for the rest', async () => {
  const { customer, code, payUrl } = await shop.openOrder()
  await customer.moveTo('AddingItems')
  await customer.addItem()

  await shop.pay(payUrl)

  await expect.poll(async () => (await shop.order(code)).payments).toHaveLength(1)
  expect((await shop.order(code)).state).toBe('AddingItems')
  expect(await customer.settle(code)).toEqual({ __typename: 'PuenteOrderUnpaid' })
  const rest = await customer.checkout()
  expect(rest.__typename).toBe('PuenteCheckout')
  await shop.pay(rest.payUrl)
  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  const { payments, totalWithTax } = await shop.order(code)
  expect(sumOf(payments)).toBe(totalWithTax)
})

it('an order that shrinks while its customer pays is placed, and a note names what was paid too much', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart(2)
  const { payUrl } = await customer.checkout()
  await customer.moveTo('AddingItems')
  await removeOne(customer)

  await shop.pay(payUrl)

  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  expect((await shop.order(code)).notes).toEqual([expect.stringContaining('22.99 more than')])
})

it('a part-paid order that shrinks to what was paid is placed by its next checkout', async () => {
  const { customer, code, payUrl } = await shop.openOrder()
  await customer.moveTo('AddingItems')
  await customer.addItem()
  await shop.pay(payUrl)
  await expect.poll(async () => (await shop.order(code)).payments).toHaveLength(1)
  await removeOne(customer)

  expect((await customer.checkout()).__typename).toBe('PuenteOrderPaid')
  expect(await shop.order(code)).toMatchObject({ state: 'PaymentSettled', payments: [{}] })
})

it('a part-paid order that shrinks to what was paid is placed by the return of its customer', async () => {
  const { customer, code, payUrl } = await shop.openOrder()
  await customer.moveTo('AddingItems')
  await customer.addItem()
  await shop.pay(payUrl)
  await expect.poll(async () => (await shop.order(code)).payments).toHaveLength(1)
  await removeOne(customer)

  expect(await customer.settle(code)).toEqual({ __typename: 'PuenteOrderPaid' })
  expect(await shop.order(code)).toMatchObject({ state: 'PaymentSettled', payments: [{}] })
})

it('a paid order that Vendure refused to place is placed by a later notification, once the reason is gone', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart(1, 'Unplaced')
  const { payUrl } = await customer.checkout()
  await shop.pay(payUrl)
  await expect.poll(async () => (await shop.order(code)).notes).toHaveLength(1)
  expect((await shop.order(code)).notes[0]).toMatch(/This shop places no such order/)
  expect(await customer.settle(code)).toEqual({ __typename: 'PuenteOrderUnpaid' })
  await shop.renameCustomer(code, 'Mejía')

  const { body: data } = await world.api('GET', `/v1/orders/${code}`)
  expect(await notify(shop.notifyUrl, NOTIFY_SECRET, { type: 'order.updated', data })).toBe(204)

  const { state, payments, notes } = await shop.order(code)
  expect([state, payments.length, notes.length]).toEqual(['PaymentSettled', 1, 1])
})

it('a charge that lands while a checkout is asked for is not asked for again', async () => {
  const { customer, code, payUrl } = await shop.openOrder()
  let isPaid = false
  shop.proxy.onPass(async (route, stage) => {
    if (isPaid || stage !== 'work-done' || !route.startsWith(`GET /v1/orders/${code}`))
      return 'pass'
    isPaid = true
    await shop.pay(payUrl)
    await expect.poll(async () => (await shop.order(code)).payments).toHaveLength(1)
    return 'pass'
  })

  const again = await customer.checkout()
  shop.proxy.onPass(undefined)

  expect(isPaid).toBe(true)
  expect(again.__typename).toBe('PuenteOrderPaid')
  expect(await merchantOf(world).atGateway(code)).toHaveLength(1)
  expect(await shop.order(code)).toMatchObject({ state: 'PaymentSettled', payments: [{}] })
})

it('a charge in another currency than the order is noted, and does not pay it', async () => {
  const { customer, code } = await shop.openOrder()
  const { body } = await world.api('GET', `/v1/orders/${code}`)
  const { amount } = body.order
  await world.api('POST', '/v1/checkouts', { order: { id: code, amount, currency: 'HNL' } })
  const { body: changed } = await world.api('GET', `/v1/orders/${code}`)
  await shop.pay(changed.pay_url)

  await expect.poll(async () => (await shop.order(code)).notes).toHaveLength(1)
  const order = await shop.order(code)
  expect(order).toMatchObject({ state: 'ArrangingPayment', payments: [] })
  expect(order.notes[0]).toMatch(/HNL .*the order is in USD/)
  expect(await customer.checkout()).toMatchObject({
    __typename: 'PuenteCheckoutError',
    retry: false,
  })
})

it('a payment that a shop’s own system was too slow for is recorded when Puente repeats it', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart(1, 'Timeout')
  const { payUrl } = await customer.checkout()
  await shop.pay(payUrl)
  await settled(world)
  expect(await shop.order(code)).toMatchObject({
    state: 'ArrangingPayment',
    payments: [],
    notes: [],
  })

  await pass(world, HOUR_SECONDS)

  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  expect((await shop.order(code)).notes).toEqual([])
})

it('a payment that the shop’s own rules refuse for good is noted, and Puente does not repeat it', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart(1, 'Refused')
  const { payUrl } = await customer.checkout()
  await shop.pay(payUrl)

  await expect.poll(async () => (await shop.order(code)).notes).toHaveLength(1)
  const { notes, payments, state } = await shop.order(code)
  expect(notes[0]).toMatch(/This shop refuses the payment/)
  expect([state, payments]).toEqual(['ArrangingPayment', []])
  const { body } = await world.api('GET', `/v1/orders/${code}`)
  expect(await notify(shop.notifyUrl, NOTIFY_SECRET, { type: 'order.paid', data: body })).toBe(204)
})

it('an order that is paid twice has a note with both charges, and is placed once', async () => {
  const { code, payUrl } = await shop.openOrder()
  const page = await fetch(payUrl, { redirect: 'manual' })
  const merchant = merchantOf(world)
  await merchant.confirm(code, await merchant.token())
  await world.pay(page.headers.get('location') ?? '')
  await merchant.readWhen(code, ({ order }) => order.conflict === 'paid_twice')

  await expect.poll(async () => (await shop.order(code)).notes.join()).toMatch(/more than once/)
  expect((await shop.order(code)).state).toBe('PaymentSettled')
})

it('a large payment is not placed before Puente has confirmed it, and its customer is told to wait', async () => {
  await world.api('PATCH', '/v1/store', { policy: { confirm_above: { USD: '10.00' } } })
  const { customer, code } = await shop.openOrder()
  const { body } = await world.api('GET', `/v1/orders/${code}`)
  // A signed event that the gateway does not confirm.
  const charge = await paymentAtGateway(world, body.payment.gateway_payment_id)
  await deliver(world.url, { body: eventOf(charge, 'approved') })
  await merchantOf(world).readWhen(code, ({ order }) => order.status === 'paid')

  expect(await customer.settle(code)).toEqual({ __typename: 'PuenteOrderUnpaid' })
  expect(await customer.checkout()).toMatchObject({
    __typename: 'PuenteCheckoutError',
    retry: true,
    message: expect.stringContaining('Your payment is being confirmed'),
  })
  expect(await shop.order(code)).toMatchObject({ state: 'ArrangingPayment', payments: [] })

  await world.pay(body.payment.checkout_url)
  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  await world.api('PATCH', '/v1/store', { policy: { confirm_above: null } })
})

it('a large payment that Puente has confirmed is placed by the return of its customer', async () => {
  await world.api('PATCH', '/v1/store', { policy: { confirm_above: { USD: '10.00' } } })
  await world.api('PATCH', '/v1/store', { notify_url: `${shop.url}/nowhere` })
  const { customer, code, payUrl } = await shop.openOrder()
  await shop.pay(payUrl)

  await expect.poll(() => customer.settle(code)).toEqual({ __typename: 'PuenteOrderPaid' })

  await world.api('PATCH', '/v1/store', { policy: { confirm_above: null } })
  await world.api('PATCH', '/v1/store', { notify_url: shop.notifyUrl })
})

it('a customer is told to try again while Puente is away, and a repetition opens one payment', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  shop.proxy.always({ kind: 'cut' })
  expect(await customer.checkout()).toMatchObject({
    __typename: 'PuenteCheckoutError',
    retry: true,
  })
  shop.proxy.calm()

  const [one, two] = await Promise.all([customer.checkout(), customer.checkout()])

  expect(one.payUrl).toMatch(/^http/)
  expect(one.payUrl).toBe(two.payUrl)
  expect(await merchantOf(world).atGateway(code)).toHaveLength(1)
})

it('a cart that grows while its checkout is created is payable with its new total', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  let later: Json | undefined
  shop.proxy.onPass(async (route, stage) => {
    if (later || stage !== 'on-its-way' || route !== 'POST /v1/checkouts') return 'pass'
    later = {}
    await customer.moveTo('AddingItems')
    await customer.addItem()
    later = await customer.checkout()
    return 'pass'
  })

  const opened = await customer.checkout()
  shop.proxy.onPass(undefined)

  expect([opened.__typename, later?.__typename]).toEqual(['PuenteCheckout', 'PuenteCheckout'])
  await shop.pay(opened.payUrl)
  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  const { payments, totalWithTax } = await shop.order(code)
  expect(payments.map(({ amount }: Json) => amount)).toEqual([totalWithTax])
})

it.each([
  { savedCard: null },
  { savedCard: '' },
  { cancelUrl: null, methodCode: null, mode: null },
  { cancelUrl: '', methodCode: '' },
])('a storefront that sends %o gets a page', async (input) => {
  const customer = shop.customer()
  await customer.fillCart()

  expect((await customer.checkout(input)).payUrl).toMatch(/^http/)
})

it('a customer chooses between the page of the gateway and card fields, also for the same order', async () => {
  const customer = shop.customer()
  await customer.fillCart()
  const pageOf = async (mode: string) => {
    const { payUrl } = await customer.checkout({ mode })
    return (await fetch(payUrl, { redirect: 'manual' })).headers.get('location')
  }

  expect(await pageOf('CARD_PAGE')).toMatch(/\/card$/)
  expect(await pageOf('HOSTED')).toMatch(/\/checkout\//)
  expect(await pageOf('CARD_PAGE')).toMatch(/\/card$/)
})

it('a coupon for one order discounts one of two orders that are paid at once', async () => {
  await shop.admin(
    `mutation ($input: CreatePromotionInput!) { createPromotion(input: $input) { __typename } }`,
    {
      input: {
        enabled: true,
        couponCode: 'ONCE',
        usageLimit: 1,
        conditions: [],
        actions: [
          { code: 'order_fixed_discount', arguments: [{ name: 'discount', value: '1000' }] },
        ],
        translations: [{ languageCode: 'en', name: 'Once', description: '' }],
      },
    },
  )
  const carts = [shop.customer(), shop.customer()]
  const codes: string[] = []
  for (const customer of carts) {
    codes.push(await customer.fillCart())
    const { applyCouponCode } = await customer.shop(
      'mutation { applyCouponCode(couponCode: "ONCE") { __typename } }',
    )
    expect(applyCouponCode.__typename).toBe('Order')
  }
  const totals = async () =>
    Promise.all(codes.map(async (code) => (await shop.order(code)).totalWithTax))
  const [discounted] = await totals()

  const answers = await Promise.all(carts.map((customer) => customer.checkout()))

  const loser = answers.findIndex(({ __typename }) => __typename === 'PuenteCheckoutError')
  expect(answers[1 - loser]?.__typename).toBe('PuenteCheckout')
  expect(answers[loser]).toMatchObject({ retry: true, message: expect.stringMatching(/coupon/) })
  expect((await totals())[loser]).toBeGreaterThan(discounted)
  expect((await totals())[1 - loser]).toBe(discounted)
  for (const [index, customer] of carts.entries()) {
    await shop.pay((await customer.checkout()).payUrl)
    const code = codes[index] ?? ''
    await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  }
})

it('a currency that the gateway does not have is refused, and its order can be paid once the gateway has it', async () => {
  await setSandbox(world, 'profile', { currencies: ['340'] })
  const customer = shop.customer()
  const code = await customer.fillCart()

  const refused = await customer.checkout()

  await setSandbox(world, 'profile', { currencies: ['340', '840'] })
  expect(refused).toMatchObject({ __typename: 'PuenteCheckoutError', retry: false })
  expect(refused.message).toMatch(/contact the shop/)
  expect(await shop.order(code)).toMatchObject({ state: 'ArrangingPayment', payments: [] })
  const again = await customer.checkout()
  await shop.pay(again.payUrl)
  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
})

it('a payment method with a key that Puente does not know is not saved, and the answer says so', async () => {
  const settings = {
    url: world.url,
    apiKey: 'puente_test_unknown0000000000',
    notifySecret: NOTIFY_SECRET,
  }

  await expect(createMethod(shop.admin, 'another', settings)).rejects.toThrow(/API key/i)
})
