import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { CARDS } from '../contract/support/harness.ts'
import { launchChromium } from './chromium.ts'
import { useSdkWorld } from './sdk-shopper.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useSdkWorld(browser)
afterEach(() => world.clear())

describe.skipIf(!browser)('4.14 use of the component', () => {
  it('two clicks during a token request create one token', async () => {
    const shopper = await world.visit()
    await shopper.typeCard(CARDS.approved)
    await shopper.run('component.submit(), component.submit(), component.submit()')
    await shopper.sees('approved')
    expect(await shopper.events('payment_token_ready')).toHaveLength(1)
  })

  it('a click during confirm creates a second token, so pages must disable their button', async () => {
    const shopper = await world.visit()
    const tokens = () => shopper.events('payment_token_ready')
    await shopper.typeCard(CARDS.approved)
    await shopper.run('component.submit()')
    await expect.poll(tokens).toHaveLength(1)
    await shopper.run('component.submit()')
    await expect.poll(tokens).toHaveLength(2)
    const [one, two] = await tokens()
    expect(one.payment_token).not.toBe(two.payment_token)
  })

  it('submit() before the fields have loaded waits for them', async () => {
    const shopper = await world.visit()
    await shopper.run("component.mount('#card'), component.submit()")
    await shopper.sees('failed 30')
  })

  it('a second component replaces the one mounted in its place', async () => {
    const shopper = await world.visit()
    await shopper.typeCard(CARDS.approved)
    await shopper.run("component = make(), component.mount(document.getElementById('card'))")
    expect(await shopper.page.locator('iframe').count()).toBe(1)
    expect(await shopper.mayPay()).toBe(false)
    await shopper.typeCard(CARDS.approved)
    await shopper.pay()
    await shopper.sees('approved')
    expect(await shopper.events('payment_token_ready')).toHaveLength(1)
  })

  it('two components on one page receive only their own events', async () => {
    const shopper = await world.visit()
    await shopper.run(`window.heard = []
      const other = ServiceConnect({ publishableKey: 'pk_test_sandbox' }).createPaymentComponent()
      for (const event of ['form_complete', 'payment_token_ready', 'payment_failed'])
        other.on(event, () => heard.push(event))
      other.mount('#other')`)
    await shopper.page.frameLocator('#other iframe').locator('#number').waitFor()
    await shopper.typeCard(CARDS.approved)
    await shopper.pay()
    await shopper.sees('approved')
    expect(await shopper.run('heard')).toEqual([])
  })

  it('unmount() removes the fields and drops events in flight', async () => {
    const shopper = await world.visit()
    await shopper.typeCard(CARDS.approved)
    await shopper.run('component.submit(), component.unmount()')
    expect(await shopper.page.locator('iframe').count()).toBe(0)
    expect(await shopper.mayPay()).toBe(false)
    await shopper.run("component.mount('#card')")
    await shopper.fields.locator('#number').waitFor()
    expect(await shopper.events('payment_token_ready')).toEqual([])
  })

  it('fields moved by the page are empty again, and the page gets an event', async () => {
    const shopper = await world.visit()
    await shopper.typeCard(CARDS.approved)
    await expect.poll(shopper.mayPay).toBe(true)
    await shopper.run("document.getElementById('card').append(document.querySelector('iframe'))")
    await expect.poll(shopper.mayPay).toBe(false)
  })

  it('a late handler learns that the form is complete', async () => {
    const shopper = await world.visit()
    await shopper.typeCard(CARDS.approved)
    const told = shopper.run(`new Promise((tell) => {
      component.on('form_complete', ({ complete }) => tell(complete))
    })`)
    expect(await told).toBe(true)
  })

  it('a throwing handler does not affect the others', async () => {
    const shopper = await world.visit()
    await shopper.run(`component
      .on('form_complete', () => { throw new Error('mine') })
      .on('form_complete', () => { window.reached = true }) && 0`)
    await shopper.typeCard(CARDS.approved)
    await expect.poll(() => shopper.run('window.reached')).toBe(true)
  })

  it.each([
    ['ServiceConnect()', 'publishableKey must be a pk_* key'],
    ["ServiceConnect({ publishableKey: 'sk_test_sandbox' })", 'a secret key must never be'],
    ["component.mount('#nowhere')", "mount('#nowhere'): nothing on the page matches"],
    ["component.mount('##')", "mount('##'): nothing on the page matches"],
    ['component.unmount(), component.submit()', 'mount the component before submit()'],
    ["component.on('form_complete')", "on('form_complete') needs a function"],
    ["makeWith({ metadata: 'x' })", 'metadata must be an object'],
    ['makeWith({ customer: ["Ana"] })', 'customer must be an object'],
  ])('%s throws an error that explains the fix', async (call, text) => {
    const shopper = await world.visit()
    await shopper.run(`window.makeWith = (options) =>
      ServiceConnect({ publishableKey: 'pk_x' }).createPaymentComponent(options)`)
    await expect(shopper.run(call)).rejects.toThrow(text)
  })

  it('the component works with new, and a mistaken mount keeps its fields', async () => {
    const shopper = await world.visit()
    await shopper.run("component.mount('#nowhere')").catch(() => undefined)
    expect(await shopper.page.locator('#card iframe').count()).toBe(1)
    const made = "new ServiceConnect({ publishableKey: 'pk_x' }).createPaymentComponent().mount"
    expect(await shopper.run(`typeof ${made}`)).toBe('function')
  })

  it('messages of other windows and of the page itself change nothing', async () => {
    const shopper = await world.visit()
    await shopper.fields.locator('#number').waitFor()
    await shopper.run(`for (const type of ['complete', 'token', 'failed', 'unusable'])
      window.postMessage({ type, complete: true, payment_token: 'tok_forged', submission: 1 }, '*')`)
    // Messages keep their order, so earlier ones have arrived.
    await shopper.run(`new Promise((done) => {
      window.addEventListener('message', ({ data }) => data === 'last' && done())
      window.postMessage('last', '*')
    })`)
    expect(await shopper.run<unknown[]>('messages')).toContain('last')
    expect(await shopper.run('events')).toEqual([])
  })

  it('a page that claims another origin gets no message', async () => {
    const shopper = await world.visit()
    const query = { publishable_key: 'pk_test_sandbox', origin: 'https://shop.hn' }
    const address = `${world.gateway.sandbox.url}/embed/v1/card-fields?${new URLSearchParams(query)}`
    await shopper.run(`component.unmount(), window.messages.length = 0`)
    await shopper.run(`new Promise((loaded) => {
      const frame = document.createElement('iframe')
      frame.onload = loaded
      frame.src = '${address}'
      document.getElementById('card').append(frame)
    })`)
    await shopper.typeCard(CARDS.approved)
    await shopper.fields.locator('html').evaluate("parent.postMessage('last', '*')")
    await expect.poll(() => shopper.run('messages')).toEqual(['last'])
  })
})
