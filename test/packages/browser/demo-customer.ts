import { cpSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Frame, FrameLocator, Page } from 'playwright-core'
import { customerIn } from '../../browser/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { Json, World } from '../../support/world.ts'
import { installed } from '../packed.ts'

const DEMO = 'packages/browser/demo'

/** Installs the tarball into an empty folder, and starts the demo shop there, for one test. */
const openDemoShop = async (tarball: string, world: World): Promise<string> => {
  const shop = await installed(tarball)
  cpSync(DEMO, shop.folder, { recursive: true })
  const settings = { PUENTE_URL: world.url, PUENTE_API_KEY: world.apiKey, PORT: '0' }
  const running = shop.start('server.mjs', settings)
  const port = await eventually(
    async () => /Open http:\/\/localhost:(\d+)/.exec(running.printed())?.[1],
  )
  // Another site than Puente, which is on localhost.
  return `http://127.0.0.1:${port}`
}

/** Records messages, and what the Content-Security-Policy of the shop blocks. */
const RECORDER = `if (window.parent === window) {
  window.messages = []
  window.violations = []
  addEventListener('message', ({ data }) => messages.push(data))
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective))
}`

export interface DemoCustomer {
  page: Page
  shopUrl: string
  /** The card page in its frame. */
  card: FrameLocator
  /** The bank's page in the card page. */
  bank: FrameLocator
  frame(): Promise<Frame>
  type(number: string): Promise<void>
  payBy(number: string): Promise<void>
  /** Waits until the element has fired an event; returns the detail of the latest one. */
  hears(name: string): Promise<Json>
  /** Names of the events so far. */
  heard(): Promise<string[]>
  /** Messages that reached the shop's page. */
  messages(): Promise<Json[]>
  warnings: string[]
  leave(): Promise<void>
}

export const customerOfDemo = async (
  browser: Browser | undefined,
  { tarball, world }: { tarball: string; world: World },
  context: BrowserContextOptions = {},
): Promise<DemoCustomer> => {
  const shopUrl = await openDemoShop(tarball, world)
  const { page, leave } = await customerIn(browser, { locale: 'en-US', ...context })
  const warnings: string[] = []
  page.on('console', (entry) => {
    if (entry.type() === 'warning') warnings.push(entry.text())
  })
  await page.addInitScript(RECORDER)
  await page.goto(shopUrl)
  const card = page.frameLocator('puente-card iframe')
  const field = (name: string) => card.frameLocator('#card-fields iframe').locator(`#${name}`)
  const type = async (number: string) => {
    await field('number').pressSequentially(number)
    await field('expiry').pressSequentially('1239')
    await field('cvc').pressSequentially('123')
    await field('holder').pressSequentially('Ana Mejía')
  }
  return {
    page,
    shopUrl,
    card,
    bank: card.frameLocator('#bank-page'),
    frame: () =>
      eventually(async () =>
        page.frames().find((each) => each.url().startsWith(`${world.url}/pay/`)),
      ),
    type,
    payBy: async (number) => {
      await type(number)
      await card.locator('#pay').click()
    },
    hears: async (name) => {
      const entry = page.locator(`#events li[data-name="${name}"]`).last()
      await entry.waitFor()
      return JSON.parse((await entry.innerText()).slice(name.length + 1))
    },
    heard: () =>
      page.evaluate(
        '[...document.querySelectorAll("#events li")].map(({ dataset }) => dataset.name)',
      ),
    messages: () => page.evaluate('messages'),
    warnings,
    leave,
  }
}
