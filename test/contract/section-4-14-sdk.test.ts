import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { useGateway } from '../support/use-world.ts'
import { PUBLISHABLE_KEY, TEST_KEY } from './support/harness.ts'

const merchantPage = (sdkUrl: string) => `<!doctype html><html lang="es"><title>Tienda</title>
  <div id="card"></div><script src="${sdkUrl}"></script>`

interface SdkWindow {
  ServiceConnect(options: object): {
    createPaymentComponent(options: object): {
      mount(selector: string): unknown
      submit(): unknown
      on(event: string, handler: (event: unknown) => void): unknown
    }
  }
}

describe('4.14 Browser SDK', () => {
  let browser: Browser | undefined
  let shop: Server
  let shopUrl: string
  const gateway = useGateway()
  beforeAll(async () => {
    browser = await launchChromium()
    shop = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(merchantPage(gateway.addresses.sdkUrl))
    })
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`
  })
  afterAll(async () => {
    await browser?.close()
    shop.close()
  })

  test('{sdk_url} serves the script publicly as JavaScript', async () => {
    const answer = await fetch(gateway.addresses.sdkUrl)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/javascript/)
    const script = await answer.text()
    expect(script).toContain('ServiceConnect')
    expect(script).not.toContain(TEST_KEY)
  })

  const onMerchantPage = (name: string, look: (page: Page) => Promise<void>) =>
    test(name, async (context) => {
      if (!browser) return context.skip('no Chromium runs here')
      const page = await browser.newPage()
      try {
        await page.goto(shopUrl)
        await look(page)
      } finally {
        await page.close()
      }
    })

  const mount = (page: Page, options: object) =>
    page.evaluate(
      ([publishableKey, component]) => {
        const { ServiceConnect } = globalThis as unknown as SdkWindow
        ServiceConnect({ publishableKey, locale: 'es' })
          .createPaymentComponent(component)
          .mount('#card')
      },
      [PUBLISHABLE_KEY, options] as const,
    )

  const frameUrl = async (page: Page): Promise<URL> => {
    const frame = await page.waitForSelector('#card iframe', { state: 'attached' })
    return new URL((await frame.getAttribute('src')) ?? '', shopUrl)
  }

  onMerchantPage('the script defines the factory ServiceConnect', async (page) => {
    expect(await page.evaluate(() => 'ServiceConnect' in globalThis)).toBe(true)
  })

  onMerchantPage('a component created with every option has mount, submit and on', async (page) => {
    const kinds = await page.evaluate((publishableKey) => {
      const { ServiceConnect } = globalThis as unknown as SdkWindow
      const component = ServiceConnect({ publishableKey, locale: 'en' }).createPaymentComponent({
        customer: { name: 'Ana', identity_number: '0801199912345' },
        description: 'Dos libros',
        metadata: { cart: 'c-1' },
        locale: 'en',
        saveCard: false,
        appearance: { theme: 'dark', accentColor: '#0a7' },
      })
      return (['mount', 'submit', 'on'] as const).map((name) => typeof component[name])
    }, PUBLISHABLE_KEY)
    expect(kinds).toEqual(['function', 'function', 'function'])
  })

  onMerchantPage(
    'mount renders an iframe of the service without an existing payment',
    async (page) => {
      await mount(page, {})
      const url = await frameUrl(page)
      expect(url.origin).not.toBe(new URL(shopUrl).origin)
      expect((await fetch(url)).status).toBe(200)
    },
  )

  onMerchantPage('saveCard true sets save_card=1 on the iframe URL', async (page) => {
    await mount(page, { saveCard: true, customer: { identity_number: '0801199912345' } })
    expect((await frameUrl(page)).searchParams.get('save_card')).toBe('1')
  })

  onMerchantPage('the iframe URL has no save_card=1 without saveCard', async (page) => {
    await mount(page, {})
    expect((await frameUrl(page)).searchParams.get('save_card')).not.toBe('1')
  })

  onMerchantPage('the page itself contains no card fields', async (page) => {
    await mount(page, {})
    await frameUrl(page)
    expect(await page.locator('input').count()).toBe(0)
  })

  onMerchantPage('on accepts handlers for all three events', async (page) => {
    await page.evaluate((publishableKey) => {
      const { ServiceConnect } = globalThis as unknown as SdkWindow
      const component = ServiceConnect({ publishableKey, locale: 'es' }).createPaymentComponent({})
      for (const event of ['form_complete', 'payment_token_ready', 'payment_failed']) {
        component.on(event, () => {})
      }
      component.mount('#card')
    }, PUBLISHABLE_KEY)
    await frameUrl(page)
  })
})
