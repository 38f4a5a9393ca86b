import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { useSiteReader } from './site-reader.ts'

const { world, open, faultsOf } = useSiteReader()

const PHONE = { width: 390, height: 844 }

/** One page of each kind: home, quick start, six languages, guide, tables, generated, Spanish, decision. */
const KINDS = [
  '/docs/',
  '/docs/own-shop',
  '/docs/guides/verify-notifications',
  '/docs/guides/refunds',
  '/docs/database',
  '/docs/errors',
  '/docs/es/',
  '/docs/es/panel',
  '/docs/decisions/0020-documentation-site',
]

describe('the documentation in a browser', () => {
  it('pages of each kind have no accessibility findings, complaints or calls to other hosts', async () => {
    expect(await faultsOf(KINDS)).toEqual([])
  })

  it('pages of each kind are as accessible in dark', async () => {
    expect(await faultsOf(KINDS, { colorScheme: 'dark' })).toEqual([])
  })

  it('pages of each kind are as accessible on a phone, and fit its screen', async () => {
    expect(await faultsOf(KINDS, { viewport: PHONE })).toEqual([])
  })

  it.each(['light', 'dark'] as const)(
    'a reader finds a page by a word of it, in %s, in an accessible dialog',
    async (colorScheme) => {
      const opened = await open(`${world.url}/docs/`, { colorScheme })
      if (!opened) return
      const search = opened.page.locator('#localsearch-input')
      // A slow page hears no key yet.
      await expect
        .poll(async () => {
          if (!(await search.isVisible())) await opened.page.keyboard.press('/')
          return search.isVisible()
        })
        .toBe(true)
      await search.fill('webhook secret')
      await opened.page.locator('#localsearch-list a').first().waitFor()
      expect(await axeFindings(opened.page)).toEqual([])
      expect(opened.complaints).toEqual([])
      await opened.close()
    },
  )

  it('a page is dark for a reader who likes it dark and blocks storage', async () => {
    const opened = await open(`${world.url}/docs/own-shop`, {
      colorScheme: 'dark',
      prepare: (page) => page.addInitScript(BLOCK_STORAGE),
    })
    if (!opened) return
    expect(await opened.page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await opened.close()
  })
})

const BLOCK_STORAGE = `Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('The user denied it', 'SecurityError') },
})`

describe('the API reference', () => {
  it.each(['light', 'dark'] as const)(
    'the reference in %s has no accessibility findings, no complaints and no calls to other hosts',
    async (colorScheme) => {
      const opened = await open(`${world.url}/docs/api/`, { colorScheme })
      if (!opened) return
      await opened.page.getByText('Puente merchant API').first().waitFor()
      expect(await axeFindings(opened.page)).toEqual([])
      expect(opened.complaints).toEqual([])
      expect([...opened.hosts]).toEqual([new URL(world.url).host])
      await opened.close()
    },
  )

  it('the bar above the reference fits a phone, and its last link can be reached by keyboard', async () => {
    const opened = await open(`${world.url}/docs/api/`, { viewport: PHONE })
    if (!opened) return
    const { page } = opened
    await page.getByText('Puente merchant API').first().waitFor()
    const bar = page.getByRole('navigation', { name: 'Documentation' })
    const around = await bar.boundingBox()
    const button = await bar.getByRole('button', { name: 'Dark or light' }).boundingBox()
    if (!around || !button) throw new Error('The bar is missing')
    expect(button.x + button.width).toBeLessThanOrEqual(PHONE.width)
    expect(button.y).toBeGreaterThanOrEqual(around.y)
    expect(button.y + button.height).toBeLessThanOrEqual(around.y + around.height)
    const last = bar.getByRole('link').last()
    await last.focus()
    const link = await last.boundingBox()
    expect((link?.x ?? Number.NaN) + (link?.width ?? Number.NaN)).toBeLessThanOrEqual(button.x)
    expect(await axeFindings(page)).toEqual([])
    await opened.close()
  })

  it.each([
    ['does not arrive', (page: Page) => page.route('**/openapi.json', (route) => route.abort())],
    [
      'is on a private port',
      (page: Page) => page.route('**/openapi.json', (route) => route.fulfill({ status: 404 })),
    ],
  ] as const)('the page says so if the OpenAPI document %s', async (_, prepare) => {
    const opened = await open(`${world.url}/docs/api/`, { prepare })
    if (!opened) return
    const { page } = opened
    await page.getByRole('heading', { name: 'The API reference did not load' }).waitFor()
    const link = page.getByRole('main').getByRole('link', { name: '/openapi.json' })
    expect(await link.getAttribute('href')).toBe('/openapi.json')
    expect(await axeFindings(page)).toEqual([])
    await opened.close()
  })

  it.each(['localhost', '127.0.0.1'])('a request tried out at %s is answered', async (host) => {
    const address = new URL('/docs/api/', world.url)
    address.hostname = host
    const opened = await open(address.href)
    if (!opened) return
    const { page } = opened
    await page.getByPlaceholder('Token').first().fill(world.apiKey)
    await page.getByRole('button', { name: /Test Request\s*\(get \/v1\/store\)/ }).click()
    const answer = page.waitForResponse((response) => response.url().endsWith('/v1/store'))
    await page.getByRole('button', { name: /Send/ }).first().click()
    expect((await answer).status()).toBe(200)
    expect([...opened.hosts]).toEqual([address.host])
    const grave = (await axeFindings(page)).filter((finding) => !MODERATE.test(finding))
    expect(grave).toEqual([])
    await opened.close()
  })
})

/** The dialog's landmarks lie within those of the page; axe calls that moderate. */
const MODERATE = /^landmark-/
