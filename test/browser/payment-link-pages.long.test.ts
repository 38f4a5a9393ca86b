import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pictureOf } from '../support/small-picture.ts'
import { useWorld } from '../support/use-world.ts'
import { CARDS, eventually, type Json } from '../support/world.ts'
import { launchChromium } from './chromium.ts'
import { type Customer, customerIn } from './customer.ts'
import { contextOf, expectReadable, type PageReader, READERS } from './readable-page.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
let customer: Customer
afterEach(() => customer?.leave())

const create = async (fields: Json): Promise<Json> => {
  const { status, body } = await world.api('POST', '/v1/payment-links', fields)
  expect(status).toBe(201)
  return body
}

const visit = async (url: string, reader: PageReader): Promise<Page> => {
  customer = await customerIn(browser, contextOf(reader))
  await customer.page.goto(url)
  return customer.page
}

const WORKSHOP = {
  name: 'Taller de café de altura',
  description: 'Sábado, 9:00 a. m.\nIncluye desayuno.',
  amount: '320.50',
  currency: 'HNL',
  stock: 20,
  fields: { name: 'required', phone: 'optional', table: 'optional' },
}

describe.skipIf(!browser)('the page of a payment link', () => {
  beforeAll(async () => {
    const logo_file = pictureOf({ width: 240, height: 80 }).toString('base64')
    const { status } = await world.api('PATCH', '/v1/store/brand', { color: '#ffcc00', logo_file })
    expect(status).toBe(200)
  })

  it.each(READERS)('a customer reads what the link is for, and pays (%o)', async (reader) => {
    const { url } = await create(WORKSHOP)
    const isSpanish = reader.locale === 'es-HN'
    const page = await visit(url, reader)
    await expectReadable(page, 'link-open', reader)
    // The brand shows, with a readable text colour.
    const logo = page.locator('.shop img')
    expect(await logo.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(240)
    const style = 'getComputedStyle(document.querySelector("button"))'
    const colors = await page.evaluate(`[${style}.backgroundColor, ${style}.color]`)
    expect(colors).toEqual(['rgb(255, 204, 0)', 'rgb(0, 0, 0)'])

    await page.getByLabel(isSpanish ? 'Su nombre' : 'Your name').fill('Ana Mejía')
    await page.getByLabel(isSpanish ? /Mesa/ : /Table/).fill('4')
    await page.getByRole('button', { name: /320\.50/ }).click()
    await page.waitForURL('**/checkout/**')
    await customer.payWith(CARDS.approved)
    await customer.sees(isSpanish ? 'Pago recibido' : 'Payment received')
    await expectReadable(page, 'link-paid', reader)
  })

  it.each(READERS)(
    'a customer who types a wrong amount reads what is wrong, and corrects it (%o)',
    async (reader) => {
      const { url } = await create({
        name: 'Donación',
        min_amount: '50',
        max_amount: '5000',
        fields: { email: 'required' },
      })
      const isSpanish = reader.locale === 'es-HN'
      const page = await visit(url, reader)
      const amount = page.getByLabel(isSpanish ? 'Monto' : 'Amount', { exact: true })
      await amount.fill('20')
      await page.getByLabel(isSpanish ? 'Su correo' : 'Your e-mail').fill('ana@tienda.example')
      await page.getByRole('button').click()
      await page
        .getByText(isSpanish ? /al menos L\s50\.00/ : /at least L\s50\.00/)
        .last()
        .waitFor()
      await expectReadable(page, 'link-amount', reader)
      expect(await page.getByLabel(isSpanish ? 'Su correo' : 'Your e-mail').inputValue()).toBe(
        'ana@tienda.example',
      )
      await amount.fill('1,250.50')
      await page.getByRole('button').click()
      await page.waitForURL('**/checkout/**')
      await page
        .getByText(/1,250\.50/)
        .first()
        .waitFor()
    },
  )

  it.each(READERS)('a link that is not open says why on its own page (%o)', async (reader) => {
    const now = world.puente.ctx.clock.now().getTime()
    const hour = 3_600_000
    const soldOut = await create({ ...WORKSHOP, stock: 1, fields: {} })
    await (await visit(soldOut.url, reader)).getByRole('button').click()
    await customer.page.waitForURL('**/checkout/**')
    await customer.leave()
    const early = await create({ ...WORKSHOP, starts_at: new Date(now + hour).toISOString() })
    const over = await create({ ...WORKSHOP, ends_at: new Date(now - hour).toISOString() })
    const closed = await create(WORKSHOP)
    await world.api('PATCH', `/v1/payment-links/${closed.id}`, { closed: true })
    for (const [url, kind] of [
      [soldOut.url, 'sold_out'],
      [early.url, 'not_yet'],
      [over.url, 'over'],
      [closed.url, 'closed'],
      [`${world.url}/l/AAAAAAAAAAAA`, 'unknown'],
    ]) {
      const page = await visit(url, reader)
      expect(await page.locator('#state').getAttribute('data-kind')).toBe(kind)
      await expectReadable(page, `link-${kind}`, reader)
      await customer.leave()
    }
  })

  it.each(READERS)(
    'a customer who goes back from the last place finds the open payment, and pays it (%o)',
    async (reader) => {
      const { url } = await create({ ...WORKSHOP, stock: 1, fields: {} })
      const isSpanish = reader.locale === 'es-HN'
      const page = await visit(url, reader)
      await page.getByRole('button').click()
      await page.waitForURL('**/checkout/**')
      await page.goBack()
      await page
        .getByText(isSpanish ? 'Su pago sigue abierto' : 'Your payment is still open')
        .waitFor()
      await expectReadable(page, 'link-yours', reader)
      await page
        .getByRole('link', { name: isSpanish ? 'Continuar al pago' : 'Continue to payment' })
        .click()
      await page.waitForURL('**/checkout/**')
      await customer.payWith(CARDS.approved)
      await customer.sees(isSpanish ? 'Pago recibido' : 'Payment received')
    },
  )

  it('a double click opens one order', async () => {
    const link = await create({ ...WORKSHOP, fields: {} })
    const page = await visit(link.url, READERS[0])
    await page.getByRole('button').dblclick()
    await page.waitForURL('**/checkout/**')
    await eventually(async () => {
      const { body } = await world.api('GET', `/v1/payment-links/${link.id}`)
      return body.orders === 1
    })
  })

  it('a customer who goes back and enters another amount pays the new amount', async () => {
    const link = await create({ name: 'Donación' })
    const page = await visit(link.url, READERS[0])
    for (const amount of ['20', '1,250.50']) {
      await page.getByLabel('Monto', { exact: true }).fill(amount)
      await page.getByRole('button').click()
      await page.waitForURL('**/checkout/**')
      await page.getByText(amount).first().waitFor()
      if (amount === '20') await page.goBack()
    }
  })
})
