import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { freezeStore, unfreezeStore } from '../../../src/payments/stores/freeze-store.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { WORDS } from './counter-words.ts'
import { type Visitor, type VisitorOptions, visitorOf } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const READERS = [
  { language: 'es', size: 'phone', colorScheme: 'dark' },
  { language: 'en', size: 'phone', colorScheme: 'light' },
  { language: 'es', size: 'tablet', colorScheme: 'light' },
  { language: 'en', size: 'tablet', colorScheme: 'dark' },
] as const

const visitors: Visitor[] = []
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.leave()
})

let counters = 0

/** Opens the counter on a new tablet with its own counter name. */
const atCounter = async (reader: VisitorOptions & { language: 'es' | 'en' }) => {
  const words = WORDS[reader.language]
  const visitor = await visitorOf(world, browser, { role: 'operator', ...reader })
  visitors.push(visitor)
  const { page, press } = visitor
  const counter = `Caja ${++counters}`
  // The last request of the page load: from here on, a test may cut the connection.
  const isLoaded = page.waitForResponse(/search-form/)
  await visitor.open('/counter')
  await press(words.setUp)
  await page.getByLabel(words.counterName).fill(counter)
  await page.getByRole('dialog').getByRole('button', { name: words.save }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('group', { name: words.keypad }).waitFor()
  await isLoaded
  return {
    ...visitor,
    words,
    counter,
    type: async (amount: string) => {
      const keypad = page.getByRole('group', { name: words.keypad })
      for (const key of amount) {
        await keypad
          .locator('button', { hasText: key === '.' ? /^\.$/ : new RegExp(`^${key}$`) })
          .click()
      }
    },
    charge: () => page.getByRole('button', { name: words.charge }).click(),
    made: () => madeAt(counter),
  }
}

/** Returns the payments of a counter, newest first. */
const madeAt = async (counter: string): Promise<Json[]> => {
  const query = new URLSearchParams({ source: 'counter', counter })
  return (await world.api('GET', `/v1/payment-requests?${query}`)).body.data
}

const pay = async ({ pay_url: payUrl }: Json): Promise<void> => {
  const link = await fetch(payUrl, { redirect: 'manual' })
  await world.pay(link.headers.get('location') ?? '')
}

const REQUESTS = '**/operator/v1/stores/*/payment-requests'

/** Forwards the next request to Puente and drops the response. */
const loseAnswer = async (page: Page): Promise<void> => {
  await page.route(
    REQUESTS,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
}

describe.skipIf(!browser)('the counter', () => {
  it.each(READERS)(
    'the counter charges favourites, an amount and a tip, turns paid live, and counts the day (%o)',
    async (reader) => {
      const { page, press, sees, isFineAs, words, counter, type, charge, made } =
        await atCounter(reader)
      await isFineAs('counter-empty')
      if ((await page.getByRole('button', { name: words.tapCoffee }).count()) === 0) {
        await press(words.addFavourite)
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(words.name).fill('Café de altura')
        await dialog.getByLabel(words.price).fill('45')
        await isFineAs('counter-favourite', { fullPage: false })
        await dialog.getByRole('button', { name: words.save }).click()
      }
      const coffee = page.getByRole('button', { name: words.tapCoffee })
      await coffee.click()
      await coffee.click()
      await type('10.5')
      await press(words.tenPercent)
      // 2 × 45 + 10.50, and a tenth of it.
      await page.getByLabel(words.amount, { exact: true }).filter({ hasText: '110.55' }).waitFor()
      await isFineAs('counter-ticket')
      await charge()
      await sees(words.waiting)
      const [request, ...others] = await made()
      expect(others).toEqual([])
      expect(request).toMatchObject({
        ...{ amount: '110.55', tip: '10.05', currency: 'HNL', source: 'counter', state: 'open' },
        description: '2 × Café de altura',
      })
      expect(request?.expires_at).not.toBeNull()
      await isFineAs('counter-qr')
      await pay(request)
      await page.getByText(words.paid, { exact: true }).waitFor()
      await isFineAs('counter-paid')
      await press(words.next)
      await page.getByText(words.today(counter)).waitFor()
      await sees(words.onePayment)
      await page.getByLabel(words.amount, { exact: true }).filter({ hasText: '0.00' }).waitFor()
      expect(await page.getByRole('button', { name: words.show }).count()).toBe(0)
    },
  )

  it.each(READERS)(
    'the counter keeps a payment while the connection is lost, and creates it once afterwards (%o)',
    async (reader) => {
      const { page, press, sees, isFineAs, words, type, charge, made } = await atCounter(reader)
      await page.context().setOffline(true)
      await type('40')
      await charge()
      await sees(words.offline)
      await isFineAs('counter-offline')
      await page.getByRole('button', { name: words.keep }).click()
      await sees(words.unsent)
      await isFineAs('counter-unsent')
      expect(await made()).toEqual([])
      await page.context().setOffline(false)
      const [request] = await eventually(async () => {
        const now = await made()
        return now.length > 0 && now
      })
      await page.getByText(words.unsent).waitFor({ state: 'detached' })
      await sees(words.open)
      await press(words.show)
      await sees(words.waiting)
      await pay(request)
      await page.getByText(words.paid, { exact: true }).waitFor()
      expect(await made()).toHaveLength(1)
    },
  )

  it('the counter shows the same payment after a lost response and a reload', async () => {
    const { page, sees, words, type, charge, made } = await atCounter({
      ...{ language: 'en', size: 'tablet' },
    })
    await loseAnswer(page)
    await type('41')
    await charge()
    await eventually(async () => (await made()).length > 0)
    await page.reload()
    await sees(words.waiting)
    expect(await made()).toHaveLength(1)
    await page.reload()
    await sees(words.waiting)
    expect(await made()).toHaveLength(1)
  })

  it('the counter shows the same payment after a reload before the response', async () => {
    const { page, sees, words, type, charge, made } = await atCounter({
      ...{ language: 'es', size: 'tablet' },
    })
    await page.route(REQUESTS, () => {})
    await type('42')
    await charge()
    await sees(words.sending)
    await page.unroute(REQUESTS)
    await page.reload()
    await sees(words.waiting)
    expect(await made()).toHaveLength(1)
  })

  it('a change of currency empties the ticket', async () => {
    const { page, press, words, type } = await atCounter({ language: 'en', size: 'phone' })
    await type('87.5')
    const amount = page.getByLabel(words.amount, { exact: true })
    await amount.filter({ hasText: 'L 87.50' }).waitFor()
    await press(words.setUp)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Currency').click()
    await page.getByRole('option', { name: 'USD' }).click()
    await dialog.getByRole('button', { name: words.save }).click()
    await amount.filter({ hasText: '$0.00' }).waitFor()
  })

  it('the counter charges on a page without TLS, as on a local network', async () => {
    const { page, sees, words, type, charge, made } = await atCounter({
      ...{ language: 'es', size: 'phone' },
    })
    await page.addInitScript('delete Crypto.prototype.randomUUID')
    await page.reload()
    await type('49')
    await charge()
    await sees(words.waiting)
    expect(await made()).toHaveLength(1)
  })

  it('a waiting payment is sent after a new sign-in', async () => {
    const { page, sees, words, type, charge, made } = await atCounter({
      ...{ language: 'en', size: 'phone' },
    })
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await type('50')
    await charge()
    await page.waitForURL(/sign-in/)
    expect(await made()).toEqual([])
    await page.context().addCookies(cookies)
    await page.goto(`${world.url}/counter`)
    await sees(words.waiting)
    expect(await made()).toHaveLength(1)
  })

  it('the counter keeps the typed ticket over a reload', async () => {
    const { page, words, type } = await atCounter({ language: 'en', size: 'phone' })
    await type('87.5')
    await page.reload()
    await page.getByLabel(words.amount, { exact: true }).filter({ hasText: '87.50' }).waitFor()
  })

  it('a double tap charges once, and the code stays', async () => {
    const { page, sees, words, type, made } = await atCounter({ language: 'es', size: 'phone' })
    await type('43')
    await page.getByRole('button', { name: words.charge }).dblclick()
    await sees(words.waiting)
    expect(await made()).toHaveLength(1)
    expect(await page.getByRole('button', { name: /^Mostrar L.*43\.00/ }).count()).toBe(0)
  })

  it('two taps at once in two tabs of one tablet charge once', async () => {
    const { page, sees, words, type, charge, made } = await atCounter({
      ...{ language: 'en', size: 'tablet' },
    })
    const other = await page.context().newPage()
    await other.goto(`${world.url}/counter`)
    await type('47')
    await other.getByLabel(words.amount, { exact: true }).filter({ hasText: '47.00' }).waitFor()
    await charge()
    await other.getByText(words.waiting).waitFor()
    await sees(words.waiting)
    expect(await made()).toHaveLength(1)
  })

  it('two tablets at once keep their customers and their takings apart', async () => {
    const first = await atCounter({ language: 'en', size: 'tablet' })
    const second = await atCounter({ language: 'es', size: 'tablet' })
    await first.type('44')
    await second.type('45')
    await Promise.all([first.charge(), second.charge()])
    await first.sees(first.words.waiting)
    await second.sees(second.words.waiting)
    const [ofFirst] = await first.made()
    const [ofSecond] = await second.made()
    expect([ofFirst?.amount, ofSecond?.amount]).toEqual(['44.00', '45.00'])
    await pay(ofFirst ?? {})
    await first.page.getByText(first.words.paid, { exact: true }).waitFor()
    await first.sees(first.words.onePayment)
    // The other tablet's customer can still pay.
    await second.sees(second.words.waiting)
    expect(await second.page.getByText(second.words.onePayment).count()).toBe(0)
  })

  it('an open payment stays on the list for the next customer, and can be shown and cancelled there', async () => {
    const { page, press, sees, isFineAs, words, type, charge, made } = await atCounter({
      ...{ language: 'es', size: 'phone' },
    })
    await type('46')
    await charge()
    await sees(words.waiting)
    await press(words.keep)
    await sees(words.open)
    await isFineAs('counter-open')
    await page.reload()
    await page.getByRole('button', { name: /^Mostrar L.*46\.00/ }).click()
    await sees(words.waiting)
    await press(words.cancel)
    await page.getByRole('dialog').getByRole('button', { name: words.cancel }).click()
    await page.getByRole('button', { name: words.next, exact: true }).click()
    expect(await page.getByRole('button', { name: /^Mostrar L.*46\.00/ }).count()).toBe(0)
    expect((await made())[0]).toMatchObject({ state: 'cancelled' })
  })

  it('the counter shows a refusal, and the operator retries or changes the payment', async () => {
    const { page, press, sees, isFineAs, words, type, charge, made } = await atCounter({
      ...{ language: 'en', size: 'tablet' },
    })
    const { db, clock } = world.puente.ctx
    const deps = { query: db.query, now: clock.now() }
    await freezeStore(deps, { id: TEST_STORE, why: 'Test' })
    await type('48')
    await charge()
    await sees(words.refused)
    await isFineAs('counter-refused')
    await press(words.change)
    await page.getByLabel(words.amount, { exact: true }).filter({ hasText: '48.00' }).waitFor()
    await charge()
    await sees(words.refused)
    await unfreezeStore(deps, { id: TEST_STORE })
    await press(words.tryAgain)
    await sees(words.waiting)
    expect((await made()).filter(({ state }) => state === 'open')).toHaveLength(1)
  })

  it('a viewer sees the takings, and cannot charge', async () => {
    const visitor = await visitorOf(world, browser, { role: 'viewer' })
    visitors.push(visitor)
    await visitor.open('/counter')
    await visitor.sees(/^Today at counter/)
    expect(await visitor.page.getByRole('group', { name: WORDS.en.keypad }).count()).toBe(0)
  })
})
