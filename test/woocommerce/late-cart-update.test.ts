import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { CARDS, eventually } from '../support/world.ts'
import { type HeldRequests, HOLD, installHolder } from './held-requests.ts'
import { isPaidOnce } from './paid-order.ts'
import { type GivenShop, givenShop, type RealShop, startRealShop } from './real-shop.ts'
import { type ShopAdmin, shopAdminIn } from './shop-admin.ts'
import { type Shopper, shopperIn } from './shopper.ts'

const TEST_MS = 360_000
const CONFIRMING = 'We are confirming your payment'
const { WOO_WWW: shopFolder } = process.env

const canRun = givenShop && shopFolder
const launched = canRun ? await launchChromium(['--ignore-certificate-errors']) : undefined
afterAll(() => launched?.close())

let real: RealShop
let admin: ShopAdmin
let ana: Shopper
let held: HeldRequests
let classicCheckout: string

// A run that skips these tests calls nothing below.
const given = givenShop as GivenShop
const browser = launched as Browser

const ADDRESS = {
  first_name: 'Ana',
  last_name: 'Mejía',
  address_1: 'Col. Palmira',
  city: 'Tegucigalpa',
  state: 'HN-FM',
  postcode: '11101',
  country: 'HN',
  phone: '99999999',
}

interface Placed {
  id: number
  key: string
  payUrl: string
}

const sendHeldUpdate = (chosen: 'before' | 'after') =>
  ana.page.evaluate(startHeldUpdate, { site: given.url, address: ADDRESS, hold: HOLD, chosen })
const place = (method: string): Promise<Placed> =>
  ana.page.evaluate(placeOrder, { site: given.url, address: ADDRESS, method })
const thanksOf = ({ id, key }: Placed) => `${given.url}/checkout/order-received/${id}/?key=${key}`
const methodOf = async ({ id }: Placed) => (await real.shop.look(String(id))).payment_method
const isOpen = async ({ payUrl }: Placed) =>
  (await fetch(payUrl, { redirect: 'manual' })).status === 303

describe.skipIf(!launched)(
  'a cart update that ends after the order was placed, at a real shop',
  { timeout: TEST_MS },
  () => {
    beforeAll(async () => {
      real = await startRealShop(given)
      held = installHolder(shopFolder ?? '')
      admin = await shopAdminIn(browser, { siteUrl: given.url, user: given.admin })
      await admin.pair(await real.connect(given.url))
      await admin.takePayments({ way: 'redirect' })
      classicCheckout = await admin.makeClassicCheckout()
    }, TEST_MS)
    afterAll(async () => {
      held?.uninstall()
      await admin?.disconnect()
      await admin?.leave()
      await real?.close()
    }, TEST_MS)
    beforeEach(async () => {
      held.reset()
      ana = await shopperIn(browser, given.url)
      await ana.putIntoCart(given.productId)
    })
    afterEach(() => ana.leave())

    it.each(['before', 'after'] as const)(
      'the order stays a card order, and a changed cart closes its link: the card was chosen %s the update',
      async (chosen) => {
        await sendHeldUpdate(chosen)
        await held.hasBegun()
        const order = await place('puente')
        await held.release()
        expect(await methodOf(order)).toBe('puente')
        expect(await isOpen(order)).toBe(true)
        await ana.putIntoCart(given.productId)
        const newer = await place('puente')
        expect(newer.id).not.toBe(order.id)
        expect([await isOpen(order), await isOpen(newer)]).toEqual([false, true])
      },
    )

    it('the order is shown as being confirmed and can be paid by card', async () => {
      await sendHeldUpdate('after')
      await held.hasBegun()
      const order = await place('puente')
      await held.release()
      await ana.page.goto(thanksOf(order))
      await ana.reads(CONFIRMING)
      await ana.page.goto(order.payUrl)
      await ana.payAtGateway(CARDS.approved)
      await isPaidOnce(real, await ana.isThanked())
    })

    it('an order stays a bank transfer if its customer chose that afterwards', async () => {
      await sendHeldUpdate('after')
      await held.hasBegun()
      const order = await place('puente')
      // WooCommerce reserves stock once a second and refuses a second attempt within it.
      const again = await eventually(() => place('bacs').catch(() => undefined))
      expect(again.id).toBe(order.id)
      await held.release()
      expect(await methodOf(order)).toBe('bacs')
      await ana.page.goto(thanksOf(order))
      await ana.reads('Bank transfer')
      expect(await ana.page.locator('.puente-order-state').count()).toBe(0)
    })

    it('an order of the classic checkout stays a card order', async () => {
      await ana.fillClassic(classicCheckout)
      await ana.page.evaluate(updateReview, HOLD)
      await held.hasBegun()
      await ana.placeOrder()
      await ana.isLedAway()
      await held.release()
      await ana.payAtGateway(CARDS.approved)
      await isPaidOnce(real, await ana.isThanked())
    })
  },
)

/** Runs in the browser. */
const startHeldUpdate = async ({
  site,
  address,
  hold,
  chosen,
}: {
  site: string
  address: object
  hold: string
  chosen: 'before' | 'after'
}): Promise<void> => {
  const store = `${site}/wp-json/wc/store/v1`
  const nonce = (await fetch(`${store}/cart`)).headers.get('Nonce') ?? ''
  const send = (path: string, body: object, more: Record<string, string> = {}) =>
    fetch(`${store}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', Nonce: nonce, ...more },
      body: JSON.stringify(body),
    })
  const billing_address = { ...address, email: 'ana@example.com' }
  await send('cart/update-customer', { billing_address, shipping_address: address })
  // The checkout block creates its draft this way and writes the chosen method into it.
  const override = { 'x-http-method-override': 'PUT' }
  await fetch(`${store}/checkout`, { headers: { Nonce: nonce } })
  const method = chosen === 'before' ? 'puente' : 'bacs'
  await send('checkout', { payment_method: method }, override)
  void send('cart/update-customer', { shipping_address: address }, { [hold]: '1' })
}

/** Runs in the browser. */
const placeOrder = async ({
  site,
  address,
  method,
}: {
  site: string
  address: object
  method: string
}): Promise<Placed> => {
  const store = `${site}/wp-json/wc/store/v1`
  const nonce = (await fetch(`${store}/cart`)).headers.get('Nonce') ?? ''
  const placed = await fetch(`${store}/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', Nonce: nonce },
    body: JSON.stringify({
      billing_address: { ...address, email: 'ana@example.com' },
      shipping_address: address,
      payment_method: method,
      payment_data: [],
    }),
  })
  const said = await placed.text()
  const { order_id, order_key, payment_result } = JSON.parse(said)
  if (!payment_result) throw new Error(said)
  return { id: order_id, key: order_key, payUrl: payment_result.redirect_url }
}

/** Runs in the browser. */
const updateReview = (hold: string): void => {
  const { wc_checkout_params: params } = globalThis as unknown as {
    wc_checkout_params: { wc_ajax_url: string; update_order_review_nonce: string }
  }
  void fetch(params.wc_ajax_url.replace('%%endpoint%%', 'update_order_review'), {
    method: 'POST',
    headers: { [hold]: '1' },
    body: new URLSearchParams({
      security: params.update_order_review_nonce,
      payment_method: 'bacs',
      country: 'HN',
      address: 'Col. Palmira 9',
      post_data: '',
    }),
  })
}
