import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import type { Role } from '../../../src/domain/rights.ts'
import { eventually, HANG_MS } from '../../support/eventually.ts'
import { signedInPerson } from '../../support/people.ts'
import type { World } from '../../support/world.ts'

export interface Reading {
  page: Page
  press(name: string | RegExp): Promise<void>
  sees(text: string | RegExp): Promise<void>
  /** Asserts that the page fits its screen and axe finds nothing serious. */
  isFineAs(picture: string, options?: { fullPage: boolean }): Promise<void>
  leave(): Promise<void>
}

export interface Visitor extends Reading {
  email: string
  open(path: string): Promise<void>
}

const SIZES = {
  desktop: { width: 1200, height: 800 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 375, height: 740 },
}

export interface VisitorOptions {
  role?: Role
  language?: 'es' | 'en'
  size?: keyof typeof SIZES
  colorScheme?: 'light' | 'dark'
  /** IANA name; default: the machine's. */
  timeZone?: string
  /** Offset of the browser's clock. */
  clockOffMs?: number
}

type Reader = VisitorOptions & Required<Pick<VisitorOptions, 'language' | 'size'>>

/** The longest words on the smallest screen; the nightly command adds readers. */
export const EVERY_READER: readonly Reader[] = [
  { language: 'es', size: 'phone', colorScheme: 'dark' },
  ...(process.env.ALL_READERS
    ? ([
        { language: 'en', size: 'desktop' },
        { language: 'es', size: 'desktop' },
      ] as const)
    : []),
]

const PICTURES = process.env.PICTURES_DIR

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

let people = 0

export const visitorOf = async (
  world: World,
  browser: Browser | undefined,
  { role = 'owner', ...reader }: VisitorOptions = {},
): Promise<Visitor> => {
  const reading = await readingIn(world, browser, reader)
  const { page } = reading
  const { cookie, email } = await signedInPerson(world, {
    email: `person-${++people}@tienda.example`,
    role,
  })
  await page.context().addCookies(
    cookie.split('; ').map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('='), url: world.url }
    }),
  )
  return {
    ...reading,
    email,
    open: async (path) => {
      await page.goto(`${world.url}${path}`)
      await page.locator('main h1').first().waitFor()
    },
  }
}

export const readingIn = async (
  world: World,
  browser: Browser | undefined,
  {
    language = 'en',
    size = 'desktop',
    colorScheme = 'light',
    timeZone,
    clockOffMs = 0,
  }: Omit<VisitorOptions, 'role'> = {},
): Promise<Reading> => {
  if (!browser) throw new Error('No browser')
  const context = await browser.newContext({
    locale: language === 'es' ? 'es-HN' : 'en-US',
    viewport: SIZES[size],
    colorScheme,
    reducedMotion: 'reduce',
    ...(timeZone ? { timezoneId: timeZone } : {}),
  })
  context.setDefaultTimeout(HANG_MS)
  await context.clock.setSystemTime(world.puente.ctx.clock.now().getTime() + clockOffMs)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  return {
    page,
    press: (name) => page.getByRole('button', { name }).first().click(),
    sees: (text) => page.getByText(text).first().waitFor().catch(withContentOf(page)),
    isFineAs: async (picture, { fullPage } = { fullPage: true }) => {
      await page.waitForLoadState('networkidle', { timeout: 1_000 }).catch(() => {})
      if (PICTURES) {
        mkdirSync(PICTURES, { recursive: true })
        const path = `${PICTURES}/${picture}-${language}-${size}-${colorScheme}.png`
        await page.screenshot({ path, fullPage })
      }
      const overflow = await page
        .locator('html')
        .evaluate((html) => html.scrollWidth - html.clientWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      expect(await seriousFindings(page)).toEqual([])
      expect(errors).toEqual([])
    },
    leave: () => context.close(),
  }
}

/** Adds the page's content to the error of a wait that ended in vain. */
const withContentOf = (page: Page) => async (error: Error) => {
  const content = await page.locator('body').innerText()
  throw new Error(`${error.message}\nThe page shows:\n${content}`, { cause: error })
}

const STABLE_READS = 3

/** Waits until elements keep their place and size, after a resize for instance; returns their boxes. */
export const stableBoxes = async (...elements: readonly Locator[]) => {
  let before = ''
  let reads = 0
  return eventually(async () => {
    const boxes = await Promise.all(elements.map((element) => element.boundingBox()))
    const shown = boxes.flatMap((box) => box ?? [])
    const now = JSON.stringify(shown)
    reads = shown.length === elements.length && now === before ? reads + 1 : 1
    before = now
    return reads >= STABLE_READS && shown
  })
}

/** Holds responses until the returned function is called. */
export const held = async (page: Page, address: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

interface Violation {
  id: string
  impact: string | null
  nodes: { target: unknown[]; failureSummary?: string }[]
}

export const useVisits = (world: () => World, browser: Browser | undefined) => {
  let visitor: Visitor | undefined
  afterEach(async () => {
    await visitor?.leave()
    visitor = undefined
  })
  return async (path: string, options?: VisitorOptions): Promise<Visitor> => {
    visitor = await visitorOf(world(), browser, options)
    await visitor.open(path)
    return visitor
  }
}

const seriousFindings = async (page: Page): Promise<string[]> => {
  await page.evaluate(readFileSync(AXE, 'utf8'))
  const violations: Violation[] = await page.evaluate(
    'axe.run().then(({ violations }) => violations)',
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    )
}
