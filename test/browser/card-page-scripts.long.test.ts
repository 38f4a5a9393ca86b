import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { useWorld } from '../support/use-world.ts'
import { eventually, type Json } from '../support/world.ts'
import { type CardPageVisitor, visitCardPage } from './card-page-visitor.ts'
import { launchChromium } from './chromium.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
let visitor: CardPageVisitor
afterEach(() => visitor.leave())

describe.skipIf(!browser)('the scripts of the card page', () => {
  it('a browser loads the scripts of the inventory and no other, until the card is paid', async () => {
    const loaded = new Set<string>()
    visitor = await visitCardPage(browser, world, {
      prepare: async (context) => {
        context.on('request', (request) => {
          const isOfPage = request.frame().parentFrame() === null
          if (isOfPage && request.resourceType() === 'script') loaded.add(request.url())
        })
      },
    })
    await visitor.payBy('4111111111111111')
    await visitor.sees('Pago recibido')
    expect([...loaded].toSorted()).toEqual(
      [
        `${world.url}/pay/assets/card-page.js`,
        `${world.url}/pay/assets/poll.js`,
        `${world.sandbox.url}/sdk/v1/connect.js`,
      ].toSorted(),
    )
  })

  it('the browser blocks an unknown script, and its report opens an alert', async () => {
    visitor = await visitCardPage(browser, world)
    const { page } = visitor
    await visitor.field('number').waitFor()
    await page.evaluate(`{
      const script = document.createElement('script')
      script.src = 'https://skimmer.example/steal.js'
      document.head.append(script)
    }`)
    // Browsers collect reports before they send them.
    const alert = await eventually(async () => {
      const { body } = await world.api('GET', '/v1/alerts')
      return body.data.find(({ kind }: Json) => kind === 'card_page_script_blocked')
    })
    expect(alert.details).toEqual({ sources: ['skimmer.example'] })
  })
})
