import { afterAll, describe, expect, it } from 'vitest'
import { useWorld } from '../../support/use-world.ts'
import { eventually, type Json } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
const visit = useVisits(() => world, browser)

const READERS = [
  { language: 'es', size: 'phone', colorScheme: 'dark' },
  { language: 'en', size: 'phone', colorScheme: 'light' },
  { language: 'es', size: 'desktop', colorScheme: 'light' },
  { language: 'en', size: 'desktop', colorScheme: 'light' },
] as const

const WORDS = {
  es: {
    new: 'Nuevo cobro',
    amount: 'Monto',
    what: 'Concepto',
    more: 'Cliente y opciones',
    phone: 'Teléfono',
    create: 'Crear el enlace',
    waiting: 'Esperando el pago…',
    paid: /^Pagado: /,
    which: '¿Cuál de los dos montos es?',
    otherwise: 'Pagado de otra forma',
    cash: 'Efectivo',
    close: 'Cerrar el cobro',
    closed: /de otra forma: Efectivo/,
    cancel: 'Cancelar el cobro',
    cancelled: /Usted canceló este cobro/,
    list: 'Cobros',
  },
  en: {
    new: 'New payment',
    amount: 'Amount',
    what: 'What for',
    more: 'Customer and options',
    phone: 'Phone',
    create: 'Create the link',
    waiting: 'Waiting for the payment…',
    paid: /^Paid .*\d/,
    which: 'Which amount do you mean?',
    otherwise: 'Paid another way',
    cash: 'Cash',
    close: 'Close the request',
    closed: /another way: Cash/,
    cancel: 'Cancel the request',
    cancelled: /You cancelled this request/,
    list: 'Payment requests',
  },
} as const

const newest = async (): Promise<Json> =>
  (await world.api('GET', '/v1/payment-requests')).body.data[0]

describe.skipIf(!browser)('a payment request in the dashboard', () => {
  it.each(READERS)(
    'a person requests a payment with one tap, an amount and a reason, and sees it turn paid (%o)',
    async (reader) => {
      const words = WORDS[reader.language]
      const { page, press, sees, isFineAs } = await visit('/', reader)
      await page.getByRole('link', { name: words.new }).first().click()
      await page.getByRole('heading', { level: 1, name: words.new }).waitFor()
      const focused = await page.locator(':focus').getAttribute('inputmode')
      expect(focused).toBe('decimal')
      await isFineAs('new-payment')
      // Typed at once: the field has the focus.
      await page.keyboard.type('L 320.50')
      await page.getByLabel(words.what).fill('Café de altura')
      await page.getByText(words.more).click()
      await page.getByLabel(words.phone).fill('9999-9999')
      await isFineAs('new-payment-filled')
      await press(words.create)
      await sees(words.waiting)
      const request = await newest()
      expect(request).toMatchObject({ amount: '320.50', currency: 'HNL', state: 'open' })
      const whatsApp = page.getByRole('link', { name: 'WhatsApp' })
      const address = new URL((await whatsApp.getAttribute('href')) ?? '')
      expect([address.host, address.pathname]).toEqual(['wa.me', '/50499999999'])
      expect(address.searchParams.get('text')).toContain(request.pay_url)
      expect(address.searchParams.get('text')).toContain('Café de altura')
      await isFineAs('payment-request-open')
      const link = await fetch(request.pay_url, { redirect: 'manual' })
      await world.pay(link.headers.get('location') ?? '')
      await sees(words.paid)
      await isFineAs('payment-request-paid')
    },
  )

  it.each(READERS)(
    'an ambiguous amount offers both readings, and a refusal shows at its field (%o)',
    async (reader) => {
      const words = WORDS[reader.language]
      const { page, press, sees, isFineAs } = await visit('/requests/new', reader)
      await page.getByLabel(words.amount).fill('1,250')
      await sees(words.which)
      await isFineAs('new-payment-which')
      await press('1250.00')
      await press(words.create)
      await sees(words.waiting)
      expect(await newest()).toMatchObject({ amount: '1250.00' })
      await page.goto(`${world.url}/requests/new`)
      await page.getByLabel(words.amount).fill('doscientos')
      await press(words.create)
      await page.locator('input[aria-invalid="true"]').waitFor()
      await isFineAs('new-payment-refused')
    },
  )

  it.each(READERS)(
    'a person closes a request as paid in cash, or cancels it (%o)',
    async (reader) => {
      const words = WORDS[reader.language]
      const { page, press, sees, isFineAs } = await visit('/requests/new', reader)
      const make = async () => {
        await page.getByLabel(words.amount).fill('40')
        await press(words.create)
        await sees(words.waiting)
      }
      await make()
      await press(words.otherwise)
      await page.getByRole('radio', { name: words.cash }).waitFor()
      await isFineAs('payment-request-how', { fullPage: false })
      await press(words.close)
      await sees(words.closed)
      expect(await newest()).toMatchObject({ state: 'paid_otherwise', paid_otherwise: 'cash' })
      await isFineAs('payment-request-closed')
      await page.goto(`${world.url}/requests/new`)
      await make()
      await press(words.cancel)
      await page.getByRole('dialog').getByRole('button', { name: words.cancel }).click()
      await sees(words.cancelled)
      await page.goto(`${world.url}/requests`)
      await page.getByRole('heading', { level: 1, name: words.list }).waitFor()
      await eventually(async () => (await page.locator('tbody tr').count()) >= 2)
      await isFineAs('payment-requests')
    },
  )

  it('a request works on a page without TLS, and its message gives the reason, even if that is “none”', async () => {
    const words = WORDS.en
    const { page, press, sees } = await visit('/requests', {})
    await page.addInitScript('delete Crypto.prototype.randomUUID')
    await page.goto(`${world.url}/requests/new`)
    await page.getByLabel(words.amount).fill('15')
    await page.getByLabel(words.what).fill('none')
    await press(words.create)
    await sees(words.waiting)
    const href = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
    expect(decodeURIComponent(href ?? '')).toMatch(/L.15\.00 for none\. Pay here: http/)
    // WhatsApp and mail programs show a plus as a plus.
    for (const name of ['WhatsApp', 'E-mail']) {
      expect(await page.getByRole('link', { name }).getAttribute('href')).not.toContain('+')
    }
  })

  it('a wrong address in the folded options opens them', async () => {
    const words = WORDS.en
    const { page, press, sees } = await visit('/requests/new', {})
    const email = page.getByLabel('E-mail', { exact: true })
    await page.getByLabel(words.amount).fill('15')
    await page.getByText(words.more).click()
    await email.fill('no es un correo')
    await page.getByText(words.more).click()
    await email.waitFor({ state: 'hidden' })
    await press(words.create)
    await email.fill('ana@example.com')
    await press(words.create)
    await sees(words.waiting)
  })

  it('a viewer can see payment requests, and cannot create any', async () => {
    const { page } = await visit('/requests', { role: 'viewer' })
    expect(await page.getByRole('link', { name: WORDS.en.new }).count()).toBe(0)
  })
})
