import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { insist, nonceIn, submit } from '../../support/link-customer.ts'
import { pictureOf } from '../../support/small-picture.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { useVisits, type VisitorOptions } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
const visit = useVisits(() => world, browser)

const links = async (): Promise<Json[]> => (await world.api('GET', '/v1/payment-links')).body.data

const PEOPLE = [
  { language: 'es', size: 'phone', colorScheme: 'dark' },
  { language: 'en', size: 'desktop' },
] as const satisfies VisitorOptions[]

describe.skipIf(!browser)('payment links in the dashboard', () => {
  it.each(PEOPLE)('a person creates a link, shares it, and sees who paid (%o)', async (reader) => {
    const isSpanish = reader.language === 'es'
    const { page, press, sees, isFineAs } = await visit('/links', reader)
    await press(isSpanish ? 'Nuevo enlace de pago' : 'New payment link')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(isSpanish ? 'Concepto' : 'What for').fill('Taller de café')
    await dialog.getByLabel(isSpanish ? 'Cuánto' : 'How much').fill('1,250.50')
    await dialog.getByLabel(isSpanish ? 'Lugares' : 'Places').fill('2')
    await dialog.getByRole('button', { name: isSpanish ? 'Más opciones' : 'More options' }).click()
    await dialog.getByLabel(isSpanish ? 'Nombre' : 'Name', { exact: true }).selectOption('required')
    await isFineAs('link-form')
    await dialog
      .getByRole('button', { name: isSpanish ? 'Crear el enlace' : 'Create the link' })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Taller de café' }).waitFor()
    await isFineAs('link-new')

    const [link] = await links()
    expect(link).toMatchObject({
      name: 'Taller de café',
      amount: '1250.50',
      stock: 2,
      fields: { name: 'required' },
      state: 'open',
    })
    const token = new URL(link.url).pathname.split('/').at(-1) ?? ''
    const visitors = { addresses: [world.url], publicUrl: world.url }
    const form = nonceIn(await insist(visitors, `/l/${token}`)) ?? ''
    const { location } = await submit(visitors, token, { form, name: 'Ana' })
    const checkout = await insist(visitors, new URL(location ?? '').pathname)
    await world.pay(checkout.location ?? '')
    // The screen turns paid live.
    await sees(isSpanish ? /1 pagado · Queda 1 lugar/ : /1 paid · 1 place left/)
    await isFineAs('link-paid')

    await press(isSpanish ? 'Cerrar el enlace' : 'Close the link')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: isSpanish ? 'Cerrar el enlace' : 'Close the link' })
      .click()
    await sees(isSpanish ? 'Cerrado' : 'Closed')
    await page
      .getByRole('link', { name: isSpanish ? 'Enlaces de pago' : 'Payment links' })
      .last()
      .click()
    await page.getByRole('link', { name: 'Taller de café' }).first().waitFor()
    await isFineAs('links')
  })

  it('a viewer can see payment links, and cannot change them', async () => {
    const { body } = await world.api('POST', '/v1/payment-links', { name: 'Rifa', amount: '100' })
    const { page } = await visit(`/links/${body.id}`, { role: 'viewer' })
    await page.getByRole('heading', { level: 1, name: 'Rifa' }).waitFor()
    expect(await page.getByRole('button', { name: 'Close the link' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(0)
  })

  it("an owner sets and removes the colour and the logo of the store's pages", async () => {
    const { page, press, sees, isFineAs } = await visit(`/stores/${TEST_STORE}`)
    await page.getByLabel('Use the colour of Puente').uncheck()
    await page.getByLabel('Colour', { exact: true }).fill('#7a1fa2')
    const picture = join(mkdtempSync(join(tmpdir(), 'logo-')), 'logo.png')
    writeFileSync(picture, pictureOf({ width: 1_200, height: 300 }))
    await page.locator('input[type=file]').setInputFiles(picture)
    await page.getByRole('button', { name: 'Remove the logo' }).waitFor()
    await isFineAs('brand')
    await press('Save the look')
    await sees('Look saved.')
    const brand = await eventually(async () => {
      const { body } = await world.api('GET', '/v1/store/brand')
      return body.logo_url ? body : undefined
    })
    expect(brand.color).toBe('#7a1fa2')
    const logo = await fetch(brand.logo_url)
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png'])

    await page.getByRole('button', { name: 'Remove the logo' }).click()
    await page.getByLabel('Use the colour of Puente').check()
    await press('Save the look')
    await eventually(async () => {
      const { body } = await world.api('GET', '/v1/store/brand')
      return body.color === null && body.logo_url === null
    })
    expect((await fetch(brand.logo_url)).status).toBe(404)
  })
})
