import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { addMs } from '../../src/runtime/clock.ts'
import { CARDS, eventually } from '../support/world.ts'
import { launchChromium } from './chromium.ts'
import { type Customer, customerIn } from './customer.ts'
import { useDemoWorld } from './demo-world.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

let customer: Customer
const world = useDemoWorld()
afterEach(() => customer.leave())

const payLinkFor = async (id: string): Promise<string> => {
  const order = { id, amount: '125.50', currency: 'HNL' }
  const { body } = await world.api('POST', '/v1/checkouts', { order, locale: 'en' })
  return body.pay_url
}

const setAttempt = (id: string, state: 'intended' | 'pending') =>
  world.puente.ctx.db.query
    .updateTable('payments')
    .set({
      state,
      claimed_until: state === 'intended' ? addMs(world.puente.ctx.clock.now(), 60_000) : null,
    })
    .where('order_id', 'in', (orders) =>
      orders.selectFrom('orders').select('orders.id').where('external_id', '=', id),
    )
    .execute()

const blockStorage = () => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    get: () => {
      throw new DOMException('Denied', 'SecurityError')
    },
  })
}

/** Puts a cache in front of a page; returns how often it answered a navigation. */
const fromCache = async (
  page: Page,
  {
    address,
    cached,
    isKeyedByQuery = false,
  }: { address: string; cached: string; isKeyedByQuery?: boolean },
) => {
  let loads = 0
  const isCached = (url: URL) =>
    isKeyedByQuery ? url.href === address : url.origin + url.pathname === address
  await page.route(isCached, async (route) => {
    if (route.request().isNavigationRequest()) loads++
    await route.fulfill({ contentType: 'text/html', body: cached })
  })
  return () => loads
}

describe.skipIf(!browser)('pages of a pay link', () => {
  it('a customer who returned without paying gets a way out after a while', async () => {
    customer = await customerIn(browser)
    const { page } = customer
    await page.clock.install()
    await page.goto(`${await payLinkFor('P-1')}/return`)
    await customer.sees('We are confirming your payment')
    const wayOut = page.getByRole('link', { name: 'Not paid yet? Return to payment' })
    expect(await wayOut.isVisible()).toBe(false)

    await page.clock.fastForward(25_000)
    await wayOut.click()
    await page.waitForURL('**/checkout/**')
    await customer.payWith(CARDS.approved)
    await customer.sees('Payment received')
  })

  it('a payment that is not ready yet leads to the checkout once it is', async () => {
    customer = await customerIn(browser)
    const payUrl = await payLinkFor('P-2')
    await setAttempt('P-2', 'intended')
    await customer.page.goto(payUrl)
    await customer.sees('The payment is not ready yet')
    await setAttempt('P-2', 'pending')
    await customer.page.waitForURL('**/checkout/**')
  })

  it('the return page stays still while another attempt is being created', async () => {
    customer = await customerIn(browser)
    const { page } = customer
    const payUrl = await payLinkFor('P-3')
    await setAttempt('P-3', 'intended')
    await page.goto(`${payUrl}/return`)
    let loads = 0
    page.on('framenavigated', () => loads++)
    await page.waitForResponse('**/return/status')
    await page.waitForResponse('**/return/status')
    expect(loads).toBe(0)
    await customer.sees('We are confirming your payment')
  })

  it.each(['works', 'is blocked'])(
    'a "not ready" page from a cache reloads only once: storage %s',
    async (storage) => {
      customer = await customerIn(browser)
      const { page } = customer
      if (storage === 'is blocked') await page.addInitScript(blockStorage)
      await page.clock.install()
      const payUrl = await payLinkFor(`P-${storage}`)
      await setAttempt(`P-${storage}`, 'intended')
      const cached = await (await fetch(`${payUrl}?lang=en`)).text()
      await setAttempt(`P-${storage}`, 'pending')
      const loads = await fromCache(page, { address: payUrl, cached })
      await page.goto(payUrl)
      let polls = 0
      page.on('response', (response) => {
        if (response.url().includes('/status')) polls++
      })
      await eventually(async () => {
        await page.clock.runFor(6_000)
        return polls > 4
      })
      expect(loads()).toBe(2)
      expect(await page.getByRole('link', { name: 'Try again' }).isVisible()).toBe(true)
    },
  )

  it('a return page from a cache confirms the payment without a reload', async () => {
    customer = await customerIn(browser)
    const { page } = customer
    const payUrl = await payLinkFor('P-cached')
    const address = `${payUrl}/return`
    const cached = await (await fetch(`${address}?lang=en`)).text()
    await page.goto(payUrl)
    await customer.payWith(CARDS.approved)
    await customer.sees('Payment received')
    const loads = await fromCache(page, { address, cached, isKeyedByQuery: true })
    await page.goto(address)
    await customer.sees('Payment received')
    expect(loads()).toBe(1)
  })

  it('the page states in test mode that no money moves, and not in live mode', async () => {
    customer = await customerIn(browser)
    const { page } = customer
    await page.goto(`${await payLinkFor('P-4')}/return`)
    expect(await page.getByText('Test mode: no money moves.').isVisible()).toBe(true)
    const stores = world.puente.ctx.db.query.updateTable('stores')
    await stores.set({ environment: 'live' }).execute()
    await page.reload()
    expect(await page.getByText('Test mode').count()).toBe(0)
    await stores.set({ environment: 'test' }).execute()
  })
})
