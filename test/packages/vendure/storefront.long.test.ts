import { cpSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { launchChromium } from '../../browser/chromium.ts'
import { type Customer, customerIn } from '../../browser/customer.ts'
import { useStarted, useWorld } from '../../support/use-world.ts'
import { CARDS, eventually } from '../../support/world.ts'
import { install, usePacked } from '../packed.ts'
import { useVendureShop } from './vendure-shop.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
const vendure = useVendureShop(world)
const packed = usePacked('browser')
const storefront = useStarted(async () => {
  const shop = await install(packed.tarball)
  cpSync('examples/vendure', shop.folder, {
    recursive: true,
    filter: (name) => !name.endsWith('package.json'),
  })
  const running = shop.start('serve.mjs', { ENGINE_URL: vendure.url, PORT: '0' })
  const url = await eventually(async () => /Open the shop: (\S+)/.exec(running.printed())?.[1])
  return {
    url,
    close: () => {
      running.stop()
      shop.remove()
    },
  }
})

let customer: Customer
afterEach(() => customer.leave())

const visit = async (): Promise<Customer> => {
  customer = await customerIn(browser, { locale: 'en-US' })
  await customer.page.goto(storefront.url)
  await customer.page.getByRole('heading', { name: /^Widget, / }).waitFor()
  return customer
}

const order = async (button: string): Promise<void> => {
  const { page } = customer
  await page.getByLabel('Name').fill('Ana Mejía')
  await page.getByLabel('E-mail').fill('ana@example.com')
  await page.getByLabel('Street').fill('Calle 1')
  await page.getByLabel('City').fill('Tegucigalpa')
  await page.getByRole('button', { name: button }).click()
}

/** Waits for the page of thanks; returns the order as Vendure has it. */
const thanked = async () => {
  await customer.page.getByText('Thank you, the order is paid.').waitFor()
  return vendure.order(new URL(customer.page.url()).searchParams.get('order') ?? '')
}

describe.skipIf(!browser)('the storefront of the example', () => {
  it('sells by the payment page, also to a customer who came back from it to correct the name', async () => {
    const { page, payWith } = await visit()
    await order('Pay on the payment page')
    await page.waitForURL('**/checkout/**')
    await page.goto(storefront.url)
    await order('Pay on the payment page')
    await page.waitForURL('**/checkout/**')
    await payWith(CARDS.approved)
    const { state, payments } = await thanked()
    expect(state).toBe('PaymentSettled')
    expect(payments).toHaveLength(1)
  })

  it('sells by card fields in its own page, after a decline', async () => {
    const { page } = await visit()
    await order('Pay here by card')
    const card = page.frameLocator('puente-card iframe')
    const type = async (number: string) => {
      const field = (name: string) => card.frameLocator('#card-fields iframe').locator(`#${name}`)
      await field('number').pressSequentially(number)
      await field('expiry').pressSequentially('1239')
      await field('cvc').pressSequentially('123')
      await field('holder').pressSequentially('Ana Mejía')
      await card.locator('#pay').click()
    }
    await type(CARDS.noFunds)
    await card.getByText('does not have enough funds').waitFor()
    await type(CARDS.approved)
    const { state, payments } = await thanked()
    expect(state).toBe('PaymentSettled')
    expect(payments).toHaveLength(1)
  })
})
