import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useWorld } from '../support/use-world.ts'
import { axeFindings } from './axe.ts'
import { launchChromium } from './chromium.ts'
import { sitePages } from './site-pages.ts'

const world = useWorld()
const pages = sitePages()

let browser: Browser | undefined
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

type Options = Parameters<Browser['newContext']>[0]

const PHONE = { width: 390, height: 844 }

/** Opens a page; returns it with what the browser complained about and the hosts that it asked. */
const open = async (
  address: string,
  { prepare, ...options }: Options & { prepare?(page: Page): Promise<unknown> } = {},
) => {
  if (!browser) return undefined
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  const hosts = new Set<string>()
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http')) hosts.add(host)
  })
  await prepare?.(page)
  await page.goto(address, { waitUntil: 'networkidle' })
  return { page, complaints, hosts, close: () => context.close() }
}

/** Opens pages, several at a time; returns all that axe and the browser find wrong. */
const faultsOf = async (paths: readonly string[], options: Options = {}): Promise<string[]> => {
  const faults: string[] = []
  const waiting = [...paths]
  const lane = async (): Promise<void> => {
    const first = waiting.shift()
    const opened = first && (await open(`${world.url}${first}`, options))
    if (!opened) return
    const { page, complaints, hosts } = opened
    for (let path: string | undefined = first; path !== undefined; path = waiting.shift()) {
      if (path !== first) await page.goto(`${world.url}${path}`, { waitUntil: 'networkidle' })
      const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      const found = [
        ...(await axeFindings(page)),
        ...complaints.splice(0),
        ...(isWider ? ['wider than the screen'] : []),
      ]
      faults.push(...found.map((fault) => `${path}: ${fault}`))
    }
    faults.push(...[...hosts].filter((host) => host !== new URL(world.url).host))
    await opened.close()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return faults
}

const LANES = 4

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
  it('no page has accessibility findings, complaints or calls to other hosts', async () => {
    expect(await faultsOf(pages.filter((page) => page !== '/docs/api/'))).toEqual([])
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
      await opened.page.keyboard.press('/')
      await opened.page
        .getByRole('searchbox')
        .or(opened.page.locator('#localsearch-input'))
        .first()
        .fill('webhook secret')
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
