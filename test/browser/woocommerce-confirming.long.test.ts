import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { PLUGIN_FOLDER } from '../../adapters/woocommerce/build/plugin-zip.ts'
import { launchChromium } from './chromium.ts'
import { type Customer, customerIn } from './customer.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const SHOP = 'http://shop.example'
const settings = {
  url: `${SHOP}/wp-json/puente/v1/orders/17/state?key=wc_order_1`,
  shown: 'confirming',
  texts: { confirming: 'We are confirming your payment.', paid: 'Your payment is confirmed.' },
}
/** As the plugin prints it and a page cache keeps it. */
const CACHED = `<!doctype html><div class="puente-order-state" data-settings='${JSON.stringify(settings)}'>
<p role="status"><span class="puente-busy"></span> <span data-words>${settings.texts.confirming}</span></p>
<p class="puente-order-state-pay" hidden><span data-ask></span></p></div>
<script src="/confirming.js"></script>`
const SCRIPT = readFileSync(join(PLUGIN_FOLDER, 'assets/confirming.js'), 'utf8')

let customer: Customer
afterEach(() => customer.leave())

/** Returns how often the browser loaded the page. */
const openShop = async (isStorageBlocked: boolean) => {
  customer = await customerIn(browser)
  const { page } = customer
  if (isStorageBlocked) {
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'sessionStorage', {
        get: () => {
          throw new DOMException('Denied', 'SecurityError')
        },
      })
    })
  }
  let loads = 0
  await page.route(`${SHOP}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/confirming.js') return route.fulfill({ body: SCRIPT })
    if (pathname.endsWith('/state')) return route.fulfill({ json: { state: 'paid' } })
    loads++
    return route.fulfill({ contentType: 'text/html', body: CACHED })
  })
  await page.clock.install()
  await page.goto(`${SHOP}/thanks/17`)
  return () => loads
}

describe.skipIf(!browser)('the WooCommerce order-received page', () => {
  it.each([
    ['works', false],
    ['is blocked', true],
  ])(
    'a cached page reloads once after a pause, then states that the order is paid: storage %s',
    async (_, isBlocked) => {
      const loads = await openShop(isBlocked)
      const { page } = customer
      const isPaid = () => page.getByText(settings.texts.paid).waitFor()
      await isPaid()
      expect(loads()).toBe(1)
      const isLoaded = page.waitForEvent('load')
      await page.clock.runFor(3_000)
      await isLoaded
      await isPaid()
      await page.clock.runFor(60_000)
      await isPaid()
      expect(loads()).toBe(2)
    },
  )
})
