import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../support/world.ts'
import { type CardPageVisitor, visitCardPage } from './card-page-visitor.ts'
import { launchChromium } from './chromium.ts'

const CARDS = {
  approved: '4111111111111111',
  noFunds: '4000000000009995',
  challenge: '4000000000003220',
} as const

const browser = await launchChromium()
afterAll(() => browser?.close())

let world: World
let visitor: CardPageVisitor
beforeAll(async () => {
  world = await startWorld()
})
afterEach(() => visitor.leave())
afterAll(() => world.close())

const visit = async (options: Parameters<typeof visitCardPage>[2] = {}) => {
  visitor = await visitCardPage(browser, world, options)
  return visitor
}

/** The bank's page in the window of ours. */
const answerBank = async (
  { page }: CardPageVisitor,
  answer: 'authenticated' | 'failed' | 'abandoned',
): Promise<void> => {
  const button = page.frameLocator('#bank-page').locator(`button[value=${answer}]`)
  await button.waitFor()
  await button.click()
}

describe.skipIf(!browser)('the card page of a Puente on this machine, without https', () => {
  it('takes a card', async () => {
    const { payBy, sees, page } = await visit()
    expect(new URL(page.url()).protocol).toBe('http:')
    await payBy(CARDS.approved)
    await sees('Pago recibido')
  })

  it('says why a card is declined, and takes another one', async () => {
    const { payBy, sees, problem } = await visit()
    await payBy(CARDS.noFunds)
    await problem.waitFor()
    expect(await problem.textContent()).toContain('no tiene fondos')
    await payBy(CARDS.approved)
    await sees('Pago recibido')
  })

  it('shows the bank in a window of its own, and goes on once the customer has authenticated', async () => {
    const customer = await visit()
    await customer.payBy(CARDS.challenge)
    await customer.page.getByRole('heading', { name: 'Su banco quiere confirmar' }).waitFor()
    await answerBank(customer, 'authenticated')
    await customer.sees('Pago recibido')
    expect((await customer.read()).order.status).toBe('paid')
  })

  it('says that nothing was charged where the bank said no, and takes another card', async () => {
    const customer = await visit({ request: { locale: 'en' } })
    await customer.payBy(CARDS.challenge)
    await answerBank(customer, 'failed')
    await customer.page.waitForURL('**/card?failed=1**')
    expect(await customer.problem.textContent()).toContain('The charge was not made')
    await customer.payBy(CARDS.approved)
    await customer.sees('Payment received')
    expect(await customer.charges()).toBe(1)
  })

  it('leads who gives up at the bank back to pay with another card', async () => {
    const customer = await visit()
    await customer.payBy(CARDS.challenge)
    await answerBank(customer, 'abandoned')
    await customer.page.getByRole('link', { name: 'Pagar con otra tarjeta' }).click()
    await customer.page.waitForURL('**/card?lang=es')
    await customer.payBy(CARDS.approved)
    await customer.sees('Pago recibido')
    expect(await customer.charges()).toBe(1)
  })
})
