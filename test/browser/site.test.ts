import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPages } from '../../site/build/stage.ts'
import { useWorld } from '../support/use-world.ts'
import { SITE, sitePages } from './site-pages.ts'

const ROOT = join(import.meta.dirname, '../..')
const world = useWorld()
const pages = sitePages()

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
