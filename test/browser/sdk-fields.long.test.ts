import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { CARDS } from '../contract/support/harness.ts'
import { launchChromium } from './chromium.ts'
import { type Shopper, useSdkWorld } from './sdk-shopper.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useSdkWorld(browser)
afterEach(() => world.clear())

const frameHeight = ({ page }: Shopper): Promise<number> =>
  page.locator('iframe').evaluate(({ clientHeight }) => clientHeight)

const contentHeight = ({ fields }: Shopper): Promise<number> =>
  fields.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height))

describe.skipIf(!browser)('4.14 appearance of the card fields', () => {
  it.each([
    ['es', 'Número de tarjeta', 'Datos de la tarjeta'],
    ['en', 'Card number', 'Card details'],
    ['en-US', 'Card number', 'Card details'],
    ['fr', 'Número de tarjeta', 'Datos de la tarjeta'],
  ])('the fields use the locale %s', async (locale, label, title) => {
    const { page, fields } = await world.visit({ locale })
    await fields.getByLabel(label).waitFor()
    expect(await page.locator('iframe').getAttribute('title')).toBe(title)
  })

  it.each(['light', 'dark'])(
    'the %s fields fit a phone and are as high as their content',
    async (theme) => {
      const shopper = await world.visit({ appearance: { theme, accentColor: '#e11d48' } })
      await shopper.fields.locator('#number').waitFor()
      const before = await contentHeight(shopper)
      await expect.poll(() => frameHeight(shopper)).toBe(before)
      await shopper.run('component.submit()')
      await shopper.sees('failed')
      await expect.poll(() => frameHeight(shopper)).toBeGreaterThan(before)
      expect(await frameHeight(shopper)).toBe(await contentHeight(shopper))
      const root = shopper.fields.locator('html')
      expect(await root.evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
      expect(await root.getAttribute('style')).toBe('--accent: #e11d48;')
      expect(await root.getAttribute('data-theme')).toBe(theme)
    },
  )

  it.each(['red;}*{display:none}', 'url(//x.hn)', 'var(--ink)', 7])(
    'an invalid colour (%s) is ignored, and so is an unknown theme',
    async (accentColor) => {
      const { page, fields } = await world.visit({ appearance: { theme: 'pink', accentColor } })
      expect(await page.locator('iframe').getAttribute('src')).not.toContain('accent')
      expect(await fields.locator('html').getAttribute('data-theme')).toBe('light')
    },
  )

  it("the fields accept the keyboard and the browser's autofill", async () => {
    const shopper = await world.visit()
    const { page, fields } = shopper
    await fields.locator('#number').focus()
    for (const text of [CARDS.approved, '5/39', '123', 'Ana']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    expect(await shopper.valueOf('expiry')).toBe('05/39')
    await expect.poll(shopper.mayPay).toBe(true)
    await fields.locator('#expiry').fill('2039-08')
    expect(await shopper.valueOf('expiry')).toBe('08/39')
    const purposes = await fields
      .locator('input')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
    expect(purposes).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name'])
  })

  it('a correction in the middle of the number keeps the caret in place', async () => {
    const shopper = await world.visit()
    await shopper.type({ number: '411111111111' })
    const number = shopper.fields.locator('#number')
    await number.press('Home')
    for (let step = 0; step < 5; step++) await number.press('ArrowRight')
    await number.pressSequentially('99')
    expect(await number.inputValue()).toBe('4111 9911 1111 11')
    await number.press('Backspace')
    expect(await number.inputValue()).toBe('4111 9111 1111 1')
  })

  it('an invalid value is reported on blur and cleared once corrected', async () => {
    const shopper = await world.visit()
    await shopper.type({ number: '4111', expiry: '1' })
    expect(await shopper.errorOf('number')).toContain('no es válido')
    expect(await shopper.errorOf('expiry')).toBe('')
    await shopper.type({ number: CARDS.approved })
    expect(await shopper.errorOf('number')).toBe('')
  })

  it("the SDK's demo page shows the events and a token", async () => {
    const shopper = await world.visitPage(`${world.gateway.sandbox.url}/sdk`)
    const { page } = shopper
    const problems: string[] = []
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('console', (line) => {
      if (line.type() === 'error') problems.push(line.text())
    })
    await page.reload()
    await shopper.typeCard(CARDS.approved)
    await page.getByRole('button', { name: 'Crear token' }).click()
    await page.locator('#events', { hasText: 'payment_token_ready' }).waitFor()
    expect(await page.locator('#confirm').textContent()).toMatch(/"payment_token": "tok_\w{20,}"/)
    expect(problems).toEqual([])
  })
})
