import { expect } from 'vitest'
import { freePort } from '../../../src/runtime/net/free-port.ts'
import { copyOfDatabase } from '../../support/fresh-database.ts'
import { type GatewayProxy, startGatewayProxy } from '../../support/gateway-proxy.ts'
import { useStarted } from '../../support/use-world.ts'
import { type Json, NOTIFY_SECRET, type World } from '../../support/world.ts'
import { usePacked } from '../packed.ts'
import { installedVendure } from './installed-vendure.ts'
import { type Api, adminAt } from './vendure-api.ts'
import { type Customer, customerOf } from './vendure-customer.ts'
import { type VendureProcess, vendureProcess } from './vendure-process.ts'

const METHOD = 'puente'

/** A real Vendure with the packed plugin and one product, connected to a world's Puente. */
export interface VendureShop extends VendureProcess {
  url: string
  /** Address of notifications of the default channel. */
  notifyUrl: string
  /** Between Vendure and Puente. */
  proxy: GatewayProxy
  variant: string
  admin: Api
  customer(): Customer
  order(code: string): Promise<Json>
  /** Pays the order at the gateway, as a customer who closes the window afterwards. */
  pay(payUrl: string, card?: string): Promise<void>
  /** An order whose customer paid and never returned. */
  paidOrder(): Promise<{ customer: Customer; code: string; order: Json; payment: Json }>
  close(): Promise<void>
}

export const useVendureShop = (world: World): VendureShop => {
  usePacked('node')
  usePacked('vendure')
  return useStarted(() => startVendureShop(world))
}

const startVendureShop = async (world: World): Promise<VendureShop> => {
  const installed = await installedVendure()
  const port = await freePort()
  const running = vendureProcess(installed.folder, {
    PORT: String(port),
    DATABASE_URL: await copyOfDatabase(installed.databaseUrl),
  })
  await running.start()
  const url = `http://127.0.0.1:${port}`
  const admin = await adminAt(`${url}/admin-api`)
  const { activeChannel } = await admin('{ activeChannel { token } }')
  const notifyUrl = `${url}/puente/${activeChannel.token}/${METHOD}`
  await world.api('PATCH', '/v1/store', { notify_url: notifyUrl })
  const proxy = await startGatewayProxy()
  proxy.forwardTo(world.url)
  const settings = { url: proxy.url, apiKey: world.apiKey, notifySecret: NOTIFY_SECRET }
  await createMethod(admin, METHOD, settings)
  const variant = await makeProduct(admin)
  const customer = () => customerOf(`${url}/shop-api`, { variant })
  const order = (code: string) => orderOf(admin, code)
  const pay = (payUrl: string, card?: string) => payAtGateway(world, payUrl, card)
  return {
    ...running,
    url,
    notifyUrl,
    proxy,
    variant,
    admin,
    customer,
    order,
    pay,
    paidOrder: async () => {
      const buyer = customer()
      const code = await buyer.fillCart()
      const { payUrl } = await buyer.checkout()
      await pay(payUrl)
      await expect.poll(async () => (await order(code)).state).toBe('PaymentSettled')
      const placed = await order(code)
      return { customer: buyer, code, order: placed, payment: placed.payments[0] }
    },
    close: async () => {
      await running.kill()
      await proxy.close()
    },
  }
}

const payAtGateway = async (world: World, payUrl: string, card?: string): Promise<void> => {
  const opened = await fetch(payUrl, { redirect: 'manual' })
  const { status } = await world.pay(opened.headers.get('location') ?? '', card)
  expect(status).toBe('approved')
}

const orderOf = async (admin: Api, code: string): Promise<Json> => {
  const { orders } = await admin(
    `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
      id code state totalWithTax currencyCode orderPlacedAt
      history(options: { take: 100, filter: { type: { eq: "ORDER_NOTE" } } }) { items { isPublic data } }
      payments { id amount state method transactionId errorMessage
        refunds { id total state transactionId reason } } } } }`,
    { code },
  )
  const [{ history, ...order }] = orders.items
  return { ...order, notes: history.items.map(({ data }: Json) => data.note) }
}

/** Input of a payment method of Puente. */
export const methodInput = (code: string, settings: Readonly<Record<string, string>>) => ({
  code,
  enabled: true,
  handler: {
    code: 'puente',
    arguments: Object.entries(settings).map(([name, value]) => ({ name, value })),
  },
  translations: [{ languageCode: 'en', name: 'Card', description: '' }],
})

export const createMethod = async (
  admin: Api,
  code: string,
  settings: Readonly<Record<string, string>>,
): Promise<string> => {
  const { createPaymentMethod } = await admin(
    'mutation ($input: CreatePaymentMethodInput!) { createPaymentMethod(input: $input) { id } }',
    { input: methodInput(code, settings) },
  )
  return createPaymentMethod.id
}

/** Makes a product of 19.99 before tax, and returns the id of its variant. */
const makeProduct = async (admin: Api): Promise<string> => {
  const { createProduct } = await admin(
    `mutation { createProduct(input: { enabled: true, translations:
      [{ languageCode: en, name: "Widget", slug: "widget", description: "" }] }) { id } }`,
  )
  const { createProductVariants } = await admin(
    `mutation ($product: ID!) { createProductVariants(input: [{ productId: $product, sku: "W-1",
      price: 1999, stockOnHand: 1000000, translations: [{ languageCode: en, name: "Widget" }] }]) { id } }`,
    { product: createProduct.id },
  )
  return createProductVariants[0].id
}
