import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { useWorld } from '../support/use-world.ts'
import { CARDS, connectTestStore, eventually } from '../support/world.ts'
import { type CardPageVisitor, visitCardPage } from './card-page-visitor.ts'
import { launchChromium } from './chromium.ts'
import { HTTPS_URL } from './https-front.ts'

const IDENTITY = '0801-1990-12345'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld({ PUBLIC_URL: HTTPS_URL })
let visitor: CardPageVisitor
afterEach(() => visitor.leave())

const visit = async (options: Parameters<typeof visitCardPage>[2] = {}) => {
  await connectTestStore(world.puente, {
    notifyUrl: world.shop.url,
    apiKey: world.apiKey,
    policy: { save_cards: true },
  })
  visitor = await visitCardPage(browser, world, {
    order: { customer: { name: 'Ana', identity_number: IDENTITY } },
    ...options,
  })
  return visitor
}

const digitsIn = async ({ field }: CardPageVisitor) =>
  (await field('number').inputValue()).replace(/\D/g, '')

const savedCards = async () =>
  (await world.api('GET', `/v1/saved-cards?identity_number=${IDENTITY}`)).body.data

describe.skipIf(!browser)('a customer who ticks "Save this card" after typing the card', () => {
  it('the page asks before it clears the fields, and keeps them if the customer says no', async () => {
    const { page, type, saveCard, button, sees } = await visit()
    await type(CARDS.approved)
    await eventually(() => button.isEnabled())
    await saveCard.click()
    const ask = page.getByRole('dialog', { name: '¿Escribir la tarjeta otra vez?' })
    await ask.getByText('Para guardar la tarjeta').waitFor()
    await ask.getByRole('button', { name: 'Dejarlos como están' }).click()
    expect(await saveCard.isChecked()).toBe(false)
    expect(await digitsIn(visitor)).toBe(CARDS.approved)
    await button.click()
    await sees('Pago recibido')
    expect(await savedCards()).toEqual([])
  })

  it('Escape keeps the fields and the choice', async () => {
    const { page, type, saveCard, button } = await visit({ request: { locale: 'en' } })
    await type(CARDS.approved)
    await eventually(() => button.isEnabled())
    await saveCard.click()
    await page.getByRole('dialog', { name: 'Enter the card again?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await eventually(async () => !(await saveCard.isChecked()))
    expect(await digitsIn(visitor)).toBe(CARDS.approved)
  })

  it('a customer who agrees fills in the fields again, and the card is saved', async () => {
    const { page, type, saveCard, button, field, payBy, sees } = await visit()
    await type(CARDS.approved)
    await eventually(() => button.isEnabled())
    await saveCard.click()
    await page.getByRole('button', { name: 'Vaciar los campos' }).click()
    expect(await page.locator('#card-fields iframe').count()).toBe(0)
    await page.locator('#identity').fill(IDENTITY)
    await page.keyboard.press('Enter')
    await field('number').waitFor()
    expect(await digitsIn(visitor)).toBe('')
    await payBy(CARDS.approved)
    await sees('Pago recibido')
    expect(await savedCards()).toMatchObject([{ last_four: '1111' }])
  })

  it('the choice before typing needs no question', async () => {
    const { page, saveCard, field } = await visit()
    await field('number').waitFor()
    await saveCard.check()
    await page.locator('#identity').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await saveCard.uncheck()
    await field('number').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe.skipIf(!browser)('the keyboard on the card page', () => {
  it('Enter in the card fields pays once', async () => {
    const { type, field, sees, charges } = await visit()
    await type(CARDS.approved)
    await field('holder').press('Enter')
    await sees('Pago recibido')
    expect(await charges()).toBe(1)
  })

  it('Enter in incomplete fields shows what is missing', async () => {
    const { field, page, button } = await visit()
    await field('number').pressSequentially(CARDS.approved)
    await field('number').press('Enter')
    const frame = page.frameLocator('#card-fields iframe')
    await frame.getByText('Escriba el vencimiento.').waitFor()
    await frame.getByText('Escriba el nombre que está en la tarjeta.').waitFor()
    expect(await field('expiry').and(frame.locator(':focus')).count()).toBe(1)
    expect(await button.isDisabled()).toBe(true)
  })

  it('the page says what the disabled button waits for', async () => {
    const { type, page, button, saveCard, field } = await visit()
    await field('number').waitFor()
    const missing = page.locator('#missing')
    expect(await missing.textContent()).toBe('Para pagar, complete los datos de la tarjeta.')
    expect(await button.getAttribute('aria-describedby')).toBe('missing')
    await saveCard.check()
    expect(await missing.textContent()).toContain('escriba su número de identidad')
    await saveCard.uncheck()
    await type(CARDS.approved)
    await eventually(async () => (await missing.textContent()) === '')
    expect(await button.isEnabled()).toBe(true)
  })
})
