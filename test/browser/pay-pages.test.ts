import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addMs } from '../../src/runtime/clock.ts'
import { CARDS, type World } from '../support/world.ts'
import { launchChromium } from './chromium.ts'
import { type Customer, customerIn } from './customer.ts'
import { startDemoWorld } from './demo-world.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

let world: World
let customer: Customer
beforeAll(async () => {
  world = await startDemoWorld()
})
afterEach(() => customer.leave())
afterAll(() => world.close())

const payLinkFor = async (id: string): Promise<string> => {
  const order = { id, amount: '125.50', currency: 'HNL' }
  const { body } = await world.api('POST', '/v1/checkouts', { order, locale: 'en' })
  return body.pay_url
}

/** An attempt that somebody is creating at the gateway, or that it has answered after all. */
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

describe.skipIf(!browser)('the pages of a pay link', () => {
  it('a customer who came back without paying is not left waiting for ever', async () => {
    customer = await customerIn(browser)
    const { page } = customer
    await page.clock.install()
    await page.goto(`${await payLinkFor('P-1')}/return`)
    await customer.sees('We are confirming your payment')
    const wayOut = page.getByRole('link', { name: 'Not paid yet? Back to the payment' })
    expect(await wayOut.isVisible()).toBe(false)

    await page.clock.fastForward(25_000)
    await wayOut.click()
    await page.waitForURL('**/checkout/**')
    await customer.payWith(CARDS.approved)
    await customer.sees('Payment received')
  })

  it('the page of a payment that is not ready yet goes on to the checkout when it is', async () => {
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

  it('says in test mode that no money moves, and in live mode nothing of the kind', async () => {
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
