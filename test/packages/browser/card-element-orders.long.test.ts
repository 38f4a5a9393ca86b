import { afterAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../browser/chromium.ts'
import { cardOf, eventually } from '../../support/world.ts'
import { CARDS, useCardElement } from './use-card-element.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const { world, visit, checkout, show, charges } = useCardElement(browser)

describe.skipIf(!browser)('orders that the element shows', () => {
  it('a paid order fires paid, and a cancelled one expired', async () => {
    const { hears, card } = await visit()
    await hears('ready')
    const paid = await checkout()
    const body = { publishable_key: 'pk_test_sandbox', card: cardOf(CARDS.approved) }
    const { payment_token } = await world.control('/sandbox/tokens', body)
    await world.api('POST', `/v1/orders/${paid.id}/confirm`, { payment_token })
    await show(paid.payUrl)
    await hears('paid')
    const cancelled = await checkout()
    await world.api('POST', `/v1/orders/${cancelled.id}/cancel`)
    await show(cancelled.payUrl)
    expect(await hears('expired')).toMatchObject({ reason: 'ended' })
    await card.getByRole('heading', { name: 'This payment link is no longer valid' }).waitFor()
  })

  it("an order for the gateway's page fires failed, and shows the way there", async () => {
    const { hears, card } = await visit()
    await hears('ready')
    await show((await checkout({ mode: 'hosted' })).payUrl)
    expect(await hears('failed')).toEqual({
      reason: 'at-gateway',
      message: 'Pay on the payment page. This order is paid on the page of the payment gateway.',
      canRetry: false,
    })
    const link = card.getByRole('link', { name: 'Open the payment page' })
    expect(await link.getAttribute('target')).toBe('_top')
  })

  it.each([
    ['of another origin', { success_url: 'https://other.example/thanks' }],
    ['without an address', { success_url: undefined }],
  ])(
    'the card page of an order %s does not load, and the console says why',
    async (_which, more) => {
      const { page, shopUrl, hears, warnings } = await visit()
      await hears('ready')
      const { payUrl } = await checkout(more)
      await show(payUrl)
      expect(await hears('failed')).toMatchObject({
        reason: 'not-loaded',
        message: 'The card fields did not load.',
        canRetry: false,
      })
      expect(
        await page.getByRole('link', { name: 'Open the payment page' }).getAttribute('href'),
      ).toBe(payUrl)
      expect(warnings.join()).toContain(`begins with ${shopUrl}`)
    },
  )

  it.each(['javascript:alert(1)', 'http://puente.example/pay/1', 'no address'])(
    'the element frames no %s',
    async (address) => {
      const { page, hears } = await visit()
      await hears('ready')
      await show(address)
      expect(await hears('failed')).toMatchObject({ reason: 'not-loaded' })
      const frames = 'document.getElementById("card").shadowRoot.querySelectorAll("iframe").length'
      expect(await page.evaluate(frames)).toBe(0)
    },
  )
})

describe.skipIf(!browser)('messages of others', () => {
  it('the element hears only its frame', async () => {
    const { page, hears, heard } = await visit()
    await hears('ready')
    await page.evaluate(`(() => {
      const message = { puente: 1, type: 'paid', reason: 'paid', message: 'Paid' }
      postMessage(message, '*')
      const other = document.createElement('iframe')
      document.body.append(other)
      other.contentWindow.parent.postMessage(message, '*')
    })()`)
    await page.waitForFunction('messages.filter(({ type }) => type === "paid").length === 2')
    expect(await heard()).not.toContain('paid')
  })

  it('the element hears no other window of Puente or the gateway, and no other page in its frame', async () => {
    const { page, card, shopUrl, hears, heard } = await visit({ bypassCSP: true })
    await hears('ready')
    const message = `{ puente: 1, type: 'paid', reason: 'paid', message: 'Paid' }`
    const count = (times: number) =>
      page.waitForFunction(`messages.filter(({ type }) => type === "paid").length === ${times}`)
    await card.frameLocator('#card-fields iframe').locator('#number').waitFor()
    // The gateway's origin, in a frame inside the frame.
    const fields = page.frames().find((each) => each.url().startsWith(world.sandbox.url))
    await fields?.evaluate(`top.postMessage(${message}, '*')`)
    await count(1)
    // Puente's origin, in another frame.
    await page.evaluate(`(() => {
      const other = document.createElement('iframe')
      other.name = 'other'
      other.src = document.getElementById('card').shadowRoot.querySelector('iframe').src
      document.body.append(other)
    })()`)
    const other = await eventually(async () => page.frame('other') ?? undefined)
    await other.locator('#pay').waitFor()
    await other.evaluate(`parent.postMessage(${message}, '*')`)
    await count(2)
    // The window of the frame, with a page of another origin.
    await page.evaluate(
      `document.getElementById('card').shadowRoot.querySelector('iframe').src = '${shopUrl.replace('127.0.0.1', 'localhost')}/shop.css'`,
    )
    const third = await eventually(async () =>
      page.frames().find((each) => each.url().endsWith('/shop.css')),
    )
    await third.waitForLoadState()
    await third.evaluate(`parent.postMessage(${message}, '*')`)
    await count(3)
    expect(await heard()).not.toContain('paid')
    expect(await charges()).toBe(0)
  })

  it('the frame hears no message of the gateway', async () => {
    const { page, card, type, frame, heard } = await visit()
    await type(CARDS.approved)
    await eventually(() => card.locator('#pay').isEnabled())
    const inFrame = await frame()
    await inFrame.evaluate(`(() => {
      window.heard = []
      addEventListener('message', ({ data }) => heard.push(data.type))
    })()`)
    const fields = page.frames().find((each) => each.url().startsWith(world.sandbox.url))
    await fields?.evaluate(`parent.postMessage({ puente: 1, type: 'submit' }, '*')`)
    await inFrame.waitForFunction('heard.includes("submit")')
    expect(await heard()).not.toContain('submitted')
    expect(await charges()).toBe(0)
  })

  it('the frame hears only the page of the shop', async () => {
    const { page, card, frame, type, heard } = await visit()
    await type(CARDS.approved)
    await eventually(() => card.locator('#pay').isEnabled())
    const inFrame = await frame()
    await inFrame.evaluate(`(() => {
      window.heard = []
      addEventListener('message', ({ data }) => heard.push(data.type))
      window.postMessage({ puente: 1, type: 'submit' }, '*')
    })()`)
    await page.evaluate(`(() => {
      const other = document.createElement('iframe')
      other.name = 'other'
      document.body.append(other)
    })()`)
    // Another frame of the shop's origin.
    await page.frame('other')?.evaluate(`(() => {
      const { shadowRoot } = parent.document.getElementById('card')
      const { contentWindow } = shadowRoot.querySelector('iframe')
      contentWindow.postMessage({ puente: 1, type: 'submit' }, '*')
    })()`)
    await inFrame.waitForFunction('heard.filter((type) => type === "submit").length === 2')
    expect(await heard()).not.toContain('submitted')
    expect(await card.locator('#pay').isEnabled()).toBe(true)
  })
})
