import { cpSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Frame, FrameLocator, Page } from 'playwright-core'
import { customerIn } from '../../browser/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { useStarted } from '../../support/use-world.ts'
import type { Json, World } from '../../support/world.ts'
import { install, type PackedPackage } from '../packed.ts'

const DEMO = 'packages/browser/demo'

/** Installs the tarball into an empty folder, and runs the demo shop there, for the tests of a file. */
export const useDemoShop = (packed: PackedPackage, world: World): { url: string } =>
  useStarted(async () => {
    const shop = await install(packed.tarball)
    cpSync(DEMO, shop.folder, { recursive: true })
    const settings = { PUENTE_URL: world.url, PUENTE_API_KEY: world.apiKey, PORT: '0' }
    const running = shop.start('server.mjs', settings)
    const port = await eventually(
      async () => /Open http:\/\/localhost:(\d+)/.exec(running.printed())?.[1],
    )
    return {
      // Another site than Puente, which is on localhost.
      url: `http://127.0.0.1:${port}`,
      close: () => {
        running.stop()
        shop.remove()
      },
    }
  })

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
  /** The demo's order. */
  orderId(): Promise<string>
  /** Successful charges of the demo's order at the gateway. */
  charges(): Promise<number>
  warnings: string[]
  leave(): Promise<void>
}

/** Counts the successful charges of an order at the gateway. */
export const chargesOf = async ({ sandbox }: World, id: string): Promise<number> => {
  const response = await fetch(`${sandbox.url}/v1/payments?external_reference=${id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  const { data } = (await response.json()) as { data: Json[] }
  return data.filter(({ status }) => status === 'paid').length
}

export const customerOfDemo = async (
  browser: Browser | undefined,
  { shopUrl, world }: { shopUrl: string; world: World },
  context: BrowserContextOptions = {},
): Promise<DemoCustomer> => {
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
  const orderId = async () =>
    /demo-[\d-]+/.exec(await page.locator('#order').innerText())?.[0] ?? ''
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
    orderId,
    charges: async () => chargesOf(world, await orderId()),
    warnings,
    leave,
  }
}
