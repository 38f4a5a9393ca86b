import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { PLUGIN_FOLDER } from '../../adapters/woocommerce/build/plugin-zip.ts'
import { CARDS, PUBLISHABLE_KEY } from '../contract/support/harness.ts'
import { eventually } from '../support/eventually.ts'
import { useGateway } from '../support/use-world.ts'
import { axeFindings } from './axe.ts'
import { launchChromium } from './chromium.ts'
import { type Customer, customerIn } from './customer.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const gateway = useGateway()
const SHOP = 'https://shop.example'
const asset = (name: string) => readFileSync(join(PLUGIN_FOLDER, 'assets', name), 'utf8')

let customer: Customer
afterEach(() => customer.leave())

const settingsOf = () => ({
  sdkUrl: `${gateway.sandbox.url}/sdk/v1/connect.js`,
  publishableKey: PUBLISHABLE_KEY,
  locale: 'en',
  texts: {
    failed: 'The card could not be read. Try again.',
    declined: 'The card was not accepted.',
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

const checkoutPage = () => `<!doctype html><html lang="en"><head><title>Checkout</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/checkout.css"></head><body><main><h1>Checkout</h1>
<label><input type="checkbox" id="save"> Save this card</label>
<label>Email <input id="email" value="ana@correo.example"></label>
<label><input type="checkbox" id="terms" checked> I agree to the terms</label>
<div id="place"></div><p class="puente-say" role="alert" id="said"></p>
<button id="place_order">Place order</button><output id="paid"></output></main>
<script src="/card-fields.js"></script>
<script>
const save = document.getElementById('save')
const fields = puenteCardFields.create({
  settings: ${JSON.stringify(settingsOf())},
  place: () => document.getElementById('place'),
  customer: () => ({ email: document.getElementById('email').value }),
  wantsSaved: () => save.checked,
  onChange: () => {},
  onSubmit: () => document.getElementById('place_order').click(),
  onNotice: (words) => { document.getElementById('said').textContent = words },
})
fields.mount()
save.addEventListener('change', () => fields.changeChoice(() => { save.checked = !save.checked }))
document.getElementById('email').addEventListener('change', () => fields.changeOwner())
document.getElementById('place_order').addEventListener('click', async () => {
  if (!document.getElementById('terms').checked) return
  document.getElementById('paid').textContent += (await fields.tokenize()) + ' '
})
</script></body></html>`

const openCheckout = async () => {
  customer = await customerIn(browser)
  const { page } = customer
  await page.context().grantPermissions(['local-network-access'])
  await page.route(`${SHOP}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const isPage = pathname === '/'
    return route.fulfill({
      contentType: isPage
        ? 'text/html'
        : pathname.endsWith('.css')
          ? 'text/css'
          : 'text/javascript',
      body: isPage ? checkoutPage() : asset(pathname.slice(1)),
    })
  })
  await page.goto(`${SHOP}/`)
  const field = (name: string) => page.frameLocator('#place iframe').locator(`#${name}`)
  await field('number').waitFor()
  return { page, field }
}

const typeCard = async (page: Page) => {
  const typed = { number: CARDS.approved, expiry: '1239', cvc: '123', holder: 'Ana' }
  for (const [name, text] of Object.entries(typed)) {
    await page.frameLocator('#place iframe').locator(`#${name}`).pressSequentially(text)
  }
}

const tokens = async (page: Page) =>
  ((await page.locator('#paid').textContent()) ?? '').trim().split(/\s+/).filter(Boolean)

describe.skipIf(!browser)('the card fields of the WooCommerce plugin', () => {
  it('ticking "Save this card" asks before typed details are lost, and no keeps them', async () => {
    const { page, field } = await openCheckout()
    await typeCard(page)
    await page.locator('#save').click()
    const ask = page.getByRole('dialog', { name: 'Enter the card again?' })
    await ask.getByText('To save the card').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await ask.getByRole('button', { name: 'Leave them as they are' }).click()
    await eventually(async () => !(await page.locator('#save').isChecked()))
    expect(await field('number').inputValue()).toBe('4111 1111 1111 1111')

    await page.locator('#save').click()
    await page.keyboard.press('Escape')
    await eventually(async () => !(await page.locator('#save').isChecked()))
    expect(await field('number').inputValue()).toBe('4111 1111 1111 1111')
  })

  it('a customer who agrees gets fields that save the card', async () => {
    const { page, field } = await openCheckout()
    await typeCard(page)
    await page.locator('#save').click()
    await page.getByRole('button', { name: 'Clear the fields' }).click()
    await page.locator('#place iframe[src*="save_card=1"]').waitFor()
    expect(await field('number').inputValue()).toBe('')
    expect(await page.locator('#save').isChecked()).toBe(true)
  })

  it('empty fields change with the choice without a question', async () => {
    const { page } = await openCheckout()
    await page.locator('#save').check()
    await page.locator('#place iframe[src*="save_card=1"]').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('fields that are cleared because the email changed say so', async () => {
    const { page, field } = await openCheckout()
    await page.locator('#save').check()
    await page.locator('#place iframe[src*="save_card=1"]').waitFor()
    await typeCard(page)
    await page.locator('#email').fill('ana.m@correo.example')
    await page.locator('#email').blur()
    await page.getByText('your details changed').waitFor()
    await eventually(async () => (await field('number').inputValue()) === '')
  })

  it('Enter in the fields places the order with one token', async () => {
    const { page, field } = await openCheckout()
    await typeCard(page)
    await field('holder').press('Enter')
    await eventually(async () => (await tokens(page)).length > 0)
    expect(await tokens(page)).toEqual([expect.stringMatching(/^tok_/)])
  })

  it('a card that replaces the one of a refused Enter pays, and Enter works again', async () => {
    const { page, field } = await openCheckout()
    const made: string[] = []
    page.on('response', async (response) => {
      if (!response.url().endsWith('/tokens') || response.request().method() !== 'POST') return
      made.push((await response.json()).payment_token)
    })
    await page.getByLabel('I agree to the terms').uncheck()
    await typeCard(page)
    await field('holder').press('Enter')
    await eventually(async () => made.length === 1)
    await page.getByLabel('I agree to the terms').check()
    await field('cvc').click()
    await field('cvc').fill('321')
    await page.getByRole('button', { name: 'Place order' }).click()
    await eventually(async () => (await tokens(page)).length === 1)
    await field('holder').press('Enter')
    await eventually(async () => (await tokens(page)).length === 2)
    expect(made).toHaveLength(3)
    expect(await tokens(page)).toEqual(made.slice(1))
  })
})
