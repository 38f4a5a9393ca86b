import { afterAll, describe, expect, it } from 'vitest'
import { moveStore } from '../../support/operator.ts'
import { useWorld } from '../../support/use-world.ts'
import { TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const visit = useVisits(() => world, browser)

describe.skipIf(!browser)('a store without an order', () => {
  it.each(EVERY_READER)(
    'home, Orders and Money show the first steps: a payment, or an order of a shop (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      const here = await visit('/', reader)
      for (const [path, picture] of [
        ['/', 'home'],
        ['/orders', 'orders'],
        ['/money', 'money'],
      ] as const) {
        await here.open(path)
        await here.sees(isSpanish ? 'Todavía no hay pedidos' : 'No orders yet')
        expect(await here.page.locator('main table').count()).toBe(0)
        await here.isFineAs(`first-steps-${picture}`)
      }
      const first = here.page.locator('main').getByRole('link', {
        name: isSpanish ? 'Nuevo cobro' : 'New payment',
      })
      expect(await first.getAttribute('href')).toBe('/requests/new')
      await here.page
        .getByRole('link', { name: isSpanish ? 'Crear un primer pedido' : 'Create a first order' })
        .click()
      await here.sees(isSpanish ? 'Pagar un primer pedido' : 'Pay a first order')
    },
  )

  it('operators and viewers see no action beyond their role', async () => {
    const operator = await visit('/', { role: 'operator' })
    await operator.page.getByRole('link', { name: 'Create a first order' }).waitFor()
    expect(await operator.page.getByRole('button', { name: 'Create demo data' }).count()).toBe(0)
    await operator.leave()
    const viewer = await visit('/', { role: 'viewer' })
    await viewer.sees('Orders appear here when a store requests a payment.')
    expect(await viewer.page.getByRole('link', { name: 'Create a first order' }).count()).toBe(0)
  })
})

describe.skipIf(!browser)('an installation without a store', () => {
  it('one button fills it with demo data, shows progress, and leads to orders and the alert of a double payment', async () => {
    await moveStore(world, { storeId: TEST_STORE, organizationId: 'other' })
    const { page, sees, press, isFineAs } = await visit('/', { size: 'phone' })
    await page.waitForURL('**/stores/new')
    await isFineAs('fill')
    await press('Create demo data')
    await sees(/^\d+ of 68 orders created/)
    await isFineAs('filling')
    await page.waitForURL((url) => url.pathname === '/')
    await sees('1 item needs attention.')
    expect(await page.getByRole('button', { name: 'Create demo data' }).count()).toBe(0)
    await isFineAs('filled')
    await page.goto(`${world.url}/orders`)
    await page.locator('main table').waitFor()
    await page.goto(`${world.url}/money`)
    await sees('Approval rate')
    await isFineAs('filled-money')
  })
})
