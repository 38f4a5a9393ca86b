import { afterAll, describe, expect, it } from 'vitest'
import { useWorld } from '../../support/use-world.ts'
import { TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { visitorOf } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

/** Runs in the browser: timers that a person would notice never fire, as that of a frame in React. */
const withoutLongTimers = () => {
  const start = globalThis.setTimeout
  const startUnlessLong = (run: () => void, ms = 0) => (ms < 100 ? start(run, ms) : 0)
  Object.assign(globalThis, { setTimeout: startUnlessLong })
}

describe.skipIf(!browser)('a screen opens in one step', () => {
  it.each(['/status', '/audit', '/counter', `/stores/${TEST_STORE}`])(
    '%s shows its heading as soon as its texts are there',
    async (path) => {
      const reading = await visitorOf(world, browser)
      await reading.page.addInitScript(withoutLongTimers)
      await reading.open(path)
      await reading.leave()
    },
  )

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
