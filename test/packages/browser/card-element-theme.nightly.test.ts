import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { axeFindings } from '../../browser/axe.ts'
import { launchChromium } from '../../browser/chromium.ts'
import { contrastOf } from '../../browser/readable.ts'
import { connectTestStore, eventually } from '../../support/world.ts'
import { CARDS, useCardElement } from './use-card-element.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const { world, visit, latest } = useCardElement(browser)

describe.skipIf(!browser)('the theme of a shop', () => {
  const styleOf = async (selector: string, property: string): Promise<unknown> =>
    (await latest().frame()).evaluate(
      `getComputedStyle(document.querySelector('${selector}')).${property}`,
    )
  const fieldsTheme = async () => {
    const source = await latest().card.locator('#card-fields iframe').getAttribute('src')
    const { searchParams } = new URL(source ?? '')
    return [searchParams.get('theme'), searchParams.get('accent')]
  }

  it('the frame takes colours, corners and font of the shop, at once and after a change', async () => {
    const { page, hears } = await visit({ colorScheme: 'dark' })
    await hears('ready')
    // The shop is light on every device.
    expect((await fieldsTheme())[0]).toBe('light')
    await page.getByLabel('Theme').selectOption('coffee')
    await eventually(
      async () => (await styleOf('body', 'backgroundColor')) === 'rgb(251, 245, 238)',
    )
    expect(await styleOf('body', 'color')).toBe('rgb(59, 36, 23)')
    expect(await styleOf('body', 'fontFamily')).toBe('Georgia, serif')
    expect(await styleOf('html', 'fontSize')).toBe('18px')
    expect(await styleOf('#pay', 'borderRadius')).toBe('16px')
    await eventually(async () => String(await fieldsTheme()) === 'light,#7b3f00')
    await page.getByLabel('Theme').selectOption('night')
    await eventually(async () => String(await fieldsTheme()) === 'dark,#ffcc00')
    expect(await styleOf('body', 'backgroundColor')).toBe('rgb(20, 22, 26)')
  })

  it("the button's text is legible on the accent colour of the store, which comes back after a theme", async () => {
    const connect = (policy: { card_page_accent_color?: string }) =>
      connectTestStore(world.puente, { notifyUrl: world.shop.url, apiKey: world.apiKey, policy })
    await connect({ card_page_accent_color: '#ffd400' })
    onTestFinished(async () => void (await connect({})))
    const { page, hears, warnings } = await visit()
    await hears('ready')
    const set = (name: string, value: string) =>
      page.evaluate(
        `document.getElementById('card').style.setProperty('--puente-${name}', '${value}')`,
      )
    const ofButton = (name: string) => styleOf('#pay', `getPropertyValue('--${name}')`)
    // Legible on the green of Puente, not on the yellow of the store.
    await set('on-accent', '#ffffff')
    await eventually(async () => warnings.some((each) => each.includes('onAccent')))
    expect(await ofButton('on-accent')).toBe('#000000')
    await set('accent', '#7b3f00')
    await eventually(async () => (await ofButton('accent')) === '#7b3f00')
    expect(await ofButton('on-accent')).toBe('#ffffff')
    await set('accent', '')
    await eventually(async () => (await ofButton('accent')) === '#ffd400')
    expect(await ofButton('on-accent')).toBe('#000000')
  })

  it('the frame ignores colours that make a text illegible, and says so', async () => {
    const { page, hears, warnings, frame } = await visit()
    await hears('ready')
    await page.evaluate(`(() => {
      const { style } = document.getElementById('card')
      style.setProperty('--puente-text', '#fff')
      style.setProperty('--puente-muted', '#eee')
      style.setProperty('--puente-on-accent', '#7b3f00')
      style.setProperty('--puente-accent', '#7b3f00')
    })()`)
    await eventually(async () => warnings.some((each) => /text, muted, onAccent/.test(each)))
    expect(await contrastOf(await frame(), 4.5)).toEqual([])
  })

  it('the frame accepts values only, no CSS and no addresses', async () => {
    const { page, hears, frame } = await visit()
    await hears('ready')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.evaluate(`(() => {
      const { style } = document.getElementById('card')
      style.setProperty('--puente-background', 'url(https://evil.example/a.png)')
      style.setProperty('--puente-font', 'x, url(https://evil.example/b.png)')
      style.setProperty('--puente-radius', '9999px')
    })()`)
    await eventually(async () => (await styleOf('#pay', 'borderRadius')) === '32px')
    // A shop's script that does not use the element.
    await page.evaluate(`(() => {
      const { contentWindow } = document.getElementById('card').shadowRoot.querySelector('iframe')
      const theme = {
        scheme: 'light',
        accent: '#123456',
        background: 'url(https://evil.example/c.png)',
        text: '#000000;--x:1',
        font: 'a, url(https://evil.example/d.png)',
        radius: 'calc(1px)',
        css: 'main { display: none }',
        constructor: '#000000',
      }
      contentWindow.postMessage({ puente: 1, type: 'setup', theme }, '${world.url}')
    })()`)
    const styles = 'document.documentElement.style.cssText + document.body.style.cssText'
    await eventually(async () => String(await (await frame()).evaluate(styles)).includes('#123456'))
    expect(await (await frame()).evaluate(styles)).not.toMatch(/url|--x|display|calc|#000000/)
    expect(asked.join()).not.toContain('evil')
  })
})

describe.skipIf(!browser).each([
  ['plain', {}],
  ['coffee', { viewport: { width: 1280, height: 900 } }],
  ['night', { colorScheme: 'dark' as const }],
])('the accessibility of the page with the theme %s', (theme, context) => {
  it('axe finds nothing in the shop, the card page and its states', async () => {
    const { page, card, bank, frame, payBy, hears } = await visit(context)
    await hears('ready')
    await page.getByLabel('Theme').selectOption(theme)
    const isFine = async () => {
      expect(await axeFindings(page)).toEqual([])
      expect(await contrastOf(await frame(), 4.5)).toEqual([])
    }
    await card.frameLocator('#card-fields iframe').locator('#number').waitFor()
    await isFine()
    await payBy(CARDS.noFunds)
    await hears('declined')
    await card.frameLocator('#card-fields iframe').locator('#number').waitFor()
    await isFine()
    await payBy(CARDS.challenge)
    await bank.locator('button[value=authenticated]').waitFor()
    await isFine()
    await bank.locator('button[value=authenticated]').click()
    await hears('paid')
    await isFine()
  })
})
