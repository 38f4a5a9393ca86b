import { expect, it } from 'vitest'
import { deliver, eventOf, paymentAtGateway } from '../../support/gateway-events.ts'
import { merchantOf, setSandbox } from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import { type Json, NOTIFY_SECRET } from '../../support/world.ts'
import { notify } from './signed-by.ts'
import type { Customer } from './vendure-customer.ts'
import { createMethod, useVendureShop } from './vendure-shop.ts'

const world = useWorld()
const shop = useVendureShop(world)

const openOrder = async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  const { payUrl } = await customer.checkout()
  return { customer, code, payUrl }
}

const addToCart = (customer: Customer) =>
  customer.shop(
    'mutation ($variant: ID!) { addItemToOrder(productVariantId: $variant, quantity: 1) { __typename } }',
    { variant: shop.variant },
  )

/** Leaves one item in a cart of two. */
const removeOne = async (customer: Customer): Promise<void> => {
  const { activeOrder } = await customer.shop('{ activeOrder { lines { id } } }')
  await customer.shop(
    'mutation ($line: ID!) { adjustOrderLine(orderLineId: $line, quantity: 1) { __typename } }',
    { line: activeOrder.lines[0].id },
  )
}

const renameCustomer = async (code: string, lastName: string): Promise<void> => {
  const { orders } = await shop.admin(
    'query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { customer { id } } } }',
    { code },
  )
  await shop.admin(
    'mutation ($input: UpdateCustomerInput!) { updateCustomer(input: $input) { __typename } }',
    { input: { id: orders.items[0].customer.id, lastName } },
  )
}

const cancelInVendure = async (code: string): Promise<void> => {
  const { id } = await shop.order(code)
  const { cancelOrder } = await shop.admin(
    'mutation ($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename ... on ErrorResult { message } } }',
    { id },
  )
  expect(cancelOrder.__typename).toBe('Order')
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
  const { customer, code } = await openOrder()

  expect(await customer.settle(code)).toEqual({ __typename: 'PuenteOrderUnpaid' })
  expect((await shop.order(code)).state).toBe('ArrangingPayment')
})

it('a customer who returns before the notification has a placed order', async () => {
  const { customer, code, payUrl } = await openOrder()
  await world.api('PATCH', '/v1/store', { notify_url: `${shop.url}/nowhere` })
  await shop.pay(payUrl)
  await merchantOf(world).readWhen(code, ({ order }) => order.status === 'paid')

  expect(await customer.settle(code)).toEqual({ __typename: 'PuenteOrderPaid' })

  await world.api('PATCH', '/v1/store', { notify_url: shop.notifyUrl })
  expect(await shop.order(code)).toMatchObject({ state: 'PaymentSettled', payments: [{}] })
})

it('a stranger does not learn whether an order is paid', async () => {
  const { code } = await openOrder()
  const placed = await shop.paidOrder()
  const signedIn = shop.customer()
  await signedIn.signUp('stranger@example.com')

  await expect(shop.customer().settle(code)).rejects.toThrow(/not currently authorized/i)
  await expect(signedIn.settle(placed.code)).rejects.toThrow(/not currently authorized/i)
  await expect(shop.customer().settle('NOSUCHORDER')).rejects.toThrow(/not currently authorized/i)
})

it('a storefront that claims a payment by addPaymentToOrder gets no order, and reads what to call', async () => {
  const { customer, code } = await openOrder()

  const { addPaymentToOrder } = await customer.shop(
    `mutation { addPaymentToOrder(input: { method: "puente", metadata: { transactionId: "pay_1", paid: true } }) {
      ... on PaymentDeclinedError { errorCode paymentErrorMessage } } }`,
  )

  expect(addPaymentToOrder.errorCode).toBe('PAYMENT_DECLINED_ERROR')
  expect(addPaymentToOrder.paymentErrorMessage).toMatch(/createPuenteCheckout/)
  expect((await shop.order(code)).state).toBe('ArrangingPayment')
})

it('a notification with a wrong signature is refused, and changes nothing', async () => {
  const { code } = await openOrder()
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
  const { customer, code, payUrl } = await openOrder()
  await customer.shop('mutation { transitionOrderToState(state: "AddingItems") { __typename } }')
  await addToCart(customer)

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
  await customer.shop('mutation { transitionOrderToState(state: "AddingItems") { __typename } }')
  await removeOne(customer)

  await shop.pay(payUrl)

  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  expect((await shop.order(code)).notes).toEqual([expect.stringContaining('22.99 more than')])
})

it('an order that is placed while its customer adds an item stays placed', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  const { payUrl } = await customer.checkout()
  await customer.shop('mutation { transitionOrderToState(state: "AddingItems") { __typename } }')
  await renameCustomer(code, 'Slow')
  const adding = addToCart(customer).then(
    () => 'added',
    (error: Error) => error.message,
  )
  await shop.pay(payUrl)
  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  const placed = await shop.order(code)

  expect(await adding).toMatch(/placed meanwhile/)
  expect(await shop.order(code)).toEqual(placed)
})

it('a part-paid order that shrinks to what was paid is placed by its next checkout', async () => {
  const { customer, code, payUrl } = await openOrder()
  await customer.shop('mutation { transitionOrderToState(state: "AddingItems") { __typename } }')
  await addToCart(customer)
  await shop.pay(payUrl)
  await expect.poll(async () => (await shop.order(code)).payments).toHaveLength(1)
  await removeOne(customer)

  expect((await customer.checkout()).__typename).toBe('PuenteOrderPaid')
  expect(await shop.order(code)).toMatchObject({ state: 'PaymentSettled', payments: [{}] })
})

it('a part-paid order that shrinks to what was paid is placed by the return of its customer', async () => {
  const { customer, code, payUrl } = await openOrder()
  await customer.shop('mutation { transitionOrderToState(state: "AddingItems") { __typename } }')
  await addToCart(customer)
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
  await renameCustomer(code, 'Mejía')

  const { body: data } = await world.api('GET', `/v1/orders/${code}`)
  expect(await notify(shop.notifyUrl, NOTIFY_SECRET, { type: 'order.updated', data })).toBe(204)

  const { state, payments, notes } = await shop.order(code)
  expect([state, payments.length, notes.length]).toEqual(['PaymentSettled', 1, 1])
})

it('a charge that lands while a checkout is asked for is not asked for again', async () => {
  const { customer, code, payUrl } = await openOrder()
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
  const { customer, code } = await openOrder()
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

it('a payment after the cancellation of its order is noted for the merchant, and places nothing', async () => {
  const { code, payUrl } = await openOrder()
  const opened = await fetch(payUrl, { redirect: 'manual' })
  await cancelInVendure(code)
  await expect
    .poll(async () => (await world.api('GET', `/v1/orders/${code}`)).body.order.status)
    .toBe('cancelled')
  await world.pay(opened.headers.get('location') ?? '')

  await expect.poll(async () => (await shop.order(code)).notes).toHaveLength(1)
  const order = await shop.order(code)
  expect(order).toMatchObject({ state: 'Cancelled', payments: [] })
  expect(order.notes[0]).toMatch(/Puente holds the order.*USD .*pay_/)
})

it('the page of an order that was cancelled while Puente was away is closed by the scheduled task', async () => {
  const { code } = await openOrder()
  const closing = `POST /v1/orders/${code}/cancel`
  shop.proxy.always({ kind: 'cut' })
  await cancelInVendure(code)
  await expect.poll(() => shop.proxy.seen.filter((each) => each === closing)).toHaveLength(2)
  shop.proxy.calm()
  const statusAtPuente = async () =>
    (await world.api('GET', `/v1/orders/${code}`)).body.order.status
  expect(await statusAtPuente()).toBe('awaiting_payment')

  await shop.admin('mutation { runScheduledTask(id: "puente-close-checkouts") { success } }')

  await expect.poll(statusAtPuente).toBe('cancelled')
})

it('an order that is paid twice has a note with both charges, and is placed once', async () => {
  const { code, payUrl } = await openOrder()
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
  const { customer, code } = await openOrder()
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
  const { customer, code, payUrl } = await openOrder()
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

it('an order that is cancelled while its checkout is created has no page that can be paid', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  let isCancelled = false
  shop.proxy.onPass(async (route, stage) => {
    if (isCancelled || stage !== 'on-its-way' || route !== 'POST /v1/checkouts') return 'pass'
    isCancelled = true
    const closing = `POST /v1/orders/${code}/cancel`
    await cancelInVendure(code)
    await expect.poll(() => shop.proxy.seen).toContain(closing)
    return 'pass'
  })

  const opened = await customer.checkout()
  shop.proxy.onPass(undefined)

  expect(isCancelled).toBe(true)
  expect(opened).toMatchObject({ __typename: 'PuenteCheckoutError', retry: false })
  expect((await world.api('GET', `/v1/orders/${code}`)).body.order.status).toBe('cancelled')
})

it('a cart that grows while its checkout is created is payable with its new total', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  let later: Json | undefined
  shop.proxy.onPass(async (route, stage) => {
    if (later || stage !== 'on-its-way' || route !== 'POST /v1/checkouts') return 'pass'
    later = {}
    await customer.shop('mutation { transitionOrderToState(state: "AddingItems") { __typename } }')
    await addToCart(customer)
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

it('a saved card of an order that Vendure refuses to place answers no placed order', async () => {
  const email = 'ana.unplaced@example.com'
  const card = await savedCardOf(email)
  const customer = shop.customer()
  await customer.signUp(email)
  const code = await customer.fillCart()
  await renameCustomer(code, 'Unplaced')

  const answer = await customer.checkout({ savedCard: card })

  expect(answer).toMatchObject({ __typename: 'PuenteCheckoutError', retry: false })
  expect(answer.message).toMatch(/contact the shop/)
  expect((await shop.order(code)).payments).toHaveLength(1)
  await renameCustomer(code, 'Mejía')
  expect(await customer.settle(code)).toEqual({ __typename: 'PuenteOrderPaid' })
})

it('a saved card is not charged for an order that is cancelled meanwhile', async () => {
  const email = 'ana.cancelled@example.com'
  const card = await savedCardOf(email)
  const customer = shop.customer()
  await customer.signUp(email)
  const code = await customer.fillCart()
  let isCancelled = false
  shop.proxy.onPass(async (route, stage) => {
    if (isCancelled || stage !== 'on-its-way' || route !== 'POST /v1/checkouts') return 'pass'
    isCancelled = true
    await cancelInVendure(code)
    await expect.poll(() => shop.proxy.seen).toContain(`POST /v1/orders/${code}/cancel`)
    return 'pass'
  })

  const answer = await customer.checkout({ savedCard: card })
  shop.proxy.onPass(undefined)

  expect(answer.__typename).toBe('PuenteCheckoutError')
  const { body } = await world.api('GET', `/v1/orders/${code}`)
  expect(body.order.status).toBe('cancelled')
  expect(body.payments.filter(({ state }: Json) => state === 'paid')).toEqual([])
})

it('a customer pays with a card that they saved, and with no other customer’s', async () => {
  const merchant = merchantOf(world)
  const email = 'ana.saved@example.com'
  const card = await savedCardOf(email)
  const other = await merchant.savedCard()
  const customer = shop.customer()
  await customer.signUp(email)
  const code = await customer.fillCart()

  expect((await customer.checkout({ savedCard: other })).message).toBe('No such saved card.')
  const { puenteSavedCards } = await customer.shop('{ puenteSavedCards { id lastFour } }')
  expect(puenteSavedCards).toEqual([{ id: card, lastFour: '1111' }])
  expect((await customer.checkout({ savedCard: card })).__typename).toBe('PuenteOrderPaid')
  expect(await shop.order(code)).toMatchObject({ state: 'PaymentSettled', payments: [{}] })

  const guest = shop.customer()
  await guest.fillCart()
  expect((await guest.checkout({ savedCard: card })).message).toBe('No such saved card.')
})

const savedCardOf = async (email: string): Promise<string> => {
  const { body } = await world.api('POST', '/v1/checkouts', {
    order: { id: `SAVING-${email}`, amount: '1.00', currency: 'USD', customer: { email } },
  })
  await world.control('/sandbox/pay', {
    payment_id: Number(body.payment.gateway_payment_id),
    card: { number: '4111111111111111', exp_month: 12, exp_year: 2039, cvc: '123' },
    save_card: true,
  })
  const listed = await world.api('GET', `/v1/saved-cards?email=${email}`)
  return listed.body.data[0].id
}

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
