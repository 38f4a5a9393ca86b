import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { approveKeys, beginAt, PUBLIC_URL } from '../support/connecting-merchant.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { startWooStore } from '../support/woocommerce/store.ts'
import { launchChromium } from './chromium.ts'
import { contrastOf, unnamedControls } from './readable.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const pictures = process.env.PICTURES_DIR

const world = useWorld({
  PUBLIC_URL,
  WOOCOMMERCE_ALLOW_PRIVATE_SITES: 'true',
  CONNECT_CODE: 'café-con-leche',
})
const woo = useStarted(startWooStore)

const reachPuente = async (page: Page, atSite: (url: string) => Promise<string>) => {
  await page.route(`${PUBLIC_URL}/**`, async (route) => {
    const url = route.request().url().replace(PUBLIC_URL, world.url)
    const response = await route.fetch({ url, maxRedirects: 0 })
    const { location } = response.headers()
    if (!location || response.status() < 300) return route.fulfill({ response })
    const next = location.startsWith(woo.url) ? await atSite(location) : location
    await route.fulfill({ contentType: 'text/html', body: refreshTo(next) })
  })
}

const refreshTo = (url: string): string =>
  `<!doctype html><meta http-equiv="refresh" content="0;url=${url.replaceAll('&', '&amp;')}">`

const looks = [
  { lang: 'es', width: 390, colorScheme: 'light' },
  { lang: 'en', width: 390, colorScheme: 'dark' },
  { lang: 'es', width: 1280, colorScheme: 'dark' },
  { lang: 'en', width: 1280, colorScheme: 'light' },
] as const

describe.skipIf(!browser)('the pages that connect a WooCommerce store', () => {
  it.each(looks)('the pages are readable and usable: $lang, $width, $colorScheme', async (look) => {
    const { colorScheme, width, lang } = look
    const page = await browser?.newPage({ viewport: { width, height: 800 }, colorScheme })
    if (!page) throw new Error('no page')
    await reachPuente(page, async (authorizeUrl) => {
      const keys = { consumer_key: woo.consumerKey, consumer_secret: woo.consumerSecret }
      const { returnUrl } = await approveKeys(world.url, authorizeUrl, keys)
      return `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}success=1`
    })
    const see = async (name: string, heading: string | RegExp) => {
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(await contrastOf(page, 4.5)).toEqual([])
      expect(await unnamedControls(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      if (!pictures) return
      const path = `${pictures}/connect-${name}-${lang}-${width}-${colorScheme}.png`
      await page.screenshot({ path, fullPage: true })
    }

    const { body } = await beginAt(world.url, woo)
    const address = `${body.connect_url}?lang=${lang}`
    woo.plugin.isActive = false
    await page.goto(address)
    await see('obstacle', /plugin/)
    woo.plugin.isActive = true
    await page
      .getByRole('link', { name: lang === 'es' ? 'Intentar de nuevo' : 'Try again' })
      .click()
    await see('form', lang === 'es' ? 'Conecte su tienda' : 'Connect your store')

    const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
    const go = page.getByRole('button')
    const [secret, signing, code] =
      lang === 'es'
        ? ['Clave secreta', 'Secreto de firma', 'Código de conexión']
        : ['Secret key', 'Signing secret', 'Connect code']
    await type(secret, 'pk_test_sandbox')
    await type(signing, 'sk_test_sandbox')
    await type(code, 'café-con-leche')
    await go.click()
    await page.getByRole('alert').waitFor()
    await see('wrong', lang === 'es' ? 'Conecte su tienda' : 'Connect your store')
    await type(secret, 'sk_test_sandbox')
    await type(signing, 'whsec_of_the_gateway')
    await type(code, 'café-con-leche')
    await go.click()
    await see('connected', lang === 'es' ? 'Su tienda está conectada' : 'Your store is connected')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
  })
})
