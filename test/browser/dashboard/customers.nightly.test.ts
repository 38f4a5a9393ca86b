import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callGateway, merchantOf } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWorld } from '../../support/use-world.ts'
import { CARDS, cardOf, eventually } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
const visit = useVisits(() => world, browser)
const merchant = merchantOf(world, { prefix: 'K' })
const MARKUP = '<img src=x onerror="document.title=\'owned\'"> Eva & <b>Söhne</b>'
const IDENTITY = '0801-1985-00042'
const MARTA = { name: 'Marta Rivas', email: 'marta@example.com', identity_number: IDENTITY }

beforeAll(async () => {
  if (!browser) return
  const ana = { name: 'Ana Mejía', email: 'ana@example.com', phone: '+504 9999-1234' }
  await merchant.paid({ amount: '320.50', customer: ana })
  await merchant.open({ amount: '1250.00', customer: { ...ana, phone: '99991234' } })
  await merchant.open({ customer: { name: 'Luis Mejía', email: 'luis@x.com', phone: '99991234' } })
  await merchant.open({ customer: { name: MARKUP, email: `${'e'.repeat(60)}@example.com` } })
  await merchant.open({ customer: { name: 'Sin correo', phone: '8888-0000' } })
  await merchant.checkout('K-marta', { customer: MARTA })
  const created = await callGateway(world, 'POST', '/v1/payments', {
    amount: 1,
    external_reference: IDENTITY,
    name: 'First purchase',
    customer: { identity_number: IDENTITY },
  })
  await world.control('/sandbox/pay', {
    payment_id: created.id,
    card: cardOf(CARDS.approved),
    save_card: true,
  })
  await settled(world)
})

describe.skipIf(!browser)('the customers in the dashboard', () => {
  it.each(EVERY_READER)(
    'a person finds a customer by a phone in any form, with orders and sums (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      const { page, isFineAs, sees } = await visit('/customers', reader)
      await page.getByRole('link', { name: /<img src=x/ }).waitFor()
      await isFineAs('customers')
      await page
        .getByRole('searchbox', { name: isSpanish ? 'Buscar un cliente' : 'Find a customer' })
        .fill('+504 9999 1234')
      await page.waitForURL(/search=/)
      await expect
        .poll(() => page.locator('.rows .row-link').allInnerTexts())
        .toEqual(['Luis Mejía', 'Ana Mejía'])
      await isFineAs('customers-found')
      await page.getByRole('link', { name: 'Ana Mejía' }).click()
      await page.waitForURL(/\/customers\/ord_/)
      await page.getByRole('heading', { name: 'Ana Mejía' }).waitFor()
      await sees(isSpanish ? 'Pedidos con el mismo correo' : 'Orders with the same e-mail address')
      await page.locator('.sums .amount', { hasText: '320.50' }).first().waitFor()
      await expect.poll(() => page.locator('.rows tbody tr').count()).toBe(2)
      await isFineAs('customer')
    },
  )

  it('a name with markup is shown as it is written', async () => {
    const { page, isFineAs } = await visit('/customers', { size: 'phone' })
    await page.getByRole('link', { name: /<img src=x/ }).click()
    await page.getByRole('heading', { name: /<img src=x/ }).waitFor()
    await isFineAs('customer-markup')
    expect(await page.title()).not.toBe('owned')
  })

  it('the page of an order leads to its customer', async () => {
    const { page } = await visit('/orders')
    await page.getByRole('link', { name: 'K-marta' }).click()
    await page.getByRole('link', { name: 'Show this customer' }).click()
    await page.getByRole('heading', { name: 'Marta Rivas' }).waitFor()
  })

  it('a note stays with its author', async () => {
    const { page, press, sees } = await visit('/customers?search=luis')
    await page.getByRole('link', { name: 'Luis Mejía' }).click()
    await press('Edit note')
    await page.getByLabel('Note for your team').fill('Pays on Fridays')
    await press('Save')
    await sees('Pays on Fridays')
    await page.reload()
    await sees('Pays on Fridays')
  })

  it.each(EVERY_READER)(
    'a saved card is charged once, and the charge creates an order (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      const { page, isFineAs, press, sees } = await visit('/customers?search=marta', reader)
      await page.getByRole('link', { name: 'Marta Rivas' }).click()
      await press(isSpanish ? 'Ver las tarjetas guardadas' : 'Show saved cards')
      await sees(/•••• 1111/)
      await isFineAs('customer-cards')
      await press(isSpanish ? /^Cobrar… / : /^Charge… /)
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel(isSpanish ? 'Monto' : 'Amount').fill('L 1,250.50')
      await sheet.getByLabel(isSpanish ? 'Concepto' : 'What for').fill('Mensualidad')
      await isFineAs('customer-charge', { fullPage: false })
      await sheet.getByRole('button', { name: isSpanish ? /^Cobrar / : /^Charge / }).dblclick()
      await sees(isSpanish ? /Se cobró L\s?1,250\.50/ : /Charged L\s?1,250\.50/)
      await page.locator('.rows').getByText('L 1,250.50').first().waitFor()
      const { rows } = await world.puente.ctx.db.pool.query(
        `SELECT source, status FROM orders WHERE description = 'Mensualidad'`,
      )
      expect(rows).toEqual(rows.map(() => ({ source: 'request', status: 'paid' })))
      expect(rows.length).toBeGreaterThan(0)
    },
  )

  it('a revoked card disappears from the list', async () => {
    const { page, press, sees } = await visit('/customers?search=marta')
    await page.getByRole('link', { name: 'Marta Rivas' }).click()
    await press('Show saved cards')
    await press(/^Revoke… /)
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await sees('Card revoked.')
    await sees('No saved cards.')
  })

  it('a viewer can read a customer, and change nothing', async () => {
    const { page, sees } = await visit('/customers?search=ana', { role: 'viewer' })
    await page.getByRole('link', { name: 'Ana Mejía' }).click()
    await sees('Only owners can export or erase a customer’s data.')
    expect(await page.getByRole('button', { name: /Edit note|Erase|Export/ }).count()).toBe(0)
  })

  it('an export is a file with the orders of the customer', async () => {
    const { page, press } = await visit('/customers?search=ana')
    await page.getByRole('link', { name: 'Ana Mejía' }).click()
    await press('Export personal data…')
    const begun = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
    const file = JSON.parse(readFileSync(await (await begun).path(), 'utf8'))
    expect(file.orders).toHaveLength(2)
    expect(file.orders[0].customer.email).toBe('ana@example.com')
  })

  it.each(EVERY_READER)(
    'an erasure names the erased and kept data, spares a shared phone, and needs the typed value (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      const email = `eva-${reader.language}-${reader.size}@example.com`
      await merchant.open({ customer: { name: 'Eva Paz', email, phone: '99991234' } })
      await settled(world)
      const { page, isFineAs, press, sees } = await visit(`/customers?search=${email}`, reader)
      await page.getByRole('link', { name: 'Eva Paz' }).click()
      await press(isSpanish ? 'Borrar cliente…' : 'Erase customer…')
      const dialog = page.getByRole('dialog')
      const phone = dialog.getByRole('checkbox', { name: /99991234/ })
      expect(await phone.isChecked()).toBe(false)
      expect(await dialog.getByRole('checkbox', { name: new RegExp(email) }).isChecked()).toBe(true)
      await isFineAs('customer-erase', { fullPage: false })
      const erase = dialog.getByRole('button', {
        name: isSpanish ? 'Borrar definitivamente' : 'Erase for good',
      })
      await dialog.getByRole('textbox').fill('eva')
      expect(await erase.isDisabled()).toBe(true)
      await dialog.getByRole('textbox').fill(email)
      await erase.click()
      await sees(isSpanish ? 'Borrado de 1 pedido.' : 'Erased from 1 order.')
      await page.waitForURL(/\/customers$/)
      await eventually(async () => (await page.getByText('Eva Paz').count()) === 0)
      const { rows } = await world.puente.ctx.db.pool.query(
        `SELECT customer ->> 'name' AS name FROM orders WHERE customer ->> 'phone' IS NOT NULL`,
      )
      expect(rows.map(({ name }) => name)).toContain('Luis Mejía')
      expect(rows.map(({ name }) => name)).not.toContain('Eva Paz')
    },
  )
})
