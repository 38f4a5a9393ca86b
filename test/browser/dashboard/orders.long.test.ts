import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useWorld } from '../../support/use-world.ts'
import { eventually } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, useVisits, visitorOf } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const visit = useVisits(() => world, browser)

const order = async (id: string, fields: Record<string, unknown> = {}): Promise<string> => {
  const { body } = await world.api('POST', '/v1/checkouts', {
    order: { id, number: id, amount: '125.50', currency: 'HNL', ...fields },
  })
  return body.payment.checkout_url
}

// Without any order the screen says what to do first.
beforeAll(async () => {
  if (browser) await order('ANY-1')
})

const paidOrder = async (id: string, fields?: Record<string, unknown>): Promise<void> => {
  await world.pay(await order(id, fields))
  await eventually(async () => {
    const { body } = await world.api('GET', `/v1/orders/${id}`)
    return body.order.status === 'paid'
  })
}

describe.skipIf(!browser)('an operator who looks for an order', () => {
  it.each(EVERY_READER)('finds it by its number and reads all of it (%o)', async (reader) => {
    const id = `F-${reader.language}-${reader.size}`
    await paidOrder(id, {
      description: '<b>Café</b> \u202e مرحبا ☕',
      customer: { name: 'Ana '.repeat(30), email: 'ana@example.com' },
    })
    const { page, isFineAs, sees } = await visit('/orders', reader)
    await isFineAs('orders')
    await page.locator('[data-find]').fill(id)
    await page.getByRole('link', { name: id }).click()
    await sees(reader.language === 'es' ? 'Paga el pedido' : 'Pays the order')
    await page.locator('details.raw summary').first().click()
    await page.locator('details.raw pre').first().waitFor()
    await isFineAs('order')
  })

  it('is led to the search by the key / from anywhere, and shown the keys by ?', async () => {
    const { page, sees } = await visit('/')
    await page.keyboard.press('?')
    await sees('Show keyboard shortcuts')
    await page.keyboard.press('Escape')
    await page.getByText('Show keyboard shortcuts').waitFor({ state: 'hidden' })
    await page.keyboard.press('/')
    await page.locator('[data-find]:focus').waitFor()
    expect(new URL(page.url()).pathname).toBe('/orders')
  })

  it('finds a saved view in every browser of theirs, and others have their own', async () => {
    const here = await visit('/orders?status=paid&least=50', { role: 'viewer' })
    await here.press('Save this view')
    await here.page.getByLabel('Name').and(here.page.locator(':focus')).waitFor()
    await here.page.keyboard.type('Paid <b>large</b>')
    await here.page.keyboard.press('Enter')
    await here.sees('Delete this view')
    const again = await here.page.context().browser()?.newContext({ locale: 'en-US' })
    if (!again) throw new Error('No browser')
    await again.addCookies(await here.page.context().cookies())
    const other = await again.newPage()
    await other.goto(`${world.url}/orders`)
    await other.getByRole('button', { name: 'Paid <b>large</b>' }).click()
    await other.waitForURL(/status=paid/)
    await other.getByRole('button', { name: 'Delete this view' }).click()
    await other.getByRole('button', { name: 'Paid <b>large</b>' }).waitFor({ state: 'detached' })
    await again.close()
    const somebody = await visitorOf(world, browser)
    await somebody.open('/orders?status=paid')
    await somebody.sees('Save this view')
    await somebody.leave()
  })

  it('sees a payment on the page that is open, without loading it again', async () => {
    const checkoutUrl = await order('L-1')
    const { page, sees } = await visit('/orders')
    await page.getByRole('link', { name: 'L-1' }).click()
    await sees('Awaiting payment')
    await world.pay(checkoutUrl)
    await sees('Pays the order')
  })

  it('comes back from an order to what was looked for', async () => {
    await paidOrder('B-1')
    const { page } = await visit('/orders?status=paid')
    await page.getByRole('link', { name: 'B-1' }).click()
    await page.locator('main').getByRole('link', { name: 'Orders' }).click()
    await page.waitForURL('**/orders?status=paid')
  })

  it('comes back to the same page after the session is over', async () => {
    const { page } = await visit('/orders?status=paid')
    await page.context().clearCookies()
    await page.reload()
    await page.waitForURL(/\/sign-in\?next=%2Forders%3Fstatus%3Dpaid/)
  })
})

describe.skipIf(!browser)('an operator who refunds', () => {
  it('types a part with a comma, confirms, and finds the refund with the order', async () => {
    await paidOrder('R-1')
    const { page, press, sees, isFineAs } = await visit('/orders')
    await page.getByRole('link', { name: 'R-1' }).click()
    await press('Refund…')
    await page.getByRole('radio', { name: 'A part' }).check()
    await page.getByLabel('Amount').fill('25,50')
    await isFineAs('refund')
    await press('Refund L 25.50')
    await sees('Waiting until the charge is settled.')
    const { body } = await world.api('GET', '/v1/orders/R-1')
    expect(body.refunds).toMatchObject([{ amount: '25.50', state: 'waiting' }])
  })

  it('is not let to by a role that only looks', async () => {
    await paidOrder('R-2')
    const { page, press, sees } = await visit('/orders', { role: 'viewer' })
    await page.getByRole('link', { name: 'R-2' }).click()
    await press('Refund…')
    await press(/^Refund L/)
    await sees(/not allowed|may not/i)
    expect((await world.api('GET', '/v1/orders/R-2')).body.refunds).toEqual([])
  })
})
