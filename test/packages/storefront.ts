import { cpSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterEach, describe, it } from 'vitest'
import { type Customer, customerIn } from '../browser/customer.ts'
import { useStarted } from '../support/use-world.ts'
import { CARDS, eventually } from '../support/world.ts'
import { install, usePacked } from './packed.ts'

export interface Storefront {
  /** Folder of `examples`. */
  example: string
  /** Environment of the program, once the engine runs. */
  settings: () => Readonly<Record<string, string>>
  /** Heading of the shop. */
  heading: RegExp
  /** Expects that an order is paid once; `reference` is in the address of the page of thanks. */
  expectPaidOnce(reference: string): Promise<void>
}

/** Runs the storefront of an example with the packed element, and declares what its customers do. */
export const storefrontSells = (
  browser: Browser | undefined,
  { example, settings, heading, expectPaidOnce }: Storefront,
): void => {
  const packed = usePacked('browser')
  const storefront = useStarted(async () => {
    const shop = await install(packed.tarball)
    cpSync(`examples/${example}`, shop.folder, {
      recursive: true,
      filter: (name) => !name.endsWith('package.json'),
    })
    const running = shop.start('serve.mjs', settings())
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
    await customer.page.getByRole('heading', { name: heading }).waitFor()
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

  const expectThanks = async (): Promise<void> => {
    await customer.page.getByText('Thank you, the order is paid.').waitFor()
    const [, reference = ''] = customer.page.url().split('=')
    await expectPaidOnce(reference)
  }

  describe.skipIf(!browser)(`the storefront of examples/${example}`, () => {
    it('sells by the payment page, also to a customer who came back from it to correct the name', async () => {
      const { page, payWith } = await visit()
      await order('Pay on the payment page')
      await page.waitForURL('**/checkout/**')
      await page.goto(storefront.url)
      await order('Pay on the payment page')
      await page.waitForURL('**/checkout/**')
      await payWith(CARDS.approved)
      await expectThanks()
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
      await expectThanks()
    })
  })
}
