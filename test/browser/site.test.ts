import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useWorld } from '../support/use-world.ts'
import { axeFindings } from './axe.ts'
import { launchChromium } from './chromium.ts'

const SITE = join(import.meta.dirname, '../../dist/site')
const world = useWorld()

describe('the documentation at /docs', () => {
  const pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html') && name !== '404.html')
    .map((name) => `/docs/${name.replace(/(?:index)?\.html$/, '')}`)

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
    expect(links.length).toBeGreaterThan(25)
    for (const link of links) expect((await fetch(`${world.url}${link}`)).status, link).toBe(200)
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

/** Opens a page; returns it with what the browser complained about and the hosts that it asked. */
const open = async (address: string, colorScheme: 'light' | 'dark' = 'light') => {
  if (!browser) return undefined
  const context = await browser.newContext({ colorScheme })
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
  await page.goto(address, { waitUntil: 'networkidle' })
  return { page, complaints, hosts, close: () => context.close() }
}

describe('the documentation in a browser', () => {
  it.each(['light', 'dark'] as const)(
    'pages in %s have no accessibility findings, no complaints and no calls to other hosts',
    async (colorScheme) => {
      for (const path of ['/docs/', '/docs/own-shop', '/docs/errors', '/docs/database']) {
        const opened = await open(`${world.url}${path}`, colorScheme)
        if (!opened) return
        expect(await axeFindings(opened.page), path).toEqual([])
        expect(opened.complaints, path).toEqual([])
        expect([...opened.hosts], path).toEqual([new URL(world.url).host])
        await opened.close()
      }
    },
  )

  it('a reader finds a page by a word of it', async () => {
    const opened = await open(`${world.url}/docs/`)
    if (!opened) return
    await opened.page.keyboard.press('/')
    await opened.page
      .getByRole('searchbox')
      .or(opened.page.locator('#localsearch-input'))
      .first()
      .fill('webhook secret')
    await opened.page.locator('#localsearch-list a').first().waitFor()
    expect(opened.complaints).toEqual([])
    await opened.close()
  })
})

describe('the API reference', () => {
  it.each(['light', 'dark'] as const)(
    'the reference in %s has no accessibility findings, no complaints and no calls to other hosts',
    async (colorScheme) => {
      const opened = await open(`${world.url}/docs/api/`, colorScheme)
      if (!opened) return
      await opened.page.getByText('Puente merchant API').first().waitFor()
      expect(await axeFindings(opened.page)).toEqual([])
      expect(opened.complaints).toEqual([])
      expect([...opened.hosts]).toEqual([new URL(world.url).host])
      await opened.close()
    },
  )

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
