import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { merchantOf } from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import { TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const visit = useVisits(() => world, browser)

beforeAll(async () => {
  if (browser) await merchantOf(world, { prefix: 'W' }).paid()
})

const TITLES = [
  ['/', 'Inicio · Puente'],
  ['/orders', 'Pedidos · Puente'],
  ['/status', 'Diagnóstico · Puente'],
  ['/deliveries', 'Entregas · Puente'],
  ['/money', 'Dinero · Puente'],
  ['/stores', 'Tiendas · Puente'],
  [`/stores/${TEST_STORE}`, 'Tienda de prueba · Puente'],
  ['/stores/new', 'Conectar una tienda · Puente'],
  ['/people', 'Personas · Puente'],
  ['/audit', 'Registro de auditoría · Puente'],
] as const

describe.skipIf(!browser)('texts of the dashboard', () => {
  it('each browser tab has the title of its screen', async () => {
    const { page, open } = await visit('/', { language: 'es' })
    for (const [path, title] of TITLES) {
      await open(path)
      await expect.poll(() => page.title()).toBe(title)
    }
  })

  it.each([
    ['/orders/ord_nothing', 'Pedidos'],
    ['/stores/nothing', 'Tiendas'],
    ['/money/reconciliations/rec_nothing', 'Dinero'],
  ])('%s shows in Spanish that nothing is there, and leads back', async (path, back) => {
    const { page, sees, isFineAs } = await visit(path, { language: 'es' })
    await sees('Esta página no existe.')
    expect(await page.locator('main').innerText()).not.toMatch(/There is|such thing/)
    await page.locator('main').getByRole('link', { name: back }).waitFor()
    await isFineAs('nothing-there')
  })

  it('a failure of Puente is reported in Spanish', async () => {
    const { page, sees } = await visit('/people', { language: 'es' })
    const problem = { status: 500, code: 'internal_error', title: 'Something went wrong' }
    await page.route('**/operator/v1/orders?*', (route) =>
      route.fulfill({
        ...{ status: 500, contentType: 'application/problem+json' },
        body: JSON.stringify(problem),
      }),
    )
    await page.goto(`${world.url}/orders`)
    await sees('Algo salió mal de nuestro lado')
    expect(await page.locator('main').innerText()).not.toContain('Something')
  })

  it("a proxy's page instead of a response counts as a failure, and the screen stays usable", async () => {
    const { page, sees } = await visit('/people')
    await page.route('**/operator/v1/orders?*', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    )
    await page.goto(`${world.url}/orders`)
    await sees('Puente did not answer')
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.unroute('**/operator/v1/orders?*')
    // An order change may reload the screen first.
    const order = page.getByRole('link', { name: /^W/ }).first()
    await Promise.race([again.click().catch(() => undefined), order.waitFor()])
    await order.waitFor()
  })
})
