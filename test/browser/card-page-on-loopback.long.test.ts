import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { useWorld } from '../support/use-world.ts'
import { eventually } from '../support/world.ts'
import { type CardPageVisitor, visitCardPage } from './card-page-visitor.ts'
import { launchChromium } from './chromium.ts'
import { contrastOf, unnamedControls } from './readable.ts'

const CARDS = {
  approved: '4111111111111111',
  noFunds: '4000000000009995',
  challenge: '4000000000003220',
  frictionless: '4000000000003238',
} as const

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
let visitor: CardPageVisitor
afterEach(() => visitor.leave())

const visit = async (options: Parameters<typeof visitCardPage>[2] = {}) => {
  visitor = await visitCardPage(browser, world, options)
  return visitor
}

const answerBank = async (
  { page }: CardPageVisitor,
  answer: 'authenticated' | 'failed' | 'abandoned',
): Promise<void> => {
  const button = page.frameLocator('#bank-page').locator(`button[value=${answer}]`)
  await button.waitFor()
  await button.click()
}

describe.skipIf(!browser)('the card page on loopback, without https', () => {
  it('the customer pays by card', async () => {
    const { payBy, sees, page } = await visit()
    expect(new URL(page.url()).protocol).toBe('http:')
    await payBy(CARDS.approved)
    await sees('Pago recibido')
  })

  it('the page explains a declined card and accepts another one', async () => {
    const { payBy, sees, problem } = await visit()
    await payBy(CARDS.noFunds)
    await problem.waitFor()
    expect(await problem.textContent()).toContain('no tiene fondos')
    await payBy(CARDS.approved)
    await sees('Pago recibido')
  })

  it('the page shows the bank in a dialog and continues once the customer has authenticated', async () => {
    const customer = await visit()
    await customer.payBy(CARDS.challenge)
    await customer.page.getByRole('heading', { name: 'Su banco quiere confirmar' }).waitFor()
    await answerBank(customer, 'authenticated')
    await customer.sees('Pago recibido')
    expect((await customer.read()).order.status).toBe('paid')
  })

  it('the page states that nothing was charged after a failed authentication and accepts another card', async () => {
    const customer = await visit({ request: { locale: 'en' } })
    await customer.payBy(CARDS.challenge)
    await answerBank(customer, 'failed')
    await customer.page.waitForURL('**/card?failed=1**')
    expect(await customer.problem.textContent()).toContain('You were not charged')
    await customer.payBy(CARDS.approved)
    await customer.sees('Payment received')
    expect(await customer.charges()).toBe(1)
  })

  it('a customer who abandons the authentication can pay with another card', async () => {
    const customer = await visit()
    await customer.payBy(CARDS.challenge)
    await answerBank(customer, 'abandoned')
    await customer.page.getByRole('link', { name: 'Pagar con otra tarjeta' }).click()
    await customer.page.waitForURL('**/card?lang=es')
    await customer.payBy(CARDS.approved)
    await customer.sees('Pago recibido')
    expect(await customer.charges()).toBe(1)
  })

  it("the bank's page stops once the dialog closes", async () => {
    const customer = await visit()
    const { page } = customer
    await customer.payBy(CARDS.challenge)
    await page.frameLocator('#bank-page').locator('button').first().waitFor()
    // The next page is slow.
    await page.route('**/card?**', () => {})
    await page.evaluate('document.getElementById("bank").close()')
    await eventually(async () => !page.frames().some((frame) => frame.url().includes('/3ds/')))
    await page.unroute('**/card?**')
  })

  it('the page waits for the authentication of a second card after a decline', async () => {
    const customer = await visit({ request: { locale: 'en' } })
    await customer.payBy(CARDS.noFunds)
    await customer.problem.waitFor()
    await customer.payBy(CARDS.challenge)
    await answerBank(customer, 'authenticated')
    await customer.sees('Payment received')
    expect(await customer.charges()).toBe(1)
  })

  it('the page continues without the bank if the card needs no challenge', async () => {
    const customer = await visit({ request: { locale: 'en' } })
    await customer.payBy(CARDS.frictionless)
    await customer.sees('Payment received')
    expect(await customer.charges()).toBe(1)
  })

  it("the bank's dialog stays open while Puente is busy or unreachable for a moment", async () => {
    const customer = await visit()
    const { page } = customer
    const answers = [503, 502, 429]
    await page.route('**/return/status**', (route) => {
      const status = answers.shift()
      return status ? route.fulfill({ status, json: { code: 'busy' } }) : route.continue()
    })
    await customer.payBy(CARDS.challenge)
    await page.locator('#bank[open]').waitFor()
    await eventually(async () => answers.length === 0)
    expect(await page.locator('#bank[open]').count()).toBe(1)
    await answerBank(customer, 'authenticated')
    await customer.sees('Pago recibido')
  })

  it('a reload during the authentication does not charge the customer twice', async () => {
    const customer = await visit()
    const { page } = customer
    await customer.payBy(CARDS.challenge)
    await page.locator('#bank[open]').waitFor()
    await page.reload()
    await customer.payBy(CARDS.approved)
    await customer.sees('Pago recibido')
    expect(await customer.charges()).toBe(1)
  })
})

describe.skipIf(!browser).each([
  ['a phone, in Spanish', {}, 'es', 'Su banco quiere confirmar que es usted'],
  [
    'a desk in the dark, in English',
    { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' as const },
    'en',
    'Your bank needs to verify you',
  ],
])('the dialog of the bank on %s', (_where, context, locale, title) => {
  it('the dialog is named and readable, and the whole page of the bank is within reach', async () => {
    const customer = await visit({ context, request: { locale } })
    const { page } = customer
    await customer.payBy(CARDS.challenge)
    await page.getByRole('dialog', { name: title }).waitFor()
    await page.frameLocator('#bank-page').locator('button').first().waitFor()
    expect(await unnamedControls(page)).toEqual([])
    expect(await contrastOf(page, 4.5)).toEqual([])
    const beyond = await page.evaluate(`(() => {
      const box = document.getElementById('bank').getBoundingClientRect()
      return [box.left < 0, box.top < 0, box.right > innerWidth, box.bottom > innerHeight]
    })()`)
    expect(beyond).toEqual([false, false, false, false])
  })
})
