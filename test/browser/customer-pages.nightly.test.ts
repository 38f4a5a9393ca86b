import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CARDS, connectTestStore } from '../support/world.ts'
import { launchChromium } from './chromium.ts'
import { type ShopVisitor, visitorIn } from './demo-shop-visitor.ts'
import { useDemoWorld } from './demo-world.ts'
import { contextOf, expectReadable, READERS } from './readable-page.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

let shop: string
const world = useDemoWorld()
beforeAll(async () => {
  shop = `${world.url}/shop`
  await connectTestStore(world.puente, {
    notifyUrl: `${shop}/puente`,
    apiKey: world.apiKey,
    policy: { save_cards: true },
  })
})

let customer: ShopVisitor
afterEach(() => customer.leave())

describe.skipIf(!browser).each(READERS)('pages in $locale, $colorScheme, on a $size', (reader) => {
  const { locale, colorScheme, size } = reader
  const isSpanish = locale === 'es-HN'
  const visit = async () => {
    customer = await visitorIn(browser, contextOf(reader))
    return customer.page
  }
  const isFine = (page: Page, picture: string) => expectReadable(page, picture, reader)

  it('the shop and the payment on its page are legible and in plain words', async () => {
    const page = await visit()
    await page.goto(shop)
    await isFine(page, 'shop-window')
    await customer.order(shop, /Marcala/)
    await isFine(page, 'shop-ways')
    await customer.follow(isSpanish ? 'Pagar con tarjeta aquí' : 'Pay by card here')
    await page.frameLocator('#card iframe').locator('#number').waitFor()
    await isFine(page, 'shop-card')
    await customer.payHere(CARDS.noFunds)
    const said = page.locator('#said:focus')
    await said.getByText(isSpanish ? 'No tiene fondos' : 'does not have enough funds').waitFor()
    await page.frameLocator('#card iframe').locator('#number').waitFor()
    await isFine(page, 'shop-card-declined')
    await page.goto(page.url().replace('/card', ''))
    await customer.sees(isSpanish ? 'La tarjeta fue rechazada' : 'The card was declined')
    await customer.reads(isSpanish ? 'No tiene fondos' : 'does not have enough funds')
    await isFine(page, 'shop-declined')
    await page.goto(`${shop}/cards`)
    await isFine(page, 'shop-cards')
  })

  it('the question before the fields are cleared is legible, and no keeps them', async () => {
    const page = await visit()
    await customer.order(shop, /Marcala/)
    await customer.follow(isSpanish ? 'Pagar con tarjeta aquí' : 'Pay by card here')
    const number = page.frameLocator('#card iframe').locator('#number')
    await number.pressSequentially(CARDS.approved)
    await page.locator('#keep').click()
    await page.getByRole('dialog').waitFor()
    await isFine(page, 'shop-ask')
    await page.locator('#reload-no').click()
    expect(await page.locator('#keep').isChecked()).toBe(false)
    expect((await number.inputValue()).replace(/\D/g, '')).toBe(CARDS.approved)
    for (const [name, text] of Object.entries({ expiry: '1239', cvc: '123', holder: 'Ana' })) {
      await page.frameLocator('#card iframe').locator(`#${name}`).pressSequentially(text)
    }
    await page.keyboard.press('Enter')
    await customer.sees(
      isSpanish ? '¡Gracias! Su pedido está pagado' : 'Thank you! Your order is paid',
    )
    await isFine(page, 'shop-paid')
  })

  it("the hosted page, the bank's page and the receipt are legible", async () => {
    const page = await visit()
    await customer.buy(shop, isSpanish ? 'Comprar Café' : 'Buy Coffee')
    await isFine(page, 'hosted')
    await customer.payWith(CARDS.noFunds)
    await page.getByRole('alert').waitFor()
    await isFine(page, 'hosted-declined')
    await customer.payWith('4000000000003220')
    await page.waitForURL('**/3ds/**')
    await isFine(page, 'bank')
    await page.locator('button[value=authenticated]').click()
    await page.waitForURL('**/shop/orders/**')
    await customer.sees(
      isSpanish ? '¡Gracias! Su pedido está pagado' : 'Thank you! Your order is paid',
    )
    const [order] = (await world.api('GET', '/v1/orders?limit=1')).body.data
    const { body } = await world.api('GET', `/v1/orders/${order.order.id}/receipt`)
    await page.goto(body.receipt_url)
    await page.getByText(isSpanish ? 'Recibo' : 'Receipt', { exact: true }).waitFor()
    await isFine(page, 'receipt')
  })

  it("Puente's card page, its question and its return page are legible", async () => {
    const page = await visit()
    const { body } = await world.api('POST', '/v1/checkouts', {
      order: {
        id: `C-${locale}-${colorScheme}-${size}`,
        number: '1001',
        amount: '1250.50',
        currency: 'HNL',
        customer: { identity_number: '0801-1990-12345' },
      },
      mode: 'card_page',
      locale: isSpanish ? 'es' : 'en',
      success_url: `${shop}?lang=${isSpanish ? 'es' : 'en'}`,
    })
    await page.goto(body.pay_url)
    const field = (name: string) => page.frameLocator('#card-fields iframe').locator(`#${name}`)
    const type = async (card: string) => {
      const typed = { number: card, expiry: '1239', cvc: '123', holder: 'Ana Mejía' }
      for (const [name, text] of Object.entries(typed)) await field(name).pressSequentially(text)
    }
    await field('number').waitFor()
    await isFine(page, 'card-page')
    await type(CARDS.declined)
    await page.locator('#save-card').click()
    await page.getByRole('dialog').waitFor()
    await isFine(page, 'card-page-ask')
    await page.locator('#reload-no').click()
    await page.locator('#pay:enabled').click()
    await page.locator('#problem:focus').waitFor()
    await field('number').waitFor()
    await isFine(page, 'card-page-declined')
    await page.locator('#save-card').check()
    await page.locator('#identity').waitFor()
    await isFine(page, 'card-page-identity')
    await page.goto(`${body.pay_url}/return?cancelled=1`)
    await isFine(page, 'not-paid')
    await page.goto(`${body.pay_url}/return`)
    await isFine(page, 'confirming')
    await page.goto(`${world.url}/pay/unknown`)
    await isFine(page, 'unknown-link')
  })
})
