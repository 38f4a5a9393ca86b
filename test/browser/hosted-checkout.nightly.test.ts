import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Locator } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { CARDS, PUBLISHABLE_KEY } from '../contract/support/harness.ts'
import { groupedDigits, nonTestCard } from '../support/non-test-card.ts'
import { useGateway, useStarted } from '../support/use-world.ts'
import { launchChromium } from './chromium.ts'
import { type Customer, customerIn } from './customer.ts'
import { contrastOf, unnamedControls } from './readable.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const DESKTOP = { viewport: { width: 1280, height: 900 } }
const ENGLISH = { locale: 'en-US' }
const WITHOUT_SCRIPTS = { javaScriptEnabled: false }

describe.skipIf(!browser)('the hosted checkout', () => {
  let customer: Customer
  const gateway = useGateway()
  const shop = useStarted(startShop)
  afterEach(() => customer.leave())

  const visit = async (fields: object = {}, options: BrowserContextOptions = {}) => {
    customer = await customerIn(browser, options)
    const payment = await gateway.createPayment({ name: 'Café de Marcala', ...fields })
    await customer.page.goto(payment.checkout_url)
    return { payment, page: customer.page, statusNow: async () => statusOf(payment.id) }
  }

  const statusOf = async (id: number) => (await gateway.getPayment(id)).status

  /** Waits, as a loaded page moves the focus after a moment. */
  const isFocused = (locator: Locator) =>
    locator
      .and(customer.page.locator(':focus'))
      .waitFor()
      .then(() => true)

  const widthBeyondScreen = () =>
    customer.page.evaluate('document.documentElement.scrollWidth - window.innerWidth')

  describe.each([
    ['a phone, in Spanish', {}, 'Pago aprobado'],
    ['a desk, in English', { ...DESKTOP, ...ENGLISH }, 'Payment approved'],
    ['a phone without scripts', WITHOUT_SCRIPTS, 'Pago aprobado'],
    ['a phone in the dark', { colorScheme: 'dark' as const }, 'Pago aprobado'],
  ])('on %s', (_, options, approved) => {
    it('the customer pays', async () => {
      const { statusNow } = await visit({}, options)
      await customer.payWith(CARDS.approved)
      await customer.sees(approved)
      expect(await statusNow()).toBe('paid')
    })

    it('the customer reads why the card was declined, finds the form filled in, and pays', async () => {
      const { page, statusNow } = await visit({}, options)
      await page.locator('#customer_email').fill('ana@ejemplo.hn')
      await customer.payWith(CARDS.noFunds)
      const alert = page.getByRole('alert')
      await alert.waitFor()
      expect(await isFocused(alert)).toBe(true)
      expect(await page.locator('#customer_email').inputValue()).toBe('ana@ejemplo.hn')
      expect(await page.locator('#holder').inputValue()).toBe('Ana Mejía')
      expect(await page.locator('#number').inputValue()).toBe('')
      expect(await page.locator('#cvc').inputValue()).toBe('')

      await page.reload()
      expect(await statusNow()).toBe('pending')
      await customer.payWith(CARDS.approved)
      await customer.sees(approved)
      expect(await statusNow()).toBe('paid')
    })

    it('the customer authenticates at the bank and has paid', async () => {
      const { page, statusNow } = await visit({}, options)
      await customer.payWith(CARDS.challenge)
      await page.waitForURL('**/3ds/**')
      await page.locator('#code').fill('123456')
      await page.locator('button[value=authenticated]').click()
      await customer.sees(approved)
      expect(await statusNow()).toBe('paid')
    })

    it('the customer fails the authentication, returns, and pays with another card', async () => {
      const { page, statusNow } = await visit({}, options)
      await customer.payWith(CARDS.challenge)
      await page.locator('button[value=failed]').click()
      await page.getByRole('alert').waitFor()
      expect(await page.locator('#holder').inputValue()).toBe('Ana Mejía')
      expect(await statusNow()).toBe('pending')
      await customer.payWith(CARDS.approved)
      await customer.sees(approved)
      expect(await statusNow()).toBe('paid')
    })

    it('controls have names, contrast suffices, and nothing overflows the screen', async () => {
      const { page } = await visit(
        {
          description: 'Molido, dos bolsas',
          customer: { name: 'Ana' },
          lock_customer_fields: true,
          cancel_url: `${shop.url}/cart`,
          tip_enabled: true,
          tip_customer_selectable: true,
          tip_preset_percentages: [10],
          tip_allow_custom: true,
        },
        { ...options, javaScriptEnabled: true },
      )
      const check = async () => {
        expect(await unnamedControls(page)).toEqual([])
        expect(await contrastOf(page, 4.5)).toEqual([])
        expect(await widthBeyondScreen()).toBeLessThanOrEqual(0)
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      }
      await check()
      await page.locator('form button[type=submit]:visible').last().click()
      await page.getByRole('alert').waitFor()
      await check()
      await customer.payWith(CARDS.challenge)
      await page.waitForURL('**/3ds/**')
      await check()
      await page.locator('button[value=abandoned]').click()
      await page.waitForURL('**/checkout/**')
      await check()
      await customer.payWith(CARDS.approved)
      await page.waitForURL('**attempt=**')
      await check()
    })
  })

  it('the error list above the form leads from mistake to mistake', async () => {
    const { page } = await visit()
    await page.locator('#number').fill(groupedDigits(nonTestCard()))
    await page.locator('#expiry').fill('13/39')
    await page.locator('form button[type=submit]').click()
    const alert = page.getByRole('alert')
    expect(await isFocused(alert)).toBe(true)
    expect(await page.title()).toMatch(/^Error: /)
    await alert.getByRole('link', { name: 'Use una tarjeta de prueba' }).click()
    const number = page.getByRole('textbox', { name: 'Número de tarjeta' })
    expect(await isFocused(number)).toBe(true)
    expect(await number.getAttribute('aria-invalid')).toBe('true')
    expect(await number.getAttribute('aria-describedby')).toBe('number-error')
  })

  it('the page names the shop, puts the card first and shows the accepted brands', () =>
    gateway.withProfile({ merchant_name: 'Pulpería La Ceiba' }, async () => {
      const { page } = await visit()
      await page.getByText('Pulpería La Ceiba').first().waitFor()
      const names = await page
        .locator('form input:visible')
        .evaluateAll((inputs) => inputs.map(({ id }) => id))
      expect(names.slice(0, 4)).toEqual(['number', 'expiry', 'cvc', 'holder'])
      const brands = page.getByRole('list', { name: 'Tarjetas aceptadas' }).getByRole('listitem')
      expect(await brands.allInnerTexts()).toEqual(['Visa', 'Mastercard', 'American Express'])
      await page.locator('#number').pressSequentially('41')
      await page.getByText('Mastercard').waitFor({ state: 'hidden' })
      expect(await brands.getByText('Visa').isVisible()).toBe(true)
    }))

  it('the digits of the card are grouped while the customer types', async () => {
    const { page } = await visit()
    const number = page.locator('#number')
    await number.pressSequentially(CARDS.approved)
    expect(await number.inputValue()).toBe('4111 1111 1111 1111')
    await page.locator('#expiry').pressSequentially('1239')
    expect(await page.locator('#expiry').inputValue()).toBe('12/39')
  })

  it('a customer reads no words of developers, in either language', async () => {
    for (const locale of ['es-HN', 'en-US']) {
      const { page } = await visit({}, { locale })
      const text = await page.locator('body').innerText()
      expect(text).toMatch(locale === 'es-HN' ? /Modo de prueba/ : /Test mode/)
      expect(text).not.toMatch(/sandbox|token|\bAPI\b|webhook|3-D Secure|\(05\)/i)
      await customer.leave()
    }
    await visit()
  })

  it('the customer pays and authenticates by keyboard alone', async () => {
    const { page, statusNow } = await visit()
    const { keyboard } = page
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    for (const text of [CARDS.challenge, '12/39', '123', 'Ana Mejía', 'Ana', 'ana@ejemplo.hn']) {
      await keyboard.press('Tab')
      await keyboard.type(text)
    }
    await keyboard.press('Enter')
    await page.waitForURL('**/3ds/**')
    await page.locator('#code').focus()
    await keyboard.type('123456')
    await keyboard.press('Enter')
    await customer.sees('Pago aprobado')
    expect(await statusNow()).toBe('paid')
  })

  it('the customer picks a tip and sees the new total before paying', async () => {
    const { page, payment } = await visit({
      sales_tax_type: 'percentage',
      sales_tax_value: 10,
      tip_enabled: true,
      tip_customer_selectable: true,
      tip_preset_percentages: [10, 15],
      tip_allow_custom: true,
      tip_max_amount: 50,
    })
    const total = page.locator('.due strong')
    expect(await page.locator('#tip_custom').isVisible()).toBe(false)
    await page.getByRole('radio', { name: 'Otro monto' }).check()
    await page.getByRole('textbox', { name: 'Monto de la propina' }).fill('51')
    await page.getByRole('button', { name: 'Ver el total' }).click()
    await page.getByRole('alert').waitFor()
    await page.locator('#tip_custom').fill('20')
    await page.getByRole('button', { name: 'Ver el total' }).click()
    await page.getByText('total L 132.00').waitFor()
    expect(plain(await total.textContent())).toBe('L 132.00')

    await page.getByRole('radio', { name: '10 %' }).check()
    await customer.payWith(CARDS.declined)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('radio', { name: '10 %' }).isChecked()).toBe(true)
    expect(plain(await total.textContent())).toBe('L 121.00')
    await customer.payWith(CARDS.approved)
    await customer.sees('Pago aprobado')
    expect((await gateway.getPayment(payment.id)).total).toBe(121)
  })

  it("Enter pays instead of only updating the tip's total", async () => {
    const { page, statusNow } = await visit({
      tip_enabled: true,
      tip_customer_selectable: true,
      tip_allow_custom: true,
    })
    await page.locator('#number').fill(CARDS.approved)
    await page.locator('#expiry').fill('12/39')
    await page.locator('#cvc').fill('123')
    await page.locator('#holder').fill('Ana')
    await page.locator('#holder').press('Enter')
    await customer.sees('Pago aprobado')
    expect(await statusNow()).toBe('paid')
  })

  it('locked customer fields are read-only, and empty ones stay editable', async () => {
    const { page } = await visit({
      customer: { name: 'Ana', email: 'ana@ejemplo.hn' },
      lock_customer_fields: true,
    })
    const name = page.getByRole('textbox', { name: 'Nombre (No se puede cambiar)' })
    expect(await name.inputValue()).toBe('Ana')
    expect(await name.isEditable()).toBe(false)
    const phone = page.getByRole('textbox', { name: 'Teléfono' })
    expect(await phone.isEditable()).toBe(true)
    expect(await phone.inputValue()).toBe('')
  })

  it('the customer returns to the shop after paying, even past the bank', async () => {
    const { page, statusNow } = await visit({ success_url: `${shop.url}/ok?order=7` })
    await customer.payWith(CARDS.challenge)
    await page.locator('button[value=authenticated]').click()
    await customer.sees('The shop')
    expect(page.url()).toBe(`${shop.otherUrl}/ok?order=7`)
    expect(await statusNow()).toBe('paid')
  })

  it('a gateway opened under another host name completes the authentication', async () => {
    const { page, payment, statusNow } = await visit()
    await page.goto(payment.checkout_url.replace('//localhost:', '//127.0.0.1:'))
    await customer.payWith(CARDS.challenge)
    await page.locator('button[value=authenticated]').click()
    await customer.sees('Pago aprobado')
    expect(await statusNow()).toBe('paid')
  })

  it('a customer who leaves the bank without an answer can continue later', async () => {
    const { page, statusNow } = await visit()
    await customer.payWith(CARDS.challenge)
    await page.locator('button[value=abandoned]').click()
    await page.getByRole('heading', { name: 'Falta la autenticación de su banco' }).waitFor()
    expect(await statusNow()).toBe('pending')
    await page.getByRole('link', { name: 'Continuar la autenticación' }).click()
    await page.locator('button[value=authenticated]').click()
    await customer.sees('Pago aprobado')
    expect(await statusNow()).toBe('paid')
  })

  it('a customer who cancels returns to the shop unpaid', async () => {
    const { page, statusNow } = await visit({ cancel_url: `${shop.url}/cart` })
    await page.getByRole('link', { name: 'Cancelar y volver al comercio' }).click()
    await customer.sees('The shop')
    expect(await statusNow()).toBe('pending')
  })

  it('a paid link is consumed and an expired one has expired', async () => {
    const expires_at = new Date((await gateway.now()).getTime() + 60_000).toISOString()
    const { page } = await visit({ expires_at })
    await gateway.advance(61)
    await page.reload()
    await customer.sees('Este enlace venció')

    const paid = await gateway.createPayment()
    await gateway.pay({ payment_id: paid.id })
    await page.goto(paid.checkout_url)
    await customer.sees('Este pago ya se realizó')
    await page.getByRole('link', { name: 'English' }).click()
    await customer.sees('This payment is already complete')
  })

  it('the customer consents to saving the card if the account asks for it', () =>
    gateway.withProfile({ save_card_at_checkout: true }, async () => {
      const { page } = await visit({ customer: { identity_number: '0801-browser' } })
      const consent = page.getByRole('checkbox', { name: 'Guardar esta tarjeta' })
      expect(await consent.isChecked()).toBe(false)
      await consent.check()
      await customer.payWith(CARDS.approved)
      await customer.sees('Pago aprobado')
      const path = '/v1/payment-methods?customer[identity_number]=0801-browser'
      expect((await gateway.call('GET', path)).body.data).toHaveLength(1)
    }))

  it("a frame on the merchant's page shows the bank and redirects to the merchant", async () => {
    const success_redirect_url = 'https://shop.invalid/paid?order=7'
    const { body } = await gateway.call('POST', '/embed/v1/confirm', {
      body: {
        amount: 100,
        currency_code: 'HNL',
        payment_token: await gateway.token({ number: CARDS.challenge }),
        publishable_key: PUBLISHABLE_KEY,
        success_redirect_url,
      },
    })
    customer = await customerIn(browser)
    const { page } = customer
    await page.goto(`${shop.url}/frame?${new URLSearchParams({ src: body.authentication_url })}`)
    const bank = page.frameLocator('iframe')
    const button = bank.getByRole('button', { name: 'Autorizar la compra' })
    await button.waitFor()
    const [redirected] = await Promise.all([
      page.waitForRequest(success_redirect_url),
      button.click(),
    ])
    expect(redirected.isNavigationRequest()).toBe(true)
  })
})

/** On another origin, redirecting to a third one. */
interface Shop {
  url: string
  otherUrl: string
  close(): Promise<void>
}

const startShop = async (): Promise<Shop> => {
  const server = createServer((request, response) => {
    const { host = '' } = request.headers
    const url = new URL(request.url ?? '', `http://${host}`)
    const src = url.searchParams.get('src')?.replaceAll('&', '&amp;')
    if (url.pathname === '/ok' && host.startsWith('127.')) {
      const other = `http://localhost:${url.port}${url.pathname}${url.search}`
      return void response.writeHead(303, { location: other }).end()
    }
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(src ? `<iframe width="400" height="600" src="${src}">` : '<h1>The shop</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    otherUrl: `http://localhost:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const plain = (text: string | null): string => (text ?? '').replaceAll('\u00a0', ' ')
