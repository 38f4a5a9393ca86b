import type { Browser, BrowserContextOptions } from 'playwright-core'
import { type Customer, customerIn } from './customer.ts'

export interface ShopVisitor extends Customer {
  order(shopUrl: string, product: string | RegExp): Promise<string>
  payHere(card: string, options?: { keep?: boolean }): Promise<void>
  follow(name: string | RegExp): Promise<void>
  press(name: string | RegExp): Promise<void>
  reads(text: string | RegExp): Promise<void>
}

export const visitorIn = async (
  browser: Browser | undefined,
  options: BrowserContextOptions = {},
): Promise<ShopVisitor> => {
  const customer = await customerIn(browser, options)
  const { page } = customer
  const fields = page.frameLocator('#card iframe')
  return {
    ...customer,
    order: async (shopUrl, product) => {
      await page.goto(shopUrl)
      await page.getByRole('button', { name: product }).click()
      await page.waitForURL('**/ways?**')
      return new URL(page.url()).pathname.split('/').at(-2) ?? ''
    },
    payHere: async (card, { keep = false } = {}) => {
      if (keep) await page.locator('#keep').check()
      const typed = { number: card, expiry: '1239', cvc: '123', holder: 'Ana Mejía' }
      for (const [name, text] of Object.entries(typed)) {
        await fields.locator(`#${name}`).pressSequentially(text)
      }
      await page.locator('#pay-now:enabled').click()
    },
    follow: (name) => page.getByRole('link', { name }).click(),
    press: (name) => page.getByRole('button', { name }).click(),
    reads: (text) => page.getByText(text).first().waitFor(),
  }
}
