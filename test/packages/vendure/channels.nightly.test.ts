import { beforeAll, expect, it } from 'vitest'
import { merchantOf } from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import { connectTestStore, type Json, NOTIFY_SECRET, WEBHOOK_SECRET } from '../../support/world.ts'
import { notify } from '../signed-by.ts'
import { adminAt } from './vendure-api.ts'
import { customerOf } from './vendure-customer.ts'
import { createMethod, methodInput, useVendureShop } from './vendure-shop.ts'

const SELLER = 'seller-channel-token'
const SELLER_SECRET = `whsec_${Buffer.from('the seller of the tests, 24 bytes').toString('base64')}`

const world = useWorld()
const shop = useVendureShop(world)
let sellerKey = ''
let sellerUrl = ''
/** The same method in the default channel, which has the orders of all sellers. */
let sellerUrlInDefault = ''

beforeAll(async () => {
  sellerUrl = `${shop.url}/puente/${SELLER}/seller`
  sellerUrlInDefault = shop.notifyUrl.replace(/puente$/, 'seller')
  sellerKey = await connectTestStore(world.puente, {
    id: 'vendedora',
    notifyUrl: sellerUrl,
    more: { notifySecret: SELLER_SECRET },
  })
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/vendedora`,
    secret: WEBHOOK_SECRET,
  })
  const { zones, shippingMethods, products, stockLocations } = await shop.admin(
    '{ zones { items { id } } shippingMethods { items { id } } products { items { id } } stockLocations { items { id } } }',
  )
  const zone = zones.items[0].id
  const { createChannel } = await shop.admin(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { ... on Channel { id } ... on ErrorResult { message } } }',
    {
      input: {
        code: 'seller',
        token: SELLER,
        defaultLanguageCode: 'en',
        pricesIncludeTax: false,
        defaultCurrencyCode: 'USD',
        defaultTaxZoneId: zone,
        defaultShippingZoneId: zone,
      },
    },
  )
  const channelId = createChannel.id
  await shop.admin(
    `mutation ($products: AssignProductsToChannelInput!, $shipping: AssignShippingMethodsToChannelInput!, $stock: AssignStockLocationsToChannelInput!) {
      assignProductsToChannel(input: $products) { id }
      assignShippingMethodsToChannel(input: $shipping) { id }
      assignStockLocationsToChannel(input: $stock) { id } }`,
    {
      products: { channelId, productIds: products.items.map(({ id }: Json) => id) },
      shipping: { channelId, shippingMethodIds: shippingMethods.items.map(({ id }: Json) => id) },
      stock: { channelId, stockLocationIds: stockLocations.items.map(({ id }: Json) => id) },
    },
  )
  const seller = await adminAt(`${shop.url}/admin-api`, SELLER)
  await createMethod(seller, 'seller', {
    url: world.url,
    apiKey: sellerKey,
    notifySecret: SELLER_SECRET,
  })
})

const sellersCustomer = () =>
  customerOf(`${shop.url}/shop-api`, { variant: shop.variant, channelToken: SELLER })

it('each channel is paid at its own store', async () => {
  const customer = sellersCustomer()
  const code = await customer.fillCart()
  const { payUrl } = await customer.checkout()
  await shop.pay(payUrl)

  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  expect((await shop.order(code)).payments).toEqual([expect.objectContaining({ method: 'seller' })])
  const { order } = await merchantOf(world, { apiKey: sellerKey }).read(code)
  expect(order.status).toBe('paid')
  expect((await world.api('GET', `/v1/orders/${code}`)).status).toBe(404)
})

it('a seller cannot mark the order of another seller as paid', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  await customer.checkout()
  const { body } = await world.api('GET', `/v1/orders/${code}`)
  const { amount, currency } = body.order
  const forged = merchantOf(world, { apiKey: sellerKey })
  const opened = await forged.checkout(code, { amount, currency })
  await world.pay(opened.body.payment.checkout_url)
  const paid = await forged.readWhen(code, ({ order }) => order.status === 'paid')

  const data = { ...paid, order: { ...paid.order, metadata: { vendure_order: code } } }
  for (const url of [sellerUrl, sellerUrlInDefault, shop.notifyUrl])
    expect(await notify(url, SELLER_SECRET, { type: 'order.paid', data })).toBeOneOf([204, 400])

  expect(await shop.order(code)).toMatchObject({ state: 'ArrangingPayment', payments: [] })
})

it('a channel with two methods takes the one that the customer chooses, and closes the other page', async () => {
  const { paymentMethods } = await shop.admin('{ paymentMethods { items { id code } } }')
  const { id } = paymentMethods.items.find(({ code }: Json) => code === 'seller')
  expect(id).toBeDefined()
  const customer = shop.customer()
  const code = await customer.fillCart()
  const first = await customer.checkout({ methodCode: 'puente' })
  const second = await customer.checkout({ methodCode: 'seller' })

  expect(first.payUrl).not.toBe(second.payUrl)
  const { body } = await world.api('GET', `/v1/orders/${code}`)
  expect(body.order.status).toBe('cancelled')
  await shop.pay(second.payUrl)
  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  expect((await shop.order(code)).payments).toEqual([expect.objectContaining({ method: 'seller' })])
})

it('a payment method whose code another method of Puente has is not saved, and the answer says so', async () => {
  const seller = await adminAt(`${shop.url}/admin-api`, SELLER)
  const settings = { url: world.url, apiKey: sellerKey, notifySecret: SELLER_SECRET }

  await expect(createMethod(seller, 'puente', settings)).rejects.toThrow(/code "puente"/)

  const { paymentMethods } = await seller('{ paymentMethods { items { id code } } }')
  const [{ id }] = paymentMethods.items
  const rename = (code: string) =>
    seller(
      'mutation ($input: UpdatePaymentMethodInput!) { updatePaymentMethod(input: $input) { code } }',
      { input: { id, code } },
    )
  await expect(rename('puente')).rejects.toThrow(/code "puente"/)
  expect((await rename('seller')).updatePaymentMethod).toEqual({ code: 'seller' })
})

it('a refund goes to the store that took the payment, though another method has its code now', async () => {
  const customer = sellersCustomer()
  const code = await customer.fillCart()
  const { payUrl } = await customer.checkout()
  await shop.pay(payUrl)
  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  await world.control('/sandbox/settle', {})
  const [{ id: paymentId }] = (await shop.order(code)).payments

  // The code of the payment names the method of another store now.
  const { paymentMethods } = await shop.admin('{ paymentMethods { items { id code } } }')
  const idOf = (wanted: string) => paymentMethods.items.find(({ code }: Json) => code === wanted).id
  const [sellers, shops] = [idOf('seller'), idOf('puente')]
  const rename = (id: string, to: string) =>
    shop.admin(
      'mutation ($input: UpdatePaymentMethodInput!) { updatePaymentMethod(input: $input) { code } }',
      { input: { id, code: to } },
    )
  await rename(sellers, 'seller-before')
  await rename(shops, 'seller')
  const { refundOrder } = await shop.admin(
    `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename
      ... on Refund { state } } }`,
    { input: { paymentId, amount: 500, lines: [], shipping: 0, adjustment: 0, reason: 'Broken' } },
  )
  await rename(shops, 'puente')
  await rename(sellers, 'seller')

  expect(refundOrder).toEqual({ __typename: 'Refund', state: 'Settled' })
  const { refunds } = await merchantOf(world, { apiKey: sellerKey }).read(code)
  expect(refunds).toEqual([expect.objectContaining({ amount: '5.00' })])
})

it('a checkout that is created while its customer chooses another method is closed', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  let second: Json | undefined
  shop.proxy.onPass(async (route, stage) => {
    if (second || stage !== 'on-its-way' || route !== 'POST /v1/checkouts') return 'pass'
    second = {}
    second = await customer.checkout({ methodCode: 'seller' })
    return 'pass'
  })

  const first = await customer.checkout({ methodCode: 'puente' })
  shop.proxy.onPass(undefined)

  expect([first.__typename, second?.__typename]).toEqual(['PuenteCheckout', 'PuenteCheckout'])
  const payable: string[] = []
  for (const apiKey of [world.apiKey, sellerKey])
    for (const id of [code, `${code}~2`, `${code}~3`]) {
      const { status, body } = await world.api('GET', `/v1/orders/${id}`, undefined, {
        authorization: `Bearer ${apiKey}`,
      })
      if (status === 200 && body.order.status === 'awaiting_payment') payable.push(body.pay_url)
    }
  expect(payable).toEqual([first.payUrl])
})

it('a store that is away hides no payment at another store', async () => {
  const customer = shop.customer()
  const code = await customer.fillCart()
  await customer.checkout({ methodCode: 'puente' })
  const { payUrl } = await customer.checkout({ methodCode: 'seller' })
  const sellers = { authorization: `Bearer ${sellerKey}` }
  const notifySellerAt = (notify_url: string) =>
    world.api('PATCH', '/v1/store', { notify_url }, sellers)
  await notifySellerAt(`${shop.url}/nowhere`)
  await shop.pay(payUrl)
  const paid = merchantOf(world, { apiKey: sellerKey })
  await paid.readWhen(`${code}~2`, ({ order }) => order.status === 'paid')
  shop.proxy.always({ kind: 'cut' })

  expect(await customer.settle(code)).toEqual({ __typename: 'PuenteOrderPaid' })

  shop.proxy.calm()
  await notifySellerAt(sellerUrl)
})

it('an order whose payment method was deleted is payable by another one', async () => {
  const settings = { url: world.url, apiKey: world.apiKey, notifySecret: NOTIFY_SECRET }
  const id = await createMethod(shop.admin, 'short-lived', settings)
  const customer = shop.customer()
  const code = await customer.fillCart()
  await customer.checkout({ methodCode: 'short-lived' })
  await shop.admin('mutation ($id: ID!) { deletePaymentMethod(id: $id, force: true) { result } }', {
    id,
  })

  const { payUrl } = await customer.checkout({ methodCode: 'puente' })
  await shop.pay(payUrl)

  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
})

it('a method with wrong settings does not stop the pending refunds of the others', async () => {
  const customer = sellersCustomer()
  const code = await customer.fillCart()
  const { payUrl } = await customer.checkout()
  await shop.pay(payUrl)
  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  const sellers = (await shop.order(code)).payments[0]
  const own = shop.customer()
  const ownCode = await own.fillCart()
  const opened = await own.checkout({ methodCode: 'puente' })
  await shop.pay(opened.payUrl)
  await expect.poll(async () => (await shop.order(ownCode)).state).toBe('PaymentSettled')
  const owns = (await shop.order(ownCode)).payments[0]
  for (const { id } of [sellers, owns])
    await shop.admin(
      'mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename } }',
      { input: { paymentId: id, amount: 500, lines: [], shipping: 0, adjustment: 0 } },
    )
  const refundOf = async (each: string) => (await shop.order(each)).payments[0].refunds[0]
  const { transactionId } = await refundOf(ownCode)
  await world.api('POST', `/v1/orders/${ownCode}/refunds/${transactionId}/cancel`)
  const { paymentMethods } = await shop.admin('{ paymentMethods { items { id code } } }')
  const { id } = paymentMethods.items.find(({ code: each }: Json) => each === 'seller')
  const change = (enabled: boolean, url: string) => {
    const settings = { url, apiKey: sellerKey, notifySecret: SELLER_SECRET }
    const { handler } = methodInput('seller', settings)
    return shop.admin(
      'mutation ($input: UpdatePaymentMethodInput!) { updatePaymentMethod(input: $input) { id } }',
      { input: { id, enabled, handler } },
    )
  }
  await change(false, 'no address')

  await shop.admin('mutation { runScheduledTask(id: "puente-pending-refunds") { success } }')

  await expect.poll(async () => (await refundOf(ownCode)).state).toBe('Failed')
  expect((await refundOf(code)).state).toBe('Pending')
  await change(true, world.url)
})

it('a method that the channel does not offer opens no checkout', async () => {
  const customer = shop.customer()
  await customer.fillCart()

  const refused = await customer.checkout({ methodCode: 'no-such' })

  expect(refused.message).toBe('The order has no such payment method of Puente.')
})

it('an order is placed though its method was disabled while the customer paid', async () => {
  const { paymentMethods } = await shop.admin('{ paymentMethods { items { id code } } }')
  const { id } = paymentMethods.items.find(({ code }: Json) => code === 'puente')
  const enable = (enabled: boolean) =>
    shop.admin(
      'mutation ($input: UpdatePaymentMethodInput!) { updatePaymentMethod(input: $input) { id } }',
      { input: { id, enabled } },
    )
  const customer = shop.customer()
  const code = await customer.fillCart()
  const { payUrl } = await customer.checkout({ methodCode: 'puente' })
  await enable(false)

  await shop.pay(payUrl)

  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  await enable(true)
})

it('a notification to an unknown channel or method is answered 404', async () => {
  for (const url of [`${shop.url}/puente/nobody/puente`, `${shop.notifyUrl}x`])
    expect(await notify(url, NOTIFY_SECRET, { type: 'order.paid', data: {} })).toBe(404)
})
