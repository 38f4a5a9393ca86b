import type { Browser, BrowserContext, BrowserContextOptions, Locator } from 'playwright-core'
import type { Json, World } from '../support/world.ts'
import { type Customer, customerIn } from './customer.ts'
import { HTTPS_URL, serveOverHttps } from './https-front.ts'

/** Over https unless Puente is on loopback. */
export interface CardPageVisitor extends Customer {
  read(): Promise<Json>
  payUrl: string
  button: Locator
  problem: Locator
  saveCard: Locator
  /** The gateway's iframe. */
  field(name: 'number' | 'expiry' | 'cvc' | 'holder'): Locator
  type(card: string): Promise<void>
  payBy(card: string): Promise<void>
  charges(): Promise<number>
}

let orders = 0

export const visitCardPage = async (
  browser: Browser | undefined,
  world: World,
  {
    context = {},
    request = {},
    order = {},
    prepare,
  }: {
    context?: BrowserContextOptions
    request?: Json
    order?: Json
    prepare?: (context: BrowserContext) => Promise<void>
  } = {},
): Promise<CardPageVisitor> => {
  const id = `B-${++orders}`
  const { body } = await world.api('POST', '/v1/checkouts', {
    order: { id, number: '1001', amount: '1250.50', currency: 'HNL', ...order },
    mode: 'card_page',
    ...request,
  })
  const customer = await customerIn(browser, context)
  const { page } = customer
  // Chromium asks before a public page may reach the gateway on loopback.
  await page.context().grantPermissions(['local-network-access'])
  if (body.pay_url.startsWith(HTTPS_URL)) await serveOverHttps(page.context(), world.url)
  await prepare?.(page.context())
  await page.goto(body.pay_url)
  await page.waitForURL('**/card**')

  const button = page.locator('#pay')
  const field: CardPageVisitor['field'] = (name) =>
    page.frameLocator('#card-fields iframe').locator(`#${name}`)
  const type = async (card: string) => {
    await field('number').pressSequentially(card)
    await field('expiry').pressSequentially('1239')
    await field('cvc').pressSequentially('123')
    await field('holder').pressSequentially('Ana Mejía')
  }
  return {
    ...customer,
    payUrl: body.pay_url,
    read: async () => (await world.api('GET', `/v1/orders/${id}`)).body,
    button,
    problem: page.locator('#problem:not([hidden])'),
    saveCard: page.locator('#save-card'),
    field,
    type,
    payBy: async (card) => {
      await type(card)
      await button.click()
    },
    charges: async () => {
      const response = await fetch(`${world.sandbox.url}/v1/payments?external_reference=${id}`, {
        headers: { authorization: 'Bearer sk_test_sandbox' },
      })
      const { data } = (await response.json()) as { data: Json[] }
      return data.filter(({ status }) => status === 'paid').length
    },
  }
}
