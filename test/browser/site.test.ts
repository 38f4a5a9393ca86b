import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPages } from '../../site/build/stage.ts'
import { useWorld } from '../support/use-world.ts'
import { axeFindings } from './axe.ts'
import { launchChromium } from './chromium.ts'

const ROOT = join(import.meta.dirname, '../..')
const SITE = join(ROOT, 'dist/site')
const world = useWorld()

const pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html') && name !== '404.html')
  .map((name) => `/docs/${name.replace(/(?:index)?\.html$/, '')}`)

describe('the documentation at /docs', () => {
  it('every page, and every address that it names, answers', async () => {
    expect(pages.length).toBeGreaterThan(30)
    const named = new Set(pages)
    for (const page of pages) {
      const response = await fetch(`${world.url}${page}`)
      expect(response.status, page).toBe(200)
      for (const [, address = ''] of (await response.text()).matchAll(
        /(?:href|src)="(\/[^"#?]*)/g,
      )) {
        named.add(address)
      }
    }
    const dead: string[] = []
    for (const address of named) {
      const { status } = await fetch(`${world.url}${address}`)
      if (status !== 200) dead.push(`${status} ${address}`)
    }
    expect(dead).toEqual([])
  })

  it('every fragment of a link is a heading of its page', async () => {
    const idsOf = (page: string): string[] => {
      const name = page.replace(/^\/docs\//, '').replace(/\/$/, '/index') || 'index'
      const file = join(SITE, `${name}.html`)
      if (!existsSync(file)) return []
      return [...readFileSync(file, 'utf8').matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
    }
    const wrong = pages.flatMap((page) => {
      const name = page.replace(/^\/docs\//, '')
      const text = readFileSync(
        join(SITE, `${name === '' || name.endsWith('/') ? `${name}index` : name}.html`),
        'utf8',
      )
      return [...text.matchAll(/href="(\/docs[^"#]*)?#([^"]+)"/g)]
        .filter(([, to = page, id = '']) => !idsOf(to).includes(decodeURIComponent(id)))
        .map(([link]) => `${page}: ${link}`)
    })
    expect(wrong).toEqual([])
  })

  it('no page runs an inline script or asks another host', () => {
    for (const name of readdirSync(SITE, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.html')) continue
      const text = readFileSync(join(SITE, name), 'utf8')
      expect(text, name).not.toMatch(/<script(?![^>]*\ssrc=)/)
      expect(text, name).not.toMatch(/<(?:script|link|img)[^>]*(?:src|href)="https?:/)
    }
  })

  it('a program finds every page as Markdown in llms.txt', async () => {
    const response = await fetch(`${world.url}/llms.txt`)
    expect(response.status).toBe(200)
    const links = [...(await response.text()).matchAll(/\]\((\/[^)]+)\)/g)].map(([, to]) => to)
    const documents = readPages(ROOT).map(({ path }) => `/docs/${path}.md`)
    expect(documents.filter((path) => !links.includes(path))).toEqual([])
    for (const link of links) expect((await fetch(`${world.url}${link}`)).status, link).toBe(200)
  })

  it('the index that the search loads is sent compressed', async () => {
    const [index] = readdirSync(join(SITE, 'assets/chunks')).filter((name) =>
      /^@localSearchIndexroot.*\.js$/.test(name),
    )
    const answer = await fetch(`${world.url}/docs/assets/chunks/${index}`)
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  })

  it('the mark of the build has no address', async () => {
    for (const path of ['/docs/made-from', '/docs/site-made-from', '/docs/index.html.gz']) {
      expect((await fetch(`${world.url}${path}`)).status, path).toBe(404)
    }
  })

  it('a HEAD of a page has its headers: fresh at each visit, scripts of this host only', async () => {
    const { status, headers } = await fetch(`${world.url}/docs/own-shop`, { method: 'HEAD' })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
  })

  it('an unknown page answers 404', async () => {
    expect((await fetch(`${world.url}/docs/no-such-page`)).status).toBe(404)
  })
})

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
