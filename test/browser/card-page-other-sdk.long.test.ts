import type { BrowserContext } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { useWorld } from '../support/use-world.ts'
import { cardOf } from '../support/world.ts'
import { type CardPageVisitor, visitCardPage } from './card-page-visitor.ts'
import { launchChromium } from './chromium.ts'
import { HTTPS_URL } from './https-front.ts'

const SDK_URL = 'https://sdk.gateway.test/v9/fields.js'
const FRAME_URL = 'https://fields.gateway.test/frame'

/**
 * SDK with only the behaviour of section 4.14: handlers get an event with `data`, calls return
 * nothing, components neither unmount nor mount twice, failed fields stay dead, and one click may
 * create two tokens.
 */
const SDK = `window.made = []
window.ServiceConnect = function ({ publishableKey, locale }) {
  return {
    createPaymentComponent(options) {
      made.push({ publishableKey, locale, options })
      const handlers = {}
      const emit = (event, data) => (handlers[event] || []).forEach((handler) => handler({ data }))
      let place
      return {
        on(event, handler) { (handlers[event] = handlers[event] || []).push(handler) },
        mount(selector) {
          if (place) throw new Error('mounted already')
          if (typeof selector !== 'string') throw new Error('not a selector')
          place = document.querySelector(selector)
          const frame = document.createElement('iframe')
          frame.src = '${FRAME_URL}'
          frame.title = 'Tarjeta'
          place.append(frame)
          window.addEventListener('message', ({ data, source }) => {
            if (source === frame.contentWindow && data.complete) emit('form_complete', data)
          })
        },
        submit() {
          fetch('${new URL(SDK_URL).origin}/token', { method: 'POST' })
            .then((answer) => answer.json())
            .then((data) => {
              if (data.Errors) return emit('payment_failed', data)
              emit('payment_token_ready', { payment_token: data.first })
              emit('payment_token_ready', { payment_token: data.second })
            })
        },
      }
    },
  }
}`
const FRAME = `<!doctype html><button onclick="parent.postMessage({ complete: true }, '*')">Fill in</button>`

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld({
  PUBLIC_URL: HTTPS_URL,
  GATEWAY_SDK_URL: SDK_URL,
  GATEWAY_FRAME_URL: FRAME_URL,
})
let visitor: CardPageVisitor
afterEach(() => visitor.leave())

const serveSdk = async (context: BrowserContext, answers: (() => Promise<unknown>)[]) => {
  const cors = { 'access-control-allow-origin': '*' }
  await context.route(SDK_URL, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SDK }),
  )
  await context.route(FRAME_URL, (route) =>
    route.fulfill({ contentType: 'text/html', body: FRAME }),
  )
  await context.route('https://sdk.gateway.test/token', async (route) =>
    route.fulfill({ json: await answers.shift()?.(), headers: cors }),
  )
}

const token = async (): Promise<string> => {
  const card = cardOf('4111111111111111')
  const body = { publishable_key: 'pk_test_sandbox', card }
  return (await world.control('/sandbox/tokens', body)).payment_token
}

describe.skipIf(!browser)('an SDK with the documented behaviour only', () => {
  it('the card page accepts cards with it', async () => {
    const decline = { IsoResponseCode: '51', Errors: [{ Code: '51', Message: 'No funds' }] }
    visitor = await visitCardPage(browser, world, {
      order: { customer: { name: 'Ana', identity_number: '0801' }, description: 'Café' },
      prepare: (context) =>
        serveSdk(context, [
          async () => decline,
          async () => ({ first: await token(), second: await token() }),
        ]),
    })
    const { page, button, problem, sees, charges } = visitor
    const fillIn = page.frameLocator('#card-fields iframe').getByRole('button')
    await fillIn.click()
    await button.click()
    await problem.waitFor()
    expect(await problem.textContent()).toContain('no tiene fondos')
    expect(await page.evaluate('made')).toEqual([
      expect.objectContaining({ publishableKey: 'pk_test_sandbox', locale: 'es' }),
      expect.objectContaining({
        options: {
          customer: {},
          locale: 'es',
          saveCard: false,
          appearance: { theme: 'light', accentColor: '#0b6e4f' },
        },
      }),
    ])
    expect(await page.locator('#card-fields iframe').count()).toBe(1)
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().startsWith(HTTPS_URL)) posts++
    })
    await fillIn.click()
    await button.click()
    await sees('Pago recibido')
    expect({ posts, charges: await charges() }).toEqual({ posts: 1, charges: 1 })
  })
})
