import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { useWorld } from '../support/use-world.ts'
import type { World } from '../support/world.ts'
import { axeFindings } from './axe.ts'
import { launchChromium } from './chromium.ts'

/** Pages that are examined at a time. */
const LANES = 4

type Options = Parameters<Browser['newContext']>[0]

/** A reader of the documentation that a world's Puente serves. */
export interface SiteReader {
  world: World
  /** Opens a page. `undefined` on a machine without Chromium. */
  open(
    address: string,
    options?: Options & { prepare?(page: Page): Promise<unknown> },
  ): Promise<OpenedPage | undefined>
  /** Opens pages, several at a time; returns all that axe and the browser find wrong. */
  faultsOf(paths: readonly string[], options?: Options): Promise<string[]>
}

export interface OpenedPage {
  page: Page
  /** What the browser complained about. */
  complaints: string[]
  /** Hosts that the page asked. */
  hosts: Set<string>
  close(): Promise<void>
}

export const useSiteReader = (): SiteReader => {
  const world = useWorld()
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  const open: SiteReader['open'] = async (address, { prepare, ...options } = {}) => {
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

  const faultsOf: SiteReader['faultsOf'] = async (paths, options = {}) => {
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

  return { world, open, faultsOf }
}
