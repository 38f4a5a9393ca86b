import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { launchChromium } from './chromium.ts'
import { type ShopVisitor, visitorIn } from './demo-shop-visitor.ts'
import { useDemoWorld } from './demo-world.ts'

/** Screenshot folder, if set. */
const PICTURES = process.env.PICTURES_DIR
const VIEWPORT = { width: 760, height: 620 }

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useDemoWorld()

let customer: ShopVisitor
afterEach(() => customer.leave())

const isFineAs = async (page: Page, picture: string) => {
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => {})
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true })
    await page.screenshot({ path: `${PICTURES}/${picture}.png` })
  }
  expect(await axeFindings(page)).toEqual([])
}

describe.skipIf(!browser)('the pictures of the README', () => {
  it('the shop asks how to pay an order', async () => {
    customer = await visitorIn(browser, { locale: 'en-US', viewport: VIEWPORT })
    await customer.order(`${world.url}/shop`, /Marcala/)
    await customer.sees('How would you like to pay?')
    await isFineAs(customer.page, 'shop')
  })

  it("Puente's card page has the gateway's fields", async () => {
    customer = await visitorIn(browser, { locale: 'es-HN', viewport: VIEWPORT })
    const { body } = await world.api('POST', '/v1/checkouts', {
      order: { id: 'R-1077', number: '1077', amount: '480.00', currency: 'HNL' },
      mode: 'card_page',
      locale: 'es',
    })
    await customer.page.goto(body.pay_url)
    await customer.page.frameLocator('#card-fields iframe').locator('#number').waitFor()
    await isFineAs(customer.page, 'pay-page')
  })
})
