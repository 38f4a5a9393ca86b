import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { useGateway } from '../support/use-world.ts'
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

const CHECKOUT = 'class="checkout"'
const PAY_PAGE = 'id="order_review"'

/** WooCommerce's and blockUI's part of both pages. */
const WOOCOMMERCE = `
$.fn.block = function () { return this.append('<div class="blockOverlay"></div>') }
$.fn.unblock = function () { this.find('.blockOverlay').remove(); return this }
$('form.checkout').on('submit', function () {
  const $form = $(this)
  if ($form.is('.processing')) return false
  if ($form.triggerHandler('checkout_place_order') === false) return false
  if ($form.triggerHandler('checkout_place_order_puente') === false) return false
  $form.addClass('processing').block()
  $.post('/?wc-ajax=checkout', $form.serialize())
  return false
})
$('form#order_review').on('submit', function () { $(this).block() })`

/** Refuses clicks without the terms, and stops the form at its end if told so. */
const OTHER_PLUGIN = `
const terms = document.getElementById('terms')
const said = document.getElementById('said')
const name = document.getElementById('name')
document.getElementById('place_order').addEventListener('click', (event) => {
  said.textContent = terms.checked ? '' : 'Agree first'
  if (!terms.checked) event.preventDefault()
})
const isStopped = (how) => {
  if (document.body.dataset.stop !== how) return false
  said.textContent = 'Stopped'
  return true
}
$('form.checkout').on('checkout_place_order_puente', () => (isStopped('form') ? false : undefined))
$('form#order_review').on('submit', (event) => { if (isStopped('form')) event.preventDefault() })
addEventListener('submit', () => name.setCustomValidity(isStopped('field') ? 'Wrong' : ''), true)
name.addEventListener('input', () => name.setCustomValidity(''))`

const pageOf = (form: string) => `<!doctype html><html lang="en"><head><title>Checkout</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>form { position: relative } .blockOverlay { position: absolute; inset: 0 }</style>
<link rel="stylesheet" href="/checkout.css"></head><body><main><h1>Checkout</h1>
<form ${form} method="post" action="/">
<label>Name <input id="name" name="billing_first_name" value="Ana"></label>
<input type="radio" name="payment_method" value="puente" aria-label="Card" checked>
<fieldset class="puente-card"><div class="puente-card-fields" data-puente-card-fields></div>
<p class="puente-reading" role="status"></p><p class="puente-say" role="alert" hidden></p></fieldset>
<label><input type="checkbox" id="terms" checked> I agree to the terms</label>
<p id="said"></p>
<button type="submit" id="place_order">Place order</button>
</form></main>
<script src="/jquery.js"></script>
<script>window.puenteClassicSettings = ${JSON.stringify(cardFormSettings(gateway))}
${WOOCOMMERCE}</script>
<script src="/card-fields.js"></script><script src="/classic.js"></script>
<script>jQuery(() => { ${OTHER_PLUGIN} })</script></body></html>`

const open = async (form: string) => {
  customer = await visitCheckout(browser, pageOf(form))
  return customer
}

const paidWith = async ({ posted }: CheckoutVisitor) => {
  await eventually(async () => posted.length > 0)
  return posted.map((form) => form.getAll('puente_payment_token'))
}

describe.skipIf(!browser).each([
  ['the classic checkout', CHECKOUT],
  ['the order-pay page', PAY_PAGE],
])('the card fields on %s', (_, form) => {
  it('Enter in the fields places the order with the only token it makes', async () => {
    const visitor = await open(form)
    await visitor.typeCard()
    await visitor.field('holder').press('Enter')
    expect(await paidWith(visitor)).toEqual([visitor.tokenized.map(({ token }) => token)])
    expect(visitor.tokenized).toHaveLength(1)
  })

  it('a card that autofill swapped right after a refused Enter is the one that pays', async () => {
    const visitor = await open(form)
    const { page } = visitor
    await page.getByLabel('I agree to the terms').uncheck()
    await visitor.typeCard()
    // The click comes in time, however slow the machine.
    await page.clock.pauseAt(Date.now() + 60_000)
    await visitor.field('holder').press('Enter')
    await page.getByText('Agree first').waitFor()
    await visitor.autofillOtherCard()
    await page.locator('#terms').evaluate((box) => box.click())
    await visitor.placeOrder()
    await page.clock.resume()
    const sent = await paidWith(visitor)
    expect(visitor.tokenized.at(-1)?.number).toBe(OTHER_CARD)
    expect(sent).toEqual([[visitor.tokenized.at(-1)?.token]])
  })
})

describe.skipIf(!browser).each([
  ['another plugin stops the classic checkout', CHECKOUT, 'form'],
  ['another plugin stops the form of the order-pay page', PAY_PAGE, 'form'],
  ['a field of the order-pay page is invalid', PAY_PAGE, 'field'],
])('%s', (_, form, how) => {
  it('the customer can change the card, and the new card pays', async () => {
    const visitor = await open(form)
    const { page } = visitor
    await visitor.typeCard()
    await page.locator('body').evaluate((body, stop) => body.setAttribute('data-stop', stop), how)
    await visitor.placeOrder()
    await page.getByText('Stopped').waitFor()
    await page.locator('#place_order:enabled').waitFor()
    await page.locator('.blockOverlay').waitFor({ state: 'detached' })
    expect(await page.locator('input[name="puente_payment_token"]').count()).toBe(0)

    await page.locator('body').evaluate((body) => body.removeAttribute('data-stop'))
    await page.locator('#name').fill('Ana María')
    await visitor.field('number').fill(OTHER_CARD)
    await visitor.placeOrder()
    const sent = await paidWith(visitor)
    expect(visitor.tokenized.at(-1)?.number).toBe(OTHER_CARD)
    expect(sent).toEqual([[visitor.tokenized.at(-1)?.token]])
  })
})
