import type { Browser, FrameLocator, Page } from 'playwright-core'
import { type Harness, startHarness } from '../contract/support/harness.ts'
import { useStarted } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'
import { customerIn } from './customer.ts'
import { type DashboardMerchant, startMerchant } from './merchant-page.ts'

type FieldName = 'number' | 'expiry' | 'cvc' | 'holder'

export interface Shopper {
  page: Page
  fields: FrameLocator
  type(card: Partial<Record<FieldName, string>>): Promise<void>
  typeCard(number: string): Promise<void>
  valueOf(name: FieldName): Promise<string>
  errorOf(name: FieldName): Promise<string | null>
  pay(): Promise<void>
  mayPay(): Promise<boolean>
  sees(result: string): Promise<void>
  events(name: string): Promise<Json[]>
  run<T>(script: string): Promise<T>
  leave(): Promise<void>
}

export interface SdkWorld {
  gateway: Harness
  merchant: DashboardMerchant
  visit(options?: Record<string, unknown>, settings?: { publishableKey?: string }): Promise<Shopper>
  visitPage(url: string): Promise<Shopper>
  /** Closes all pages. */
  clear(): Promise<void>
  close(): Promise<void>
}

const startSdkWorld = async (browser: Browser | undefined): Promise<SdkWorld> => {
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

export const useSdkWorld = (browser: Browser | undefined): SdkWorld =>
  useStarted(() => startSdkWorld(browser))

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
