import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { axeFindings } from '../../browser/axe.ts'
import { launchChromium } from '../../browser/chromium.ts'
import { contrastOf } from '../../browser/readable.ts'
import { useWorld } from '../../support/use-world.ts'
import { cardOf, connectTestStore, eventually, type Json } from '../../support/world.ts'
import { usePacked } from '../packed.ts'
import { chargesOf, customerOfDemo, type DemoCustomer, useDemoShop } from './demo-customer.ts'

const CARDS = {
  approved: '4111111111111111',
  noFunds: '4000000000009995',
  challenge: '4000000000003220',
} as const

const browser = await launchChromium()
afterAll(() => browser?.close())

const packed = usePacked('browser')
const world = useWorld()
const shop = useDemoShop(packed, world)
let customer: DemoCustomer
afterEach(() => customer.leave())

const visit = async (context = {}) => {
  customer = await customerOfDemo(browser, { shopUrl: shop.url, world }, context)
  return customer
}

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

let orders = 0
const checkout = async (more: Json = {}): Promise<{ id: string; payUrl: string }> => {
  const id = `E-${++orders}`
  const { body } = await world.api('POST', '/v1/checkouts', {
    order: { id, amount: '60.00', currency: 'HNL' },
    mode: 'card_page',
    success_url: `${customer.shopUrl}/`,
    ...more,
  })
  return { id, payUrl: body.pay_url }
}

/** Shows another order in the element. */
const show = ({ page }: DemoCustomer, payUrl: string) =>
  page.evaluate(`document.getElementById('card').payUrl = ${JSON.stringify(payUrl)}`)

describe.skipIf(!browser)('a customer of a shop with <puente-card>', () => {
  it('the customer pays on the page of the shop, which reads no card data', async () => {
    const { page, shopUrl, payBy, hears, heard, messages, frame } = await visit()
    await payBy(CARDS.approved)
    expect(await hears('paid')).toMatchObject({ reason: 'paid' })
    await page.getByText('Thank you! The order is paid.').waitFor()
    expect(await customer.charges()).toBe(1)
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
    expect(await customer.charges()).toBe(1)
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
    expect(await customer.charges()).toBe(1)
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
    expect(await customer.charges()).toBe(1)
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
    expect(await customer.charges()).toBe(1)
  })

  it('a customer who leaves the bank can pay with another card', async () => {
    const { card, bank, payBy, hears } = await visit()
    await payBy(CARDS.challenge)
    await bank.locator('button[value=abandoned]').click()
    await card.getByRole('link', { name: 'Pay with another card' }).click()
    await card.locator('#pay').waitFor()
    await payBy(CARDS.approved)
    await hears('paid')
    expect(await customer.charges()).toBe(1)
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
    await eventually(async () => (await customer.charges()) === 1)
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
    expect(await customer.charges()).toBe(1)
  })

  it('another order or language waits for the outcome of a submitted card', async () => {
    const { page, card, bank, payBy, hears, heard } = await visit()
    await payBy(CARDS.challenge)
    await bank.locator('button[value=authenticated]').waitFor()
    const next = await checkout()
    await page.getByLabel('Language').selectOption('es')
    await show(customer, next.payUrl)
    await card.getByRole('heading', { name: 'Your bank needs to verify you' }).waitFor()
    const before = (await heard()).filter((name) => name === 'ready').length
    await bank.locator('button[value=authenticated]').click()
    await hears('paid')
    await card.getByRole('heading', { name: 'Pagar con tarjeta' }).waitFor()
    await eventually(
      async () => (await heard()).filter((name) => name === 'ready').length === before + 1,
    )
    expect(await customer.charges()).toBe(1)
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
    expect(await customer.charges()).toBe(1)
  })

  it('fields that a slow gateway creates for an earlier theme are not shown beside the current ones', async () => {
    const { page, frame, payBy, hears, heard } = await visit()
    await hears('ready')
    await page.route('**/sdk/v1/connect.js', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()}\n${SLOW_FIRST_FIELDS}` })
    })
    await show(customer, (await checkout()).payUrl)
    const readies = async () => (await heard()).filter((name) => name === 'ready').length
    await eventually(async () =>
      (await frame()).evaluate('Boolean(window.createFirst)').catch(() => false),
    )
    await page.getByLabel('Theme').selectOption('coffee')
    await eventually(async () => (await readies()) === 2)
    await (await frame()).evaluate('createFirst()')
    await (await frame()).waitForFunction('window.isFirstCreated')
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

describe.skipIf(!browser)('orders that the element shows', () => {
  it('a paid order fires paid, and a cancelled one expired', async () => {
    const { hears, card } = await visit()
    await hears('ready')
    const paid = await checkout()
    const body = { publishable_key: 'pk_test_sandbox', card: cardOf(CARDS.approved) }
    const { payment_token } = await world.control('/sandbox/tokens', body)
    await world.api('POST', `/v1/orders/${paid.id}/confirm`, { payment_token })
    await show(customer, paid.payUrl)
    await hears('paid')
    const cancelled = await checkout()
    await world.api('POST', `/v1/orders/${cancelled.id}/cancel`)
    await show(customer, cancelled.payUrl)
    expect(await hears('expired')).toMatchObject({ reason: 'ended' })
    await card.getByRole('heading', { name: 'This payment link is no longer valid' }).waitFor()
  })

  it("an order for the gateway's page fires failed, and shows the way there", async () => {
    const { hears, card } = await visit()
    await hears('ready')
    await show(customer, (await checkout({ mode: 'hosted' })).payUrl)
    expect(await hears('failed')).toEqual({
      reason: 'at-gateway',
      message: 'Pay on the payment page. This order is paid on the page of the payment gateway.',
      canRetry: false,
    })
    const link = card.getByRole('link', { name: 'Open the payment page' })
    expect(await link.getAttribute('target')).toBe('_top')
  })

  it.each([
    ['of another origin', { success_url: 'https://other.example/thanks' }],
    ['without an address', { success_url: undefined }],
  ])(
    'the card page of an order %s does not load, and the console says why',
    async (_which, more) => {
      const { page, shopUrl, hears, warnings } = await visit()
      await hears('ready')
      const { payUrl } = await checkout(more)
      await show(customer, payUrl)
      expect(await hears('failed')).toMatchObject({
        reason: 'not-loaded',
        message: 'The card fields did not load.',
        canRetry: false,
      })
      expect(
        await page.getByRole('link', { name: 'Open the payment page' }).getAttribute('href'),
      ).toBe(payUrl)
      expect(warnings.join()).toContain(`begins with ${shopUrl}`)
    },
  )

  it.each(['javascript:alert(1)', 'http://puente.example/pay/1', 'no address'])(
    'the element frames no %s',
    async (address) => {
      const { page, hears } = await visit()
      await hears('ready')
      await show(customer, address)
      expect(await hears('failed')).toMatchObject({ reason: 'not-loaded' })
      const frames = 'document.getElementById("card").shadowRoot.querySelectorAll("iframe").length'
      expect(await page.evaluate(frames)).toBe(0)
    },
  )
})

describe.skipIf(!browser)('messages of others', () => {
  it('the element hears only its frame', async () => {
    const { page, hears, heard } = await visit()
    await hears('ready')
    await page.evaluate(`(() => {
      const message = { puente: 1, type: 'paid', reason: 'paid', message: 'Paid' }
      postMessage(message, '*')
      const other = document.createElement('iframe')
      document.body.append(other)
      other.contentWindow.parent.postMessage(message, '*')
    })()`)
    await page.waitForFunction('messages.filter(({ type }) => type === "paid").length === 2')
    expect(await heard()).not.toContain('paid')
  })

  it('the element hears no other window of Puente or the gateway, and no other page in its frame', async () => {
    const { page, card, shopUrl, hears, heard } = await visit({ bypassCSP: true })
    await hears('ready')
    const message = `{ puente: 1, type: 'paid', reason: 'paid', message: 'Paid' }`
    const count = (times: number) =>
      page.waitForFunction(`messages.filter(({ type }) => type === "paid").length === ${times}`)
    await card.frameLocator('#card-fields iframe').locator('#number').waitFor()
    // The gateway's origin, in a frame inside the frame.
    const fields = page.frames().find((each) => each.url().startsWith(world.sandbox.url))
    await fields?.evaluate(`top.postMessage(${message}, '*')`)
    await count(1)
    // Puente's origin, in another frame.
    await page.evaluate(`(() => {
      const other = document.createElement('iframe')
      other.name = 'other'
      other.src = document.getElementById('card').shadowRoot.querySelector('iframe').src
      document.body.append(other)
    })()`)
    const other = await eventually(async () => page.frame('other'))
    await other.locator('#pay').waitFor()
    await other.evaluate(`parent.postMessage(${message}, '*')`)
    await count(2)
    // The window of the frame, with a page of another origin.
    await page.evaluate(
      `document.getElementById('card').shadowRoot.querySelector('iframe').src = '${shopUrl.replace('127.0.0.1', 'localhost')}/shop.css'`,
    )
    const third = await eventually(async () =>
      page.frames().find((each) => each.url().endsWith('/shop.css')),
    )
    await third.waitForLoadState()
    await third.evaluate(`parent.postMessage(${message}, '*')`)
    await count(3)
    expect(await heard()).not.toContain('paid')
    expect(await customer.charges()).toBe(0)
  })

  it('the frame hears no message of the gateway', async () => {
    const { page, card, type, frame, heard } = await visit()
    await type(CARDS.approved)
    await eventually(() => card.locator('#pay').isEnabled())
    const inFrame = await frame()
    await inFrame.evaluate(`(() => {
      window.heard = []
      addEventListener('message', ({ data }) => heard.push(data.type))
    })()`)
    const fields = page.frames().find((each) => each.url().startsWith(world.sandbox.url))
    await fields?.evaluate(`parent.postMessage({ puente: 1, type: 'submit' }, '*')`)
    await inFrame.waitForFunction('heard.includes("submit")')
    expect(await heard()).not.toContain('submitted')
    expect(await customer.charges()).toBe(0)
  })

  it('the frame hears only the page of the shop', async () => {
    const { page, card, frame, type, heard } = await visit()
    await type(CARDS.approved)
    await eventually(() => card.locator('#pay').isEnabled())
    const inFrame = await frame()
    await inFrame.evaluate(`(() => {
      window.heard = []
      addEventListener('message', ({ data }) => heard.push(data.type))
      window.postMessage({ puente: 1, type: 'submit' }, '*')
    })()`)
    await page.evaluate(`(() => {
      const other = document.createElement('iframe')
      other.name = 'other'
      document.body.append(other)
    })()`)
    // Another frame of the shop's origin.
    await page.frame('other')?.evaluate(`(() => {
      const { shadowRoot } = parent.document.getElementById('card')
      const { contentWindow } = shadowRoot.querySelector('iframe')
      contentWindow.postMessage({ puente: 1, type: 'submit' }, '*')
    })()`)
    await inFrame.waitForFunction('heard.filter((type) => type === "submit").length === 2')
    expect(await heard()).not.toContain('submitted')
    expect(await card.locator('#pay').isEnabled()).toBe(true)
  })
})

describe.skipIf(!browser)('the theme of a shop', () => {
  const styleOf = async (selector: string, property: string): Promise<unknown> =>
    (await customer.frame()).evaluate(
      `getComputedStyle(document.querySelector('${selector}')).${property}`,
    )
  const fieldsTheme = async () => {
    const source = await customer.card.locator('#card-fields iframe').getAttribute('src')
    const { searchParams } = new URL(source ?? '')
    return [searchParams.get('theme'), searchParams.get('accent')]
  }

  it('the frame takes colours, corners and font of the shop, at once and after a change', async () => {
    const { page, hears } = await visit({ colorScheme: 'dark' })
    await hears('ready')
    // The shop is light on every device.
    expect((await fieldsTheme())[0]).toBe('light')
    await page.getByLabel('Theme').selectOption('coffee')
    await eventually(
      async () => (await styleOf('body', 'backgroundColor')) === 'rgb(251, 245, 238)',
    )
    expect(await styleOf('body', 'color')).toBe('rgb(59, 36, 23)')
    expect(await styleOf('body', 'fontFamily')).toBe('Georgia, serif')
    expect(await styleOf('html', 'fontSize')).toBe('18px')
    expect(await styleOf('#pay', 'borderRadius')).toBe('16px')
    await eventually(async () => String(await fieldsTheme()) === 'light,#7b3f00')
    await page.getByLabel('Theme').selectOption('night')
    await eventually(async () => String(await fieldsTheme()) === 'dark,#ffcc00')
    expect(await styleOf('body', 'backgroundColor')).toBe('rgb(20, 22, 26)')
  })

  it("the button's text is legible on the accent colour of the store, which comes back after a theme", async () => {
    const connect = (policy: { card_page_accent_color?: string }) =>
      connectTestStore(world.puente, { notifyUrl: world.shop.url, apiKey: world.apiKey, policy })
    await connect({ card_page_accent_color: '#ffd400' })
    onTestFinished(async () => void (await connect({})))
    const { page, hears, warnings } = await visit()
    await hears('ready')
    const set = (name: string, value: string) =>
      page.evaluate(
        `document.getElementById('card').style.setProperty('--puente-${name}', '${value}')`,
      )
    const ofButton = (name: string) => styleOf('#pay', `getPropertyValue('--${name}')`)
    // Legible on the green of Puente, not on the yellow of the store.
    await set('on-accent', '#ffffff')
    await eventually(async () => warnings.some((each) => each.includes('onAccent')))
    expect(await ofButton('on-accent')).toBe('#000000')
    await set('accent', '#7b3f00')
    await eventually(async () => (await ofButton('accent')) === '#7b3f00')
    expect(await ofButton('on-accent')).toBe('#ffffff')
    await set('accent', '')
    await eventually(async () => (await ofButton('accent')) === '#ffd400')
    expect(await ofButton('on-accent')).toBe('#000000')
  })

  it('the frame ignores colours that make a text illegible, and says so', async () => {
    const { page, hears, warnings, frame } = await visit()
    await hears('ready')
    await page.evaluate(`(() => {
      const { style } = document.getElementById('card')
      style.setProperty('--puente-text', '#fff')
      style.setProperty('--puente-muted', '#eee')
      style.setProperty('--puente-on-accent', '#7b3f00')
      style.setProperty('--puente-accent', '#7b3f00')
    })()`)
    await eventually(async () => warnings.some((each) => /text, muted, onAccent/.test(each)))
    expect(await contrastOf(await frame(), 4.5)).toEqual([])
  })

  it('the frame accepts values only, no CSS and no addresses', async () => {
    const { page, hears, frame } = await visit()
    await hears('ready')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.evaluate(`(() => {
      const { style } = document.getElementById('card')
      style.setProperty('--puente-background', 'url(https://evil.example/a.png)')
      style.setProperty('--puente-font', 'x, url(https://evil.example/b.png)')
      style.setProperty('--puente-radius', '9999px')
    })()`)
    await eventually(async () => (await styleOf('#pay', 'borderRadius')) === '32px')
    // A shop's script that does not use the element.
    await page.evaluate(`(() => {
      const { contentWindow } = document.getElementById('card').shadowRoot.querySelector('iframe')
      const theme = {
        scheme: 'light',
        accent: '#123456',
        background: 'url(https://evil.example/c.png)',
        text: '#000000;--x:1',
        font: 'a, url(https://evil.example/d.png)',
        radius: 'calc(1px)',
        css: 'main { display: none }',
        constructor: '#000000',
      }
      contentWindow.postMessage({ puente: 1, type: 'setup', theme }, '${world.url}')
    })()`)
    const styles = 'document.documentElement.style.cssText + document.body.style.cssText'
    await eventually(async () => String(await (await frame()).evaluate(styles)).includes('#123456'))
    expect(await (await frame()).evaluate(styles)).not.toMatch(/url|--x|display|calc|#000000/)
    expect(asked.join()).not.toContain('evil')
  })
})

describe.skipIf(!browser).each([
  ['plain', {}],
  ['coffee', { viewport: { width: 1280, height: 900 } }],
  ['night', { colorScheme: 'dark' as const }],
])('the accessibility of the page with the theme %s', (theme, context) => {
  it('axe finds nothing in the shop, the card page and its states', async () => {
    const { page, card, bank, frame, payBy, hears } = await visit(context)
    await hears('ready')
    await page.getByLabel('Theme').selectOption(theme)
    const isFine = async () => {
      expect(await axeFindings(page)).toEqual([])
      expect(await contrastOf(await frame(), 4.5)).toEqual([])
    }
    await card.frameLocator('#card-fields iframe').locator('#number').waitFor()
    await isFine()
    await payBy(CARDS.noFunds)
    await hears('declined')
    await card.frameLocator('#card-fields iframe').locator('#number').waitFor()
    await isFine()
    await payBy(CARDS.challenge)
    await bank.locator('button[value=authenticated]').waitFor()
    await isFine()
    await bank.locator('button[value=authenticated]').click()
    await hears('paid')
    await isFine()
  })
})
