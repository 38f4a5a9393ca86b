import type { Browser, Page, Response } from 'playwright-core'
import { logIn } from './log-in.ts'

const PATIENCE_MS = 60_000
const AGAIN_AFTER_MS = 15_000
const PLACE_ORDER = '.wc-block-components-checkout-place-order-button:visible, #place_order:visible'

const BLOCK_WAYS = 'input[name="radio-control-wc-payment-method-options"]'
const CLASSIC_WAYS = 'input[name="payment_method"]'
const SAVE_BOX =
  '.wc-block-components-payment-methods__save-card-info input:visible, #wc-puente-new-payment-method:visible'
const APPROVED_CARD = /1111/

const ADDRESS = { first_name: 'Ana', last_name: 'Mejía', city: 'Tegucigalpa' }
/** A new address proves that the page has sent it. */
let houses = 10_000 + (Date.now() % 10_000_000)

export interface Shopper {
  page: Page
  logIn(customer: { user: string; password: string }): Promise<void>
  putIntoCart(productId: number): Promise<void>
  openBlock(): Promise<void>
  fillBlock(): Promise<void>
  fillClassic(address: string): Promise<void>
  waysToPayInBlock(): Promise<string[]>
  waysToPayInClassic(address: string): Promise<string[]>
  openPayPage(address: string): Promise<void>
  typeCard(card: string): Promise<void>
  askToSaveCard(): Promise<void>
  savedCards(): Promise<number>
  deleteSavedCards(): Promise<void>
  chooseSavedCard(): Promise<void>
  placeOrder(clicks?: number): Promise<void>
  cardFieldsAreThere(): Promise<void>
  /** Changes the address concurrently. Returns the redirect URL. */
  checkOutAmidCartUpdates(): Promise<string>
  isLedAwaySoon(): Promise<boolean>
  /** Waits for a redirect; fails with the page's text. */
  isLedAway(): Promise<string>
  payAtGateway(card: string): Promise<void>
  reads(words: string): Promise<void>
  isRefused(): Promise<string>
  isThanked(): Promise<number>
  /** Returns the order's number if the shop accepts it. */
  placeOrderAgain(): Promise<number | undefined>
  seesItPaid(): Promise<void>
  leave(): Promise<void>
}

export const shopperIn = async (browser: Browser, siteUrl: string): Promise<Shopper> => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()

  /**
   * Returns once the page has sent the address, which may undo later input until then. Retries,
   * because the block sometimes validates on blur too early to send anything.
   */
  const fillAddress = async (prefix: string): Promise<void> => {
    for (;;) {
      const house = String(++houses)
      const isSent = page
        .waitForResponse((response) => Boolean(response.request().postData()?.includes(house)), {
          timeout: AGAIN_AFTER_MS,
        })
        .then(
          () => true,
          () => false,
        )
      const fields = { ...ADDRESS, address_1: `Col. Palmira ${house}`, postcode: '' }
      for (const [name, text] of Object.entries(fields)) await page.fill(`#${prefix}${name}`, text)
      // The classic checkout listens to keys.
      await page.locator(`#${prefix}postcode`).pressSequentially('11101')
      await page.locator(`#${prefix}postcode`).press('Tab')
      if (await isSent) return
    }
  }
  /** The block loads its parts one by one and renders without a missing one. */
  const openBlock = async (): Promise<void> => {
    for (;;) {
      await page.goto(`${siteUrl}/checkout/`, { waitUntil: 'networkidle' })
      const button = page.locator(PLACE_ORDER).first()
      const isThere = await button.waitFor({ timeout: AGAIN_AFTER_MS }).then(
        () => true,
        () => false,
      )
      if (isThere) return
    }
  }
  /** Classic pages cover the parts that they are about to replace. */
  const coversAreGone = () => page.locator('.blockOverlay').first().waitFor({ state: 'detached' })
  const choosePuente = async (): Promise<void> => {
    await coversAreGone()
    await page.locator('label[for=payment_method_puente]').click()
  }

  const waysToPay = async (selector: string): Promise<string[]> => {
    const ways = page.locator(selector)
    await ways.first().waitFor({ state: 'attached' })
    return ways.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value') ?? ''))
  }
  const openSavedCards = () => page.goto(`${siteUrl}/my-account/payment-methods/`)
  const savedCards = async (): Promise<number> => {
    await openSavedCards()
    return page.getByText(APPROVED_CARD).count()
  }

  const placeOrder = (clicks = 1) => page.locator(PLACE_ORDER).first().click({ clickCount: clicks })
  const orSayWhatIsThere = async <T>(awaited: Promise<T>, missing: string): Promise<T> =>
    awaited.catch(async (cause) => {
      const text = await page.locator('body').innerText()
      throw new Error(`${missing} at ${page.url()}, which says:\n${text}`, { cause })
    })
  const isThanked = async (): Promise<number> => {
    await orSayWhatIsThere(page.waitForURL(/order-received/), 'nobody is thanked')
    return Number(/order-received\/(\d+)/.exec(page.url())?.[1])
  }

  return {
    page,
    logIn: (customer) => logIn(page, siteUrl, customer),
    putIntoCart: async (productId) => {
      await page.goto(`${siteUrl}/?add-to-cart=${productId}`)
    },
    openBlock,
    fillBlock: async () => {
      await openBlock()
      const method = page.locator('#radio-control-wc-payment-method-options-puente')
      await method.waitFor()
      const email = page.locator('#email')
      if (await email.isVisible()) await email.fill('ana@example.com')
      // A known address is shown as text.
      const edit = page.getByRole('button', { name: /^Edit .*address/i }).first()
      const firstName = page.locator('#shipping-first_name, #billing-first_name').first()
      if (!(await firstName.isVisible())) await edit.click()
      await firstName.waitFor()
      const isShipped = await page.locator('#shipping-first_name').isVisible()
      await fillAddress(isShipped ? 'shipping-' : 'billing-')
      await method.check({ force: true })
    },
    fillClassic: async (address) => {
      await page.goto(address, { waitUntil: 'networkidle' })
      await page.fill('#billing_phone', '99999999')
      await page.fill('#billing_email', 'ana@example.com')
      await fillAddress('billing_')
      await choosePuente()
    },
    waysToPayInBlock: async () => {
      await openBlock()
      return waysToPay(BLOCK_WAYS)
    },
    waysToPayInClassic: async (address) => {
      await page.goto(address, { waitUntil: 'networkidle' })
      await coversAreGone()
      return waysToPay(CLASSIC_WAYS)
    },
    openPayPage: async (address) => {
      await page.goto(address, { waitUntil: 'networkidle' })
      await choosePuente()
    },
    typeCard: async (card) => {
      const fields = page.frameLocator('[id^=puente-card-fields-] iframe')
      const texts = { number: card, expiry: '1239', cvc: '123', holder: 'Ana Mejia' }
      for (const [name, text] of Object.entries(texts)) {
        const field = fields.locator(`#${name}`)
        // WooCommerce moves the focus to its notices after a while, and the keys go there.
        do {
          await field.clear()
          await field.pressSequentially(text)
        } while (unformatted(await field.inputValue()) !== unformatted(text))
      }
    },
    askToSaveCard: () => page.locator(SAVE_BOX).click(),
    savedCards,
    deleteSavedCards: async () => {
      while ((await savedCards()) > 0) {
        const isAsked = page.waitForResponse((answer) => answer.url().includes('delete-payment'))
        await page.getByRole('link', { name: 'Delete' }).first().click()
        await isAsked
      }
    },
    chooseSavedCard: async () => {
      await coversAreGone()
      await page.getByText(APPROVED_CARD).first().click()
    },
    placeOrder,
    placeOrderAgain: async () => {
      const isTaken = page
        .waitForResponse(isAnswerToOrder, { timeout: 2 * AGAIN_AFTER_MS })
        .then(leadsToThanks, () => false)
      await placeOrder()
      return (await isTaken) ? isThanked() : undefined
    },
    cardFieldsAreThere: () =>
      page.frameLocator('[id^=puente-card-fields-] iframe').locator('#number').waitFor(),
    checkOutAmidCartUpdates: () => page.evaluate(checkOutAmidCartUpdates, siteUrl),
    isLedAwaySoon: () =>
      page
        .waitForURL((url) => !url.href.startsWith(`${siteUrl}/`), { timeout: AGAIN_AFTER_MS })
        .then(
          () => true,
          () => false,
        ),
    isLedAway: async () => {
      const isAway = page.waitForURL((url) => !url.href.startsWith(`${siteUrl}/`))
      await orSayWhatIsThere(isAway, 'the shop does not lead away')
      return page.url()
    },
    payAtGateway: async (card) => {
      await page.locator('#number').fill(card)
      await page.locator('#expiry').fill('12/39')
      await page.locator('#cvc').fill('123')
      await page.locator('#holder').fill('Ana Mejía')
      await page.locator('form button[type=submit]').click()
    },
    reads: (words) => orSayWhatIsThere(page.getByText(words).first().waitFor(), `no “${words}”`),
    isRefused: async () => {
      const words = page
        .locator('.woocommerce-error, .wc-block-components-notice-banner.is-error')
        .first()
      await words.waitFor()
      return words.innerText()
    },
    isThanked,
    seesItPaid: () => page.locator('.puente-order-state').waitFor({ state: 'detached' }),
    leave: () => context.close(),
  }
}

const unformatted = (text: string): string => text.replaceAll(/[ /]/g, '')

const isAnswerToOrder = (response: Response): boolean =>
  response.request().method() === 'POST' &&
  // The block saves its draft this way.
  response.request().headers()['x-http-method-override'] === undefined &&
  /wc\/store\/v1\/checkout|wc-ajax=checkout|order-pay/.test(response.url())

const leadsToThanks = async (response: Response): Promise<boolean> => {
  if (response.status() >= 300 && response.status() < 400) return true
  if (response.status() >= 400 || response.request().resourceType() === 'document') return false
  // A response has no body once the page has navigated.
  const text = await response.text().catch(() => 'order-received')
  return text.includes('order-received')
}

/** Runs in the browser. */
const checkOutAmidCartUpdates = async (site: string): Promise<string> => {
  const store = `${site}/wp-json/wc/store/v1`
  const nonce = (await fetch(`${store}/cart`)).headers.get('Nonce') ?? ''
  const post = (path: string, body: object) =>
    fetch(`${store}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', Nonce: nonce },
      body: JSON.stringify(body),
    })
  const address = {
    first_name: 'Ana',
    last_name: 'Mejía',
    address_1: 'Col. Palmira',
    city: 'Tegucigalpa',
    state: 'HN-FM',
    postcode: '11101',
    country: 'HN',
    phone: '99999999',
  }
  const update = (house: number) =>
    post('cart/update-customer', {
      billing_address: { ...address, address_1: `Col. Palmira ${house}`, email: 'ana@example.com' },
      shipping_address: { ...address, address_1: `Col. Palmira ${house}` },
    })
  await update(0)
  const [placed] = await Promise.all([
    post('checkout', {
      billing_address: { ...address, email: 'ana@example.com' },
      shipping_address: address,
      payment_method: 'puente',
      payment_data: [],
    }),
    update(1),
    update(2),
    update(3),
  ])
  const said = await placed.text()
  const url: unknown = JSON.parse(said).payment_result?.redirect_url
  if (typeof url !== 'string') throw new Error(said)
  return url
}
