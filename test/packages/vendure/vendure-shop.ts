import { expect } from 'vitest'
import { type GatewayProxy, startGatewayProxy } from '../../support/gateway-proxy.ts'
import { useStarted } from '../../support/use-world.ts'
import { type Json, NOTIFY_SECRET, type World } from '../../support/world.ts'
import { usePacked } from '../packed.ts'
import { installedVendure } from './installed-vendure.ts'
import { type RunningVendure, startVendure } from './running-vendure.ts'
import type { Api } from './vendure-api.ts'
import type { Customer } from './vendure-customer.ts'

const METHOD = 'puente'

/** A real Vendure with the packed plugin, connected to a world's Puente. */
export interface VendureShop extends RunningVendure {
  /** Address of notifications of the default channel. */
  notifyUrl: string
  /** Between Vendure and Puente. */
  proxy: GatewayProxy
  /** Pays the order at the gateway, as a customer who closes the window afterwards. */
  pay(payUrl: string, card?: string): Promise<void>
  /** An order whose customer has the payment page. */
  openOrder(): Promise<{ customer: Customer; code: string; payUrl: string }>
  /** Shop rules go by the name. */
  renameCustomer(code: string, lastName: string): Promise<void>
  cancelOrder(code: string): Promise<void>
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
  const running = await startVendure(await installedVendure())
  const { url, admin, customer, order } = running
  const { activeChannel } = await admin('{ activeChannel { token } }')
  const notifyUrl = `${url}/puente/${activeChannel.token}/${METHOD}`
  await world.api('PATCH', '/v1/store', { notify_url: notifyUrl })
  const proxy = await startGatewayProxy()
  proxy.forwardTo(world.url)
  const settings = { url: proxy.url, apiKey: world.apiKey, notifySecret: NOTIFY_SECRET }
  await createMethod(admin, METHOD, settings)
  const pay = (payUrl: string, card?: string) => payAtGateway(world, payUrl, card)
  const openOrder = async () => {
    const buyer = customer()
    const code = await buyer.fillCart()
    const { payUrl } = await buyer.checkout()
    return { customer: buyer, code, payUrl }
  }
  return {
    ...running,
    notifyUrl,
    proxy,
    pay,
    openOrder,
    renameCustomer: (code, lastName) => renameCustomer(admin, code, lastName),
    cancelOrder: async (code) => {
      const { cancelOrder } = await admin(
        'mutation ($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename } }',
        { id: (await order(code)).id },
      )
      expect(cancelOrder.__typename).toBe('Order')
    },
    paidOrder: async () => {
      const { payUrl, ...opened } = await openOrder()
      await pay(payUrl)
      await expect.poll(async () => (await order(opened.code)).state).toBe('PaymentSettled')
      const placed = await order(opened.code)
      return { ...opened, order: placed, payment: placed.payments[0] }
    },
    close: async () => {
      await running.kill()
      await proxy.close()
    },
  }
}

const renameCustomer = async (admin: Api, code: string, lastName: string): Promise<void> => {
  const { orders } = await admin(
    'query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { customer { id } } } }',
    { code },
  )
  await admin(
    'mutation ($input: UpdateCustomerInput!) { updateCustomer(input: $input) { __typename } }',
    { input: { id: orders.items[0].customer.id, lastName } },
  )
}

const payAtGateway = async (world: World, payUrl: string, card?: string): Promise<void> => {
  const opened = await fetch(payUrl, { redirect: 'manual' })
  const { status } = await world.pay(opened.headers.get('location') ?? '', card)
  expect(status).toBe('approved')
}

/** Input of a payment method. */
export const methodInput = (
  code: string,
  settings: Readonly<Record<string, string>>,
  handler = 'puente',
) => ({
  code,
  enabled: true,
  handler: {
    code: handler,
    arguments: Object.entries(settings).map(([name, value]) => ({ name, value })),
  },
  translations: [{ languageCode: 'en', name: 'Card', description: '' }],
})

export const createMethod = async (
  admin: Api,
  code: string,
  settings: Readonly<Record<string, string>>,
  handler?: string,
): Promise<string> => {
  const { createPaymentMethod } = await admin(
    'mutation ($input: CreatePaymentMethodInput!) { createPaymentMethod(input: $input) { id } }',
    { input: methodInput(code, settings, handler) },
  )
  return createPaymentMethod.id
}
