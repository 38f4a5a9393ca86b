import type { Browser, FrameLocator, Page } from 'playwright-core'
import { type Harness, startHarness } from '../contract/support/harness.ts'
import type { Json } from '../support/world.ts'
import { customerIn } from './customer.ts'
import { type Merchant, startMerchant } from './merchant-page.ts'

type FieldName = 'number' | 'expiry' | 'cvc' | 'holder'

/** A customer on a page that shows the card fields: the merchant's, or the one to try them. */
export interface Shopper {
  page: Page
  /** The inside of the iframe. */
  fields: FrameLocator
  /** Types into the fields key by key, in place of what is there. */
  type(card: Partial<Record<FieldName, string>>): Promise<void>
  /** The number, with everything else as it should be. */
  typeCard(number: string): Promise<void>
  valueOf(name: FieldName): Promise<string>
  errorOf(name: FieldName): Promise<string | null>
  pay(): Promise<void>
  mayPay(): Promise<boolean>
  /** Waits until the merchant's page says so. */
  sees(result: string): Promise<void>
  /** The data of every event of this name so far. */
  events(name: string): Promise<Json[]>
  /** Runs a script of the merchant's page. */
  run<T>(script: string): Promise<T>
  leave(): Promise<void>
}

export interface SdkWorld {
  gateway: Harness
  merchant: Merchant
  /** Opens the merchant's page with a component of these options. */
  visit(options?: Record<string, unknown>, settings?: { publishableKey?: string }): Promise<Shopper>
  visitPage(url: string): Promise<Shopper>
  /** To be called after each test: everybody leaves. */
  clear(): Promise<void>
  close(): Promise<void>
}

export const startSdkWorld = async (browser: Browser | undefined): Promise<SdkWorld> => {
  const gateway = await startHarness()
  const merchant = await startMerchant(gateway)
  let shoppers: Shopper[] = []
  const visitPage = async (url: string): Promise<Shopper> => {
    const shopper = await shopperAt(url, browser)
    shoppers.push(shopper)
    return shopper
  }
  return {
    gateway,
    merchant,
    visitPage,
    visit: (options, settings) => visitPage(merchant.pageWith(options, settings)),
    clear: async () => {
      await Promise.all(shoppers.map((shopper) => shopper.leave()))
      shoppers = []
    },
    close: async () => {
      await merchant.close()
      await gateway.close()
    },
  }
}

const shopperAt = async (url: string, browser: Browser | undefined): Promise<Shopper> => {
  const { page, leave } = await customerIn(browser)
  await page.goto(url)
  const fields = page.frameLocator('#card iframe')
  const button = page.getByRole('button', { name: 'Pagar' })
  const type: Shopper['type'] = async (card) => {
    for (const [name, text] of Object.entries(card)) {
      await fields.locator(`#${name}`).clear()
      await fields.locator(`#${name}`).pressSequentially(text)
    }
  }
  const run = <T>(script: string): Promise<T> => page.evaluate(script)
  return {
    page,
    fields,
    type,
    typeCard: (number) => type({ number, expiry: '1239', cvc: '123', holder: 'Ana Mejía' }),
    valueOf: (name) => fields.locator(`#${name}`).inputValue(),
    errorOf: (name) => fields.locator(`#${name}-error`).textContent(),
    pay: () => button.click(),
    mayPay: () => button.isEnabled(),
    sees: (result) => page.locator('#result', { hasText: result }).waitFor(),
    events: async (name) =>
      (await run<[string, Json][]>('events'))
        .filter(([event]) => event === name)
        .map(([, data]) => data),
    run,
    leave,
  }
}
