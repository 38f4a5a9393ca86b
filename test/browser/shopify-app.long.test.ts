import type { Frame, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import type { StandInShop } from '../support/shopify/shop.ts'
import { KEYS } from '../support/shopify/shop-people.ts'
import type { ShopifyWorld } from '../support/shopify/shopify-world.ts'
import { useShopifyWorld } from '../support/use-world.ts'
import { launchChromium } from './chromium.ts'
import { contrastOf, unnamedControls } from './readable.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const pictures = process.env.PICTURES_DIR
/** Resolves in this browser only. */
const PUBLIC_URL = 'https://pay.puente.test'

const world = useShopifyWorld({ PUBLIC_URL, ROLES: 'web' })
const paymentsWorld = useShopifyWorld({
  PUBLIC_URL,
  ROLES: 'web',
  SHOPIFY_PAYMENTS_PROXIES: '127.0.0.1,::1',
  SHOPIFY_PAYMENTS_CERT_HEADER: 'X-Client-Verify',
})

const servePuente = (page: Page, { url: address }: ShopifyWorld) =>
  page.route(`${PUBLIC_URL}/**`, async (route) => {
    const url = route.request().url().replace(PUBLIC_URL, address)
    await route.fulfill({ response: await route.fetch({ url, maxRedirects: 0 }) })
  })

/** Minimal App Bridge. */
const APP_BRIDGE = 'window.shopify = { idToken: () => window.sessionTokenOfTest() }'

/** In a frame, with App Bridge from Shopify. */
const openInAdmin = async (page: Page, shop: StandInShop, locale: string): Promise<Frame> => {
  const admin = `https://admin.shopify.com/store/${shop.name.split('.')[0]}/apps/puente`
  const app = `${PUBLIC_URL}/shopify/app?shop=${shop.name}&embedded=1&locale=${locale}`
  await page.exposeFunction('sessionTokenOfTest', () => shop.access.sessionToken())
  await page.route('https://cdn.shopify.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: APP_BRIDGE }),
  )
  await servePuente(page, world)
  await page.route(admin, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><style>*{margin:0}iframe{border:0;width:100vw;height:99vh}</style>
        <iframe src="${app.replaceAll('&', '&amp;')}" title="Puente"></iframe>`,
    }),
  )
  await page.goto(admin)
  const frame = page.frames().find((one) => one.url().startsWith(PUBLIC_URL))
  if (!frame) throw new Error('The admin shows no page of Puente')
  return frame
}

const seeing =
  (page: Page, frame: Frame | Page, picture: (step: string) => string) =>
  async (step: string, heading: string): Promise<void> => {
    await frame.getByRole('heading', { level: 1, name: heading }).first().waitFor()
    expect(await contrastOf(frame, 4.5)).toEqual([])
    expect(await unnamedControls(frame)).toEqual([])
    expect(await frame.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    if (!pictures) return
    await page.screenshot({ path: `${pictures}/${picture(step)}.png`, fullPage: true })
  }

const looks = [
  { name: 'telefono', locale: 'es-HN', width: 390, colorScheme: 'light' },
  { name: 'phone', locale: 'en', width: 390, colorScheme: 'dark' },
  { name: 'escritorio', locale: 'es', width: 1280, colorScheme: 'dark' },
] as const

describe.skipIf(!browser)("the app's page in the Shopify admin", () => {
  it.each(looks)('the page is readable and usable: $locale, $width, $colorScheme', async (look) => {
    const { name, locale, width, colorScheme } = look
    const page = await browser?.newPage({ viewport: { width, height: 800 }, colorScheme })
    if (!page) throw new Error('no page')
    const { shop, people } = world.openShop(name)
    await people.install()
    const frame = await openInAdmin(page, shop, locale)
    const isSpanish = locale.startsWith('es')
    const see = seeing(page, frame, (step) => `shopify-app-${step}-${name}`)
    const send = () =>
      frame.getByRole('button', { name: isSpanish ? 'Conectar' : 'Connect' }).click()
    const fill = async (keys: Record<string, string>) => {
      for (const [key, value] of Object.entries(keys)) await frame.locator(`#${key}`).fill(value)
    }

    await see('form', isSpanish ? 'Conecte su tienda' : 'Connect your store')
    await fill({ ...KEYS, secret_key: 'sk_test_of_nobody' })
    await send()
    await frame.getByRole('alert').waitFor()
    await see('wrong', isSpanish ? 'Conecte su tienda' : 'Connect your store')

    await fill(KEYS)
    await send()
    await see('connected', isSpanish ? 'Tienda conectada' : 'Store connected')
    const address = `${PUBLIC_URL}/webhooks/gateway/${name}`
    expect(await frame.getByText(address).first().isVisible()).toBe(true)
    await page.close()
  })

  it('no other site can embed the page', async () => {
    const page = await browser?.newPage()
    if (!page) throw new Error('no page')
    const { shop } = world.openShop('phone')
    await page.route('https://evil.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${world.url}/shopify/app?shop=${shop.name}&amp;embedded=1"></iframe>`,
      }),
    )
    await page.goto('https://evil.example/')
    const [, shown] = page.frames()
    expect(await shown?.locator('#app').count()).toBe(0)
    expect(shown?.url()).toContain('chrome-error')
    await page.close()
  })
})

describe.skipIf(!browser)('the page of a payments app in its own window', () => {
  it.each([
    { name: 'sola', locale: 'es-HN', colorScheme: 'light' },
    { name: 'alone', locale: 'en', colorScheme: 'dark' },
  ] as const)('the page is readable and usable until a reload: $locale', async (look) => {
    const { name, locale, colorScheme } = look
    const viewport = { width: 390, height: 800 }
    const page = await browser?.newPage({ viewport, colorScheme, locale })
    if (!page) throw new Error('no page')
    const { people } = paymentsWorld.openShop(name)
    const { url } = await people.openApp()
    const cookies = [...people.cookies].map(([one, value]) => ({
      name: one,
      value,
      url: PUBLIC_URL,
    }))
    await page.context().addCookies(cookies)
    await servePuente(page, paymentsWorld)
    await page.goto(`${PUBLIC_URL}${url.pathname}${url.search}${url.hash}`)
    const see = seeing(page, page.mainFrame(), (step) => `shopify-own-${step}-${name}`)
    const isSpanish = locale.startsWith('es')

    await see('form', isSpanish ? 'Conecte su tienda' : 'Connect your store')
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('link', { name: isSpanish ? 'English' : 'Español' }).click()
    await see('other', isSpanish ? 'Connect your store' : 'Conecte su tienda')

    for (const [key, value] of Object.entries(KEYS)) await page.locator(`#${key}`).fill(value)
    await page.getByRole('button', { name: isSpanish ? 'Connect' : 'Conectar' }).click()
    await see('connected', isSpanish ? 'Store connected' : 'Tienda conectada')
    const address = `${PUBLIC_URL}/webhooks/gateway/${name}`
    expect(await page.getByText(address).first().isVisible()).toBe(true)

    await page.reload()
    const over = isSpanish ? 'This page has expired' : 'Esta página venció'
    await see('over', over)
    await page.close()
  })
})

describe.skipIf(!browser)('the chooser of Shopify setups', () => {
  it.each(looks)(
    'the chooser is readable and opens one setup at a time: $locale, $width, $colorScheme',
    async (look) => {
      const { name, locale, width, colorScheme } = look
      const page = await browser?.newPage({ viewport: { width, height: 800 }, colorScheme, locale })
      if (!page) throw new Error('no page')
      const isSpanish = locale.startsWith('es')
      const heading = isSpanish ? 'Elija su configuración' : 'Choose your setup'
      const see = seeing(page, page.mainFrame(), (step) => `shopify-ways-${step}-${name}`)
      await page.goto(`${world.url}/shopify/connect?shop=${name}.myshopify.com`)
      await see('organisation', heading)
      const install = page.getByRole('link', { name: isSpanish ? 'Instalar' : 'Install the app' })
      expect(await install.isVisible()).toBe(true)
      await page.getByText(isSpanish ? 'Una tienda' : 'One store', { exact: true }).click()
      expect(await install.isVisible()).toBe(false)
      const command = `npm run stores -- app --shop ${name}.myshopify.com`
      expect(await page.getByText(command).isVisible()).toBe(true)
      await see('one-shop', heading)
      await page
        .getByText(isSpanish ? 'Socio de pagos' : 'Payments partner', { exact: true })
        .click()
      await see('partner', heading)
      await page.close()
    },
  )
})
