import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { HANG_MS } from '../support/eventually.ts'

const PHONE = { width: 390, height: 844 }

export interface Customer {
  page: Page
  buy(shopUrl: string, product: string): Promise<void>
  payWith(card: string): Promise<void>
  sees(heading: string): Promise<void>
  leave(): Promise<void>
}

/** `browser` is missing only in skipped tests. */
export const customerIn = async (
  browser: Browser | undefined,
  options: BrowserContextOptions = {},
): Promise<Customer> => {
  if (!browser) throw new Error('No browser')
  const context = await browser.newContext({ locale: 'es-HN', viewport: PHONE, ...options })
  context.setDefaultTimeout(HANG_MS)
  const page = await context.newPage()
  return {
    page,
    buy: async (shopUrl, product) => {
      await page.goto(shopUrl)
      await page.getByRole('button', { name: product }).click()
      await page.getByRole('button', { name: /^(Pagar en|Pay at)/ }).click()
      await page.waitForURL('**/checkout/**')
    },
    payWith: async (card) => {
      await page.locator('#number').fill(card)
      await page.locator('#expiry').fill('12/39')
      await page.locator('#cvc').fill('123')
      await page.locator('#holder').fill('Ana Mejía')
      await page.locator('form button[type=submit]').click()
    },
    sees: (heading) =>
      page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor(),
    leave: () => context.close(),
  }
}
