import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { merchantOf } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWorld } from '../../support/use-world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, held, useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
const visit = useVisits(() => world, browser)
const merchant = merchantOf(world, { prefix: 'G' })
const MARKUP = '<img src=x onerror="document.title=\'owned\'"> Eva & <b>Söhne</b>'

beforeAll(async () => {
  if (!browser) return
  await merchant.paid({ customer: { name: 'María José López', email: 'maria@example.com' } })
  await merchant.open({ customer: { name: MARKUP } })
  await merchant.open({ customer: { name: 'Ana '.repeat(40) } })
  await merchant.checkout('G-saved', {}, { payment_method: await merchant.savedCard() })
  for (const name of ['Zoe Otra', 'Zoe Una', 'Zoe Unica'])
    await merchant.open({ customer: { name } })
  await settled(world)
})

const fieldOf = (page: Page) =>
  page.getByRole('combobox', { name: /^(Search everything|Buscar en todo)$/ })

describe.skipIf(!browser)('the search in the header', () => {
  it.each(EVERY_READER)(
    'an operator finds a customer, their orders and the card from any screen (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      const { page, isFineAs, press } = await visit('/stores', reader)
      await press(isSpanish ? 'Buscar' : 'Search')
      const field = fieldOf(page)
      await field.and(page.locator(':focus')).waitFor()
      await isFineAs('search-empty', { fullPage: false })
      await field.fill('maria lop')
      await page.getByRole('option', { name: /María José López.*maria@example\.com/ }).waitFor()
      await isFineAs('search-customer', { fullPage: false })
      await field.fill('1111')
      await page.getByRole('option', { name: /•••• 1111/ }).waitFor()
      await isFineAs('search-card', { fullPage: false })
      await field.fill('eva sohne')
      await page
        .getByRole('option', { name: /<img src=x/ })
        .first()
        .waitFor()
      await isFineAs('search-markup', { fullPage: false })
      expect(await page.title()).not.toBe('owned')
      await field.fill('ana')
      await page
        .getByRole('option', { name: /Ana Ana/ })
        .first()
        .waitFor()
      await isFineAs('search-long-name', { fullPage: false })
    },
  )

  it('the keys / and Enter lead to an order, and arrow keys to the customer', async () => {
    const { page } = await visit('/money')
    await page.keyboard.press('/')
    await fieldOf(page).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('maría')
    await page.getByRole('option', { name: /María/ }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/orders\/ord_/)
    await fieldOf(page).waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await fieldOf(page).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('maría')
    await page.getByRole('option', { name: /María/ }).nth(1).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/customers\/ord_/)
    await page.locator('.rows').getByText('María José López').waitFor()
  })

  it('Enter before the results have arrived opens the first of them', async () => {
    const { page } = await visit('/')
    const asked = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    await page.route(/operator\/v1\/search/, async (route) => {
      asked.resolve()
      await entered.promise
      await route.continue()
    })
    await page.keyboard.press('/')
    await fieldOf(page).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('maría')
    await asked.promise
    await page.keyboard.press('Enter')
    entered.resolve()
    await page.waitForURL(/\/orders\/ord_/)
  })

  it('Enter opens the highlighted result, which a screen reader hears, after more is typed', async () => {
    const { page } = await visit('/')
    await page.keyboard.press('/')
    const field = fieldOf(page)
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('zoe')
    await page
      .getByRole('option', { name: /Zoe Otra/ })
      .first()
      .waitFor()
    const highlighted = page.locator('[role=option][data-combobox-selected]')
    const isHeard = async () =>
      (await field.getAttribute('aria-activedescendant')) === (await highlighted.getAttribute('id'))
    await expect.poll(isHeard).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { selected: true, name: /Zoe Otra/ }).waitFor()
    expect(await isHeard()).toBe(true)
    await page.keyboard.type(' un')
    await page
      .getByRole('option', { name: /Zoe Otra/ })
      .first()
      .waitFor({ state: 'detached' })
    await page.getByRole('option', { selected: true, name: /Zoe Unica/ }).waitFor()
    expect(await isHeard()).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/orders\/ord_/)
    await page.locator('.order-side').getByText('Zoe Unica').waitFor()
  })

  it('ten thousand characters, NUL and an empty field are shown calmly', async () => {
    const { page, sees, isFineAs } = await visit('/')
    const questions: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/operator/v1/search')) questions.push(request.url())
    })
    await page.keyboard.press('/')
    const field = fieldOf(page)
    for (const text of ['x'.repeat(10_000), 'a\0b\u202e', `${'y'.repeat(190)}😀`]) {
      await field.fill(text)
      await sees('Nothing found.')
      await isFineAs('search-nothing', { fullPage: false })
      await field.fill('')
      await page.getByText('Nothing found.').waitFor({ state: 'detached' })
    }
    expect(questions.every((url) => url.length < 1_500)).toBe(true)
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
  })

  it('a typed card number leaves the browser as its last four digits', async () => {
    const { page } = await visit('/')
    const questions: string[] = []
    page.on('request', (request) => questions.push(request.url()))
    await page.keyboard.press('/')
    await fieldOf(page).fill('4111 1111 1111 1111')
    await page.getByRole('option', { name: /•••• 1111/ }).waitFor()
    const asked = questions.filter((url) => url.includes('/operator/v1/search'))
    // A change anywhere repeats the search.
    const texts = new Set(asked.map((url) => new URL(url).searchParams.get('text')))
    expect([...texts]).toEqual(['1111'])
  })

  it('a search that fails says so and can be repeated', async () => {
    const { page, press } = await visit('/')
    const address = '**/operator/v1/search?*'
    const fail = (route: Route) => route.fulfill({ status: 502, body: '' })
    await page.route(address, fail)
    await page.keyboard.press('/')
    await fieldOf(page).fill('maria')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    // A change anywhere repeats the search too, so its answer waits for the click.
    const answer = await held(page, address)
    await page.unroute(address, fail)
    await press('Try again')
    answer()
    await page.getByRole('option', { name: /María/ }).first().waitFor()
  })
})

describe.skipIf(!browser)('screens while they load', () => {
  it('each screen shows its frame at once', async () => {
    const { page } = await visit('/')
    for (const path of ['/orders', '/money', '/deliveries', '/status', '/stores']) {
      const answer = await held(page, '**/operator/v1/**')
      await page.goto(`${world.url}${path}`)
      await page.locator('main .mantine-Skeleton-root').first().waitFor()
      answer()
      await page.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    }
  })
})
