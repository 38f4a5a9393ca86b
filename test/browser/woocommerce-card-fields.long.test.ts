import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { useGateway } from '../support/use-world.ts'
import { axeFindings } from './axe.ts'
import { launchChromium } from './chromium.ts'
import {
  type CheckoutVisitor,
  cardFormSettings,
  OTHER_CARD,
  visitCheckout,
} from './woocommerce-checkout-visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const gateway = useGateway()

let customer: CheckoutVisitor
afterEach(() => customer.leave())

const CLASSIC_BUTTON = 'id="place_order"'
const BLOCK_BUTTON = 'class="wc-block-components-checkout-place-order-button"'

const checkoutPage = (
  button: string,
) => `<!doctype html><html lang="en"><head><title>Checkout</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/checkout.css"></head><body><main><h1>Checkout</h1>
<label><input type="checkbox" id="save"> Save this card</label>
<label>Email <input id="email" value="ana@correo.example"></label>
<label><input type="checkbox" id="terms" checked> I agree to the terms</label>
<div id="place" class="puente-card-fields"></div><p class="puente-say" role="alert" id="said"></p>
<button ${button}>Place order</button><output id="paid"></output></main>
<script src="/card-fields.js"></script>
<script>
const save = document.getElementById('save')
const pay = document.querySelector('button')
const fields = puenteCardFields.create({
  settings: ${JSON.stringify(cardFormSettings(gateway))},
  place: () => document.getElementById('place'),
  customer: () => ({ email: document.getElementById('email').value }),
  wantsSaved: () => save.checked,
  onChange: () => {},
  onSubmit: () => pay.click(),
  onNotice: (words) => { document.getElementById('said').textContent = words },
})
fields.mount()
save.addEventListener('change', () => fields.changeChoice(() => { save.checked = !save.checked }))
document.getElementById('email').addEventListener('change', () => fields.changeOwner())
pay.addEventListener('click', async () => {
  const isAgreed = document.getElementById('terms').checked
  document.getElementById('said').textContent = isAgreed ? '' : 'Agree first'
  if (!isAgreed) return
  document.getElementById('paid').textContent += (await fields.tokenize()) + ' '
})
</script></body></html>`

const openCheckout = async (button = CLASSIC_BUTTON) => {
  customer = await visitCheckout(browser, checkoutPage(button))
  return customer
}

const tokens = async (page: Page) =>
  ((await page.locator('#paid').textContent()) ?? '').trim().split(/\s+/).filter(Boolean)

describe.skipIf(!browser)('the card fields of the WooCommerce plugin', () => {
  it('ticking "Save this card" asks before typed details are lost, and no keeps them', async () => {
    const { page, field, typeCard } = await openCheckout()
    await typeCard()
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
    const { page, field, typeCard } = await openCheckout()
    await typeCard()
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
    const { page, field, typeCard } = await openCheckout()
    await page.locator('#save').check()
    await page.locator('#place iframe[src*="save_card=1"]').waitFor()
    await typeCard()
    await page.locator('#email').fill('ana.m@correo.example')
    await page.locator('#email').blur()
    await page.getByText('your details changed').waitFor()
    await eventually(async () => (await field('number').inputValue()) === '')
  })

  describe.each([
    ['the classic checkout', CLASSIC_BUTTON],
    ['the checkout block', BLOCK_BUTTON],
  ])('with the pay button of %s', (_, button) => {
    it('Enter in the fields places the order with the only token it makes', async () => {
      const { page, field, typeCard, tokenized } = await openCheckout(button)
      await typeCard()
      await field('holder').press('Enter')
      await eventually(async () => (await tokens(page)).length > 0)
      expect(await tokens(page)).toEqual(tokenized.map(({ token }) => token))
      expect(tokenized).toHaveLength(1)
    })

    it('a card that autofill swapped right after a refused Enter is the one that pays', async () => {
      const { page, field, typeCard, tokenized, ...visitor } = await openCheckout(button)
      await page.getByLabel('I agree to the terms').uncheck()
      await typeCard()
      // The click comes in time, however slow the machine.
      await page.clock.pauseAt(Date.now() + 60_000)
      await field('holder').press('Enter')
      await page.getByText('Agree first').waitFor()
      await visitor.autofillOtherCard()
      await page.locator('#terms').evaluate((box) => box.click())
      await visitor.placeOrder()
      await page.clock.resume()
      await eventually(async () => (await tokens(page)).length === 1)
      expect(tokenized.at(-1)?.number).toBe(OTHER_CARD)
      expect(await tokens(page)).toEqual([tokenized.at(-1)?.token])
    })
  })

  it('a card that replaces the one of a refused Enter pays, and Enter works again', async () => {
    const { page, field, typeCard, tokenized } = await openCheckout()
    await page.getByLabel('I agree to the terms').uncheck()
    await typeCard()
    await field('holder').press('Enter')
    await eventually(async () => tokenized.length === 1)
    await page.getByLabel('I agree to the terms').check()
    await field('cvc').click()
    await field('cvc').fill('321')
    await page.getByRole('button', { name: 'Place order' }).click()
    await eventually(async () => (await tokens(page)).length === 1)
    await field('holder').press('Enter')
    await eventually(async () => (await tokens(page)).length === 2)
    expect(tokenized).toHaveLength(3)
    expect(await tokens(page)).toEqual(tokenized.slice(1).map(({ token }) => token))
  })
})
