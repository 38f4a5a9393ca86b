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

// Without an order, the screen shows the first step instead.
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

describe.skipIf(!browser)('an operator who searches for an order', () => {
  it.each(EVERY_READER)(
    'the operator finds an order by its number and reads all of it (%o)',
    async (reader) => {
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
    },
  )

  it('the key / opens the search from anywhere, and ? lists the shortcuts', async () => {
    const { page, sees } = await visit('/')
    await page.keyboard.press('?')
    await sees('Show keyboard shortcuts')
    await page.keyboard.press('Escape')
    await page.getByText('Show keyboard shortcuts').waitFor({ state: 'hidden' })
    await page.keyboard.press('/')
    const search = page.getByRole('combobox', { name: 'Search everything' })
    await search.and(page.locator(':focus')).waitFor()
    expect(await search.inputValue()).toBe('')
  })

  it('a pasted card number is searched by its last four digits, and NUL is harmless', async () => {
    const { page, sees } = await visit('/orders')
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    const field = page.locator('[data-find]')
    await field.fill('4111 1111 1111 1111')
    await page.waitForURL(/search=%221111%22$/)
    await expect.poll(() => field.inputValue()).toBe('1111')
    await field.fill('a\0b')
    await sees('No orders match.')
    await page.waitForURL(/search=a(\+|%20)b$/)
    expect(addresses.filter((address) => /4111|%00/.test(address))).toEqual([])
  })

  it('an operator sees the orders of one currency', async () => {
    await order('USD-1', { currency: 'USD' })
    const { page } = await visit('/orders')
    await page.getByRole('combobox', { name: 'Currency' }).click()
    await page.getByRole('option', { name: 'USD' }).click()
    await page.waitForURL(/currency=USD/)
    await page.getByRole('link', { name: 'ANY-1' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'USD-1' }).waitFor()
  })

  it('a saved view is available in each browser of its person, and to no other person', async () => {
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

  it('an open page shows a payment without a reload', async () => {
    const checkoutUrl = await order('L-1')
    const { page, sees } = await visit('/orders')
    await page.getByRole('link', { name: 'L-1' }).click()
    await sees('Awaiting payment')
    await world.pay(checkoutUrl)
    await sees('Pays the order')
  })

  it('the order leads back to the previous search', async () => {
    await paidOrder('B-1')
    const { page } = await visit('/orders?status=paid')
    await page.getByRole('link', { name: 'B-1' }).click()
    await page.locator('main').getByRole('link', { name: 'Orders' }).click()
    await page.waitForURL('**/orders?status=paid')
  })

  it('the sign-in leads back to the same page after the session ended', async () => {
    const { page } = await visit('/orders?status=paid')
    await page.context().clearCookies()
    await page.reload()
    await page.waitForURL(/\/sign-in\?next=%2Forders%3Fstatus%3Dpaid/)
  })
})

describe.skipIf(!browser)('an operator who refunds', () => {
  it('the operator types a partial amount with a comma, confirms, and finds the refund on the order', async () => {
    await paidOrder('R-1')
    const { page, press, sees, isFineAs } = await visit('/orders')
    await page.getByRole('link', { name: 'R-1' }).click()
    await press('Refund…')
    await page.getByRole('radio', { name: 'Partial refund' }).check()
    await page.getByLabel('Amount').fill('25,50')
    await isFineAs('refund')
    await press('Refund L 25.50')
    await sees('Waiting until the charge is settled.')
    const { body } = await world.api('GET', '/v1/orders/R-1')
    expect(body.refunds).toMatchObject([{ amount: '25.50', state: 'waiting' }])
  })

  it('a viewer cannot refund', async () => {
    await paidOrder('R-2')
    const { page, press, sees } = await visit('/orders', { role: 'viewer' })
    await page.getByRole('link', { name: 'R-2' }).click()
    await press('Refund…')
    await press(/^Refund L/)
    await sees(/not allowed|may not/i)
    expect((await world.api('GET', '/v1/orders/R-2')).body.refunds).toEqual([])
  })
})
