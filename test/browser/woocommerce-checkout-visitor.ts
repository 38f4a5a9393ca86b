import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { PLUGIN_FOLDER } from '../../adapters/woocommerce/build/plugin-zip.ts'
import { CARDS, type Harness, PUBLISHABLE_KEY } from '../contract/support/harness.ts'
import { type Customer, customerIn } from './customer.ts'

const SHOP = 'https://shop.example'
/** The version that WordPress ships. */
const JQUERY = createRequire(import.meta.url).resolve('jquery')
/** Type into the fields first, then autofill this one. */
export const OTHER_CARD = CARDS.frictionless

export interface TokenizedCard {
  token: string
  number: string
}

export interface CheckoutVisitor extends Customer {
  field(name: string): Locator
  /** Cards that the fields have tokenized, oldest first. */
  tokenized: TokenizedCard[]
  /** Forms that the shop has received. */
  posted: URLSearchParams[]
  typeCard(): Promise<void>
  /** Swaps the card as a browser does: neither focus nor completeness changes. */
  autofillOtherCard(): Promise<void>
  placeOrder(): Promise<void>
}

export const cardFormSettings = (gateway: Harness) => ({
  sdkUrl: `${gateway.sandbox.url}/sdk/v1/connect.js`,
  publishableKey: PUBLISHABLE_KEY,
  locale: 'en',
  identityField: 'identity_number',
  customer: {},
  texts: {
    failed: 'The card could not be read. Try again.',
    reading: 'Reading the card…',
    declined: 'The card was not accepted.',
    incomplete: 'Complete the card details.',
    chargeUnknown: 'We are checking the charge.',
    ownerChanged: 'Enter the card again: your details changed.',
    reload: {
      title: 'Enter the card again?',
      save: 'To save the card, fill in the fields again.',
      dontSave: 'To pay without saving, fill in the fields again.',
      yes: 'Clear the fields',
      no: 'Leave them as they are',
    },
  },
})

const fileAt = (pathname: string): string =>
  readFileSync(
    pathname === '/jquery.js' ? JQUERY : join(PLUGIN_FOLDER, 'assets', pathname.slice(1)),
    'utf8',
  )

const typeOf = (pathname: string): string =>
  pathname.endsWith('.css') ? 'text/css' : 'text/javascript'

/** Opens a shop's page, which can load the plugin's assets and jQuery by name. */
export const visitCheckout = async (
  browser: Browser | undefined,
  html: string,
): Promise<CheckoutVisitor> => {
  const customer = await customerIn(browser)
  const { page } = customer
  const posted: URLSearchParams[] = []
  await page.context().grantPermissions(['local-network-access'])
  await page.route(`${SHOP}/**`, (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') {
      posted.push(new URLSearchParams(request.postData() ?? ''))
      return route.fulfill({ contentType: 'text/html', body: 'Thank you' })
    }
    return pathname === '/'
      ? route.fulfill({ contentType: 'text/html', body: html })
      : route.fulfill({ contentType: typeOf(pathname), body: fileAt(pathname) })
  })
  const tokenized = await recordTokens(page)
  await page.goto(`${SHOP}/`)
  const fields = page.frameLocator('.puente-card-fields iframe')
  const field = (name: string) => fields.locator(`#${name}`)
  await field('number').waitFor()
  return {
    ...customer,
    field,
    tokenized,
    posted,
    typeCard: async () => {
      const typed = { number: CARDS.approved, expiry: '1239', cvc: '123', holder: 'Ana' }
      for (const [name, text] of Object.entries(typed)) await field(name).pressSequentially(text)
    },
    autofillOtherCard: () =>
      field('number').evaluate((input, value) => {
        Object.assign(input, { value })
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }, OTHER_CARD),
    placeOrder: () => page.getByRole('button', { name: 'Place order' }).click(),
  }
}

/** Records before the page can use a token. */
const recordTokens = async (page: Page): Promise<TokenizedCard[]> => {
  const tokenized: TokenizedCard[] = []
  await page.route('**/tokens', async (route) => {
    const response = await route.fetch()
    const { payment_token: token } = await response.json()
    tokenized.push({ token, number: route.request().postDataJSON().card.number })
    await route.fulfill({ response })
  })
  return tokenized
}
