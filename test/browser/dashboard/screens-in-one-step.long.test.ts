import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { useWorld } from '../../support/use-world.ts'
import { TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { visitorOf } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const MANIFEST = new URL('../../../dashboard/dist/manifest.json', import.meta.url)
const textsOf = (screen: string): string => {
  const manifest: Record<string, { file: string }> = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  return manifest[`screens/${screen}/locales/en.json`]?.file ?? ''
}

/** Long timers never fire, so that a slow machine shows no frame either. */
const WATCH_FOR_FRAME = `
  const start = setTimeout
  globalThis.setTimeout = (run, ms = 0) => (ms < 100 ? start(run, ms) : 0)
  globalThis.hasShownFrame = false
  const has = (selector) => document.querySelector(selector) !== null
  new MutationObserver(() => {
    if (has('main .mantine-Skeleton-root') && !has('main h1')) hasShownFrame = true
  }).observe(document, { childList: true, subtree: true })`

describe.skipIf(!browser)('a screen opens in one step', () => {
  it.each([
    ['/status', 'health'],
    ['/audit', 'audit'],
    ['/counter', 'counter'],
    [`/stores/${TEST_STORE}`, 'store'],
  ])('%s waits for its late texts instead of showing a frame', async (path, screen) => {
    const reading = await visitorOf(world, browser)
    const { page } = reading
    await page.addInitScript(WATCH_FOR_FRAME)
    const session = page.waitForResponse('**/auth/session')
    await page.route(`**/${textsOf(screen)}`, async (route) => {
      await session
      await route.continue()
    })
    await reading.open(path)
    expect(await page.evaluate('hasShownFrame')).toBe(false)
    await reading.leave()
  })

  it('the panels of a store load while the store itself does', async () => {
    const reading = await visitorOf(world, browser)
    const { page } = reading
    const store = `/operator/v1/stores/${TEST_STORE}`
    const panels = ['webhook-health', 'reports', 'endpoints', 'brand'].map(
      (panel) => `${store}/${panel}`,
    )
    const requested = Promise.all(panels.map((panel) => page.waitForRequest(`**${panel}`)))
    await page.route(`**${store}`, async (route) => {
      await requested
      await route.continue()
    })
    await reading.open(`/stores/${TEST_STORE}`)
    await page.locator('#webhooks').waitFor()
    expect(await page.locator('main').textContent()).toContain('Notification endpoints')
    await reading.leave()
  })
})
