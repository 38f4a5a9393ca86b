import { afterAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../browser/chromium.ts'
import { eventually } from '../../support/world.ts'
import { chargesOf } from './demo-customer.ts'
import { CARDS, useCardElement } from './use-card-element.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const { world, visit, checkout, show, charges } = useCardElement(browser)

/** Holds the first fields back until `createFirst()`. */
const SLOW_FIRST_FIELDS = `{
  const original = window.ServiceConnect
  window.ServiceConnect = (options) => {
    const connect = original(options)
    let count = 0
    const createPaymentComponent = async (given) => {
      const isFirst = count++ === 0
      if (isFirst) await new Promise((resolve) => { window.createFirst = resolve })
      const component = await connect.createPaymentComponent(given)
      if (isFirst) setTimeout(() => { window.isFirstCreated = true }, 300)
      return component
    }
    return { ...connect, createPaymentComponent }
  }
}`

describe.skipIf(!browser)('a customer of a shop with <puente-card>', () => {
  it('the customer pays on the page of the shop, which reads no card data', async () => {
    const { page, shopUrl, payBy, hears, heard, messages, frame } = await visit()
    await payBy(CARDS.approved)
    expect(await hears('paid')).toMatchObject({ reason: 'paid' })
    await page.getByText('Thank you! The order is paid.').waitFor()
    expect(await charges()).toBe(1)
    expect(page.url()).toBe(`${shopUrl}/`)
    const names = await heard()
    expect(names.filter((name) => name !== 'confirming')).toEqual([
      ...['ready', 'change', 'submitted', 'change', 'paid'],
    ])
    const spoken = JSON.stringify(await messages())
    expect(spoken).not.toMatch(/4111 ?1111|Mej|tok_/)
    expect(await page.content()).not.toMatch(/4111 ?1111|Mej|tok_/)
    expect(await page.evaluate('violations')).toEqual([])
    const isClosed =
      'document.querySelector("puente-card").shadowRoot.querySelector("iframe").contentDocument === null'
    expect(await page.evaluate(isClosed)).toBe(true)
    expect((await frame()).url()).toContain('/return?')
  })

  it('the frame explains a declined card, and another card pays', async () => {
    const { page, card, payBy, hears } = await visit()
    await payBy(CARDS.noFunds)
    const { reason, message } = await hears('declined')
    expect(reason).toBe('no-funds')
    expect(await card.locator('#problem').innerText()).toBe(message)
    expect(message).toContain('does not have enough funds')
    await payBy(CARDS.approved)
    await hears('paid')
    await page.getByText('The order is paid.').waitFor()
    expect(await charges()).toBe(1)
  })

  it('the bank verifies the customer inside the frame', async () => {
    const { page, shopUrl, card, bank, payBy, hears } = await visit()
    await payBy(CARDS.challenge)
    await hears('challenge')
    await card.getByRole('heading', { name: 'Your bank needs to verify you' }).waitFor()
    const box = await card.locator('#bank-page').boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(600)
    expect(await card.locator('#bank-window').getAttribute('href')).toContain('/3ds/')
    await bank.locator('button[value=authenticated]').click()
    await hears('paid')
    await page.getByText('The order is paid.').waitFor()
    expect(page.url()).toBe(`${shopUrl}/`)
    expect(await charges()).toBe(1)
  })

  it("the bank's page gets what banks need, and cannot leave its frame", async () => {
    const { card, bank, payBy, hears } = await visit()
    await payBy(CARDS.challenge)
    await hears('challenge')
    await bank.locator('button[value=authenticated]').waitFor()
    const frame = card.locator('#bank-page')
    expect(await frame.getAttribute('sandbox')).toBe(
      'allow-forms allow-scripts allow-same-origin allow-popups',
    )
    expect(await frame.getAttribute('allow')).toBe('payment *; publickey-credentials-get *')
    const text = 'Your bank needs to verify you. When you finish, the payment continues here.'
    expect(await card.locator('#page-status').textContent()).toBe(text)
  })

  it("no other card can pay while the bank's own window is open", async () => {
    const { page, card, bank, payBy, hears } = await visit()
    await payBy(CARDS.challenge)
    await bank.locator('button[value=authenticated]').waitFor()
    const otherCard = card.getByRole('link', { name: 'Pay with another card' })
    await otherCard.waitFor()
    const opening = page.context().waitForEvent('page')
    await card.locator('#bank-window').click()
    const bankWindow = await opening
    await otherCard.waitFor({ state: 'hidden' })
    expect(await bankWindow.evaluate('[window.opener, document.referrer]')).toEqual([null, ''])
    await bankWindow.close()
    await otherCard.waitFor()
    await bank.locator('button[value=authenticated]').click()
    await hears('paid')
    expect(await charges()).toBe(1)
  })

  it('a failed authentication charges nothing, and another card pays', async () => {
    const { bank, payBy, hears } = await visit()
    await payBy(CARDS.challenge)
    await bank.locator('button[value=failed]').click()
    expect(await hears('declined')).toMatchObject({
      reason: 'authentication-failed',
      message: expect.stringContaining('You were not charged'),
    })
    await payBy(CARDS.approved)
    await hears('paid')
    expect(await charges()).toBe(1)
  })

  it('a customer who leaves the bank can pay with another card', async () => {
    const { card, bank, payBy, hears } = await visit()
    await payBy(CARDS.challenge)
    await bank.locator('button[value=abandoned]').click()
    await card.getByRole('link', { name: 'Pay with another card' }).click()
    await card.locator('#pay').waitFor()
    await payBy(CARDS.approved)
    await hears('paid')
    expect(await charges()).toBe(1)
  })

  it('a customer who goes offline while paying is not asked to pay again', async () => {
    const { page, payBy, hears, orderId } = await visit()
    await page.route('**/pay/*/return?*', (route) => route.abort('connectionrefused'))
    await payBy(CARDS.approved)
    const id = await orderId()
    expect(await hears('confirming')).toMatchObject({ reason: 'not-loaded' })
    await page.getByRole('alert').getByText('We are confirming your payment').waitFor()
    await page.unroute('**/pay/*/return?*')
    await page.getByRole('link', { name: 'Open the payment page' }).click()
    await page.getByRole('heading', { name: 'Pago recibido' }).waitFor()
    expect(await chargesOf(world, id)).toBe(1)
  })

  it('an element that the shop moves or replaces during a charge does not say that nothing was charged', async () => {
    const { page, payBy, hears, heard } = await visit()
    await page.route('**/pay/*/return?*', (route) => route.abort('connectionrefused'))
    await payBy(CARDS.approved)
    await eventually(async () => (await charges()) === 1)
    await page.route('**/pay/**', (route) => route.abort('connectionrefused'))
    await page.evaluate(`(() => {
      const card = document.getElementById('card')
      document.querySelector('main').append(card)
      const other = document.createElement('puente-card')
      other.payUrl = card.payUrl
      other.lang = 'en'
      document.querySelector('main').append(other)
    })()`)
    const notices = page.getByRole('alert').getByText('We are confirming your payment')
    await eventually(async () => (await notices.count()) === 2)
    expect(await hears('confirming')).toMatchObject({ reason: 'not-loaded' })
    expect(await heard()).not.toContain('failed')
    expect(await charges()).toBe(1)
  })

  it('another order or language waits for the outcome of a submitted card', async () => {
    const { page, card, bank, payBy, hears, heard } = await visit()
    await payBy(CARDS.challenge)
    await bank.locator('button[value=authenticated]').waitFor()
    const next = await checkout()
    await page.getByLabel('Language').selectOption('es')
    await show(next.payUrl)
    await card.getByRole('heading', { name: 'Your bank needs to verify you' }).waitFor()
    const before = (await heard()).filter((name) => name === 'ready').length
    await bank.locator('button[value=authenticated]').click()
    await hears('paid')
    await card.getByRole('heading', { name: 'Pagar con tarjeta' }).waitFor()
    await eventually(
      async () => (await heard()).filter((name) => name === 'ready').length === before + 1,
    )
    expect(await charges()).toBe(1)
    expect(await chargesOf(world, next.id)).toBe(0)
  })

  it('the button of the shop pays once the fields are complete', async () => {
    const { page, card, type, hears } = await visit()
    await hears('ready')
    await page.getByLabel('A button of the shop').check()
    await card.locator('#pay').waitFor({ state: 'hidden' })
    const button = page.getByRole('button', { name: 'Buy now' })
    expect(await button.isDisabled()).toBe(true)
    expect(await page.evaluate('document.getElementById("card").submit()')).toBe(false)
    await type(CARDS.approved)
    await eventually(() => button.isEnabled())
    await button.dblclick()
    await hears('paid')
    await page.getByText('The order is paid.').waitFor()
    expect(await charges()).toBe(1)
  })

  it('fields that a slow gateway creates for an earlier theme are not shown beside the current ones', async () => {
    const { page, frame, payBy, hears, heard } = await visit()
    await hears('ready')
    await page.route('**/sdk/v1/connect.js', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()}\n${SLOW_FIRST_FIELDS}` })
    })
    await show((await checkout()).payUrl)
    const readies = async () => (await heard()).filter((name) => name === 'ready').length
    await eventually(async () =>
      (await frame()).evaluate('Boolean(window.createFirst)').catch(() => false),
    )
    await page.getByLabel('Theme').selectOption('coffee')
    await eventually(async () => (await readies()) === 2)
    await (await frame()).evaluate('createFirst()')
    await eventually(async () => (await frame()).evaluate('window.isFirstCreated'))
    const mounted = 'document.querySelectorAll("#card-fields iframe").length'
    expect(await (await frame()).evaluate(mounted)).toBe(1)
    expect(await readies()).toBe(2)
    await payBy(CARDS.approved)
    await hears('paid')
  })

  it('focus() moves the focus to the card fields', async () => {
    const { page, frame, hears } = await visit()
    await hears('ready')
    await page.evaluate('document.getElementById("card").focus()')
    const inFrame = await frame()
    await eventually(
      async () => (await inFrame.evaluate('document.activeElement.tagName')) === 'IFRAME',
    )
  })

  it('the frame is as high as its page, in each of its states', async () => {
    const { card, bank, frame, payBy, hears } = await visit()
    const isWhole = async () => {
      const inFrame = await frame()
      const beyond = 'document.documentElement.scrollHeight - window.innerHeight'
      await eventually(async () => Number(await inFrame.evaluate(beyond)) <= 0)
    }
    await hears('ready')
    await isWhole()
    // A last element with a margin.
    await (await frame()).evaluate(`(() => {
      const last = document.createElement('div')
      last.id = 'last'
      last.style.margin = '40px'
      last.textContent = 'Last'
      document.querySelector('main').append(last)
    })()`)
    const isHigher =
      'document.body.getBoundingClientRect().height - document.getElementById("last").getBoundingClientRect().bottom'
    expect(await (await frame()).evaluate(isHigher)).toBe(40)
    await isWhole()
    await payBy(CARDS.noFunds)
    await hears('declined')
    await isWhole()
    await payBy(CARDS.challenge)
    await hears('challenge')
    await card.locator('#bank-page').waitFor()
    await isWhole()
    await bank.locator('button[value=authenticated]').click()
    await hears('paid')
    await isWhole()
  })

  it('the frame speaks the language of the page, and another one once the shop changes it', async () => {
    const { page, card, payBy, hears } = await visit()
    await card.getByRole('heading', { name: 'Pay by card' }).waitFor()
    await page.getByLabel('Language').selectOption('es')
    await card.getByRole('heading', { name: 'Pagar con tarjeta' }).waitFor()
    await payBy(CARDS.noFunds)
    expect((await hears('declined')).message).toContain('La tarjeta no tiene fondos')
  })

  it('screen readers read each outcome, although the page of the outcome is another one', async () => {
    const { card, bank, payBy } = await visit()
    const reads = (text: string) =>
      card.locator('#page-status').filter({ hasText: text }).waitFor({ state: 'attached' })
    await payBy(CARDS.challenge)
    await bank.locator('button[value=failed]').click()
    await reads('You were not charged. Try again')
    await payBy(CARDS.approved)
    await reads('Payment received')
  })

  it('a shop hears at once that an address is wrong, once for each', async () => {
    const { page, hears, heard } = await visit()
    await hears('ready')
    const fired = await page.evaluate(`new Promise((resolve) => {
      const fired = []
      document.querySelector('main').insertAdjacentHTML('beforeend', '<puente-card pay-url="one" lang="en"></puente-card>')
      const card = document.createElement('puente-card')
      card.payUrl = 'two'
      card.lang = 'en'
      const hear = ({ detail }) => fired.push(detail)
      card.addEventListener('failed', hear)
      setTimeout(() => {
        document.body.append(card)
        card.payUrl = 'three'
        card.payUrl = 'four'
        setTimeout(() => resolve({ fired, text: card.shadowRoot.textContent }), 50)
      }, 20)
    })`)
    expect(fired).toEqual({
      fired: [{ reason: 'not-loaded', message: 'The card fields did not load.', canRetry: false }],
      text: 'The card fields did not load. ',
    })
    expect(await heard()).not.toContain('failed')
  })

  it('an element that is defined after its mark-up mounts once', async () => {
    const { page } = await visit()
    const failures = await page.evaluate(`new Promise((resolve) => {
      const Card = customElements.get('puente-card')
      const late = document.createElement('late-card')
      late.setAttribute('pay-url', 'none')
      late.setAttribute('lang', 'en')
      document.body.append(late)
      const warned = []
      console.warn = (text) => warned.push(text)
      customElements.define('late-card', class extends Card {})
      let failures = 0
      late.addEventListener('failed', () => failures++)
      setTimeout(() => resolve([failures, warned.length]), 50)
    })`)
    expect(failures).toEqual([1, 1])
  })
})
