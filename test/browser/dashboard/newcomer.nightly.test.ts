import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inviteFirstOwner } from '../../../src/people/members/invite.ts'
import { merchantOf, pass } from '../../support/merchant.ts'
import { moveStore } from '../../support/operator.ts'
import { linksOf, PASSWORD } from '../../support/people.ts'
import { passNight } from '../../support/reconcile.ts'
import { useWorld } from '../../support/use-world.ts'
import { CARDS, eventually, TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { NEWCOMER_WORDS } from './newcomer-words.ts'
import { type Reading, readingIn } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const READERS = [
  { language: 'es', size: 'desktop' },
  { language: 'en', size: 'phone' },
] as const

const SHOP = { name: 'Pulpería La Ñ', id: 'pulperia-la-n' }

describe.skipIf(!browser).each(READERS)('a newcomer guided by the screens alone (%o)', (reader) => {
  const world = useWorld()
  const words = NEWCOMER_WORDS[reader.language]
  let here: Reading
  let page: Page
  let apiKey = ''

  beforeAll(async () => {
    // The test store belongs to another organization.
    await moveStore(world, { storeId: TEST_STORE, organizationId: 'other' })
    here = await readingIn(world, browser, reader)
    page = here.page
  })
  afterAll(() => here?.leave())

  const link = (name: string) => page.getByRole('link', { name, exact: true }).first()
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).first()
  const goTo = async (section: string) => {
    if (reader.size === 'phone') await button(words.menu).click()
    await page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${section}`) })
      .click()
  }
  const isNow = () => page.context().clock.setSystemTime(world.puente.ctx.clock.now())

  const inPortal = async <Found>(look: (portal: Page) => Promise<Found>): Promise<Found> => {
    const opened = page.context().waitForEvent('page')
    await link(words.portal).click()
    const portal = await opened
    const found = await look(portal)
    await portal.close()
    return found
  }
  const secretOf = (portal: Page, address: string) =>
    portal.getByRole('region', { name: address }).locator('code.secret').innerText()

  it('the printed link makes the newcomer the owner and shows the first step', async () => {
    const invited = await inviteFirstOwner(linksOf(world))
    await page.goto(invited?.url ?? 'nobody was invited')
    await page.getByLabel(words.account.email).fill('ana@tienda.example')
    await page.getByLabel(words.account.name).fill('Ana Mejía')
    await page.getByLabel(words.account.password).fill(PASSWORD)
    await button(words.account.make).click()
    await page.waitForURL('**/stores/new')
    await here.sees(words.welcome)
    await here.isFineAs('newcomer-1-welcome')
  })

  it('the newcomer registers the webhook in the linked portal and connects the store with its keys', async () => {
    await page.getByRole('link', { name: words.ownShop }).click()
    await page.getByLabel(words.name).first().fill(SHOP.name)
    const address = `${world.url}/webhooks/gateway/${SHOP.id}`
    await here.sees(address)
    const { secret, key } = await inPortal(async (portal) => {
      await portal.getByRole('link', { name: words.webhooks, exact: true }).click()
      await portal.locator('#url').fill(address)
      await portal.getByRole('button', { name: words.saveEndpoint }).click()
      const secret = await secretOf(portal, address)
      await portal.getByRole('link', { name: words.keys, exact: true }).click()
      return { secret, key: await portal.locator('code.secret').first().innerText() }
    })
    await page.getByLabel(words.webhookSecret).fill(secret)
    await page.getByLabel(words.secretKey).fill(key)
    await here.sees(words.keyIsKnown)
    await here.isFineAs('newcomer-2-connect')
    await button(words.connect).click()
    await here.sees(words.shownOnce)
    apiKey = await page.locator('.once code').first().innerText()
    await here.sees(words.noEvent)
    await here.isFineAs('newcomer-3-connected')
  })

  it('the newcomer pays a first order and sees payment and event arrive', async () => {
    const opened = page.context().waitForEvent('page')
    await button(words.makeOrder).click()
    const checkout = await opened
    await checkout.locator('#number').fill(CARDS.approved)
    await checkout.locator('#expiry').fill('12/39')
    await checkout.locator('#cvc').fill('123')
    await checkout.locator('#holder').fill('Ana Mejía')
    await checkout.locator('form button[type=submit]').click()
    await checkout.getByRole('heading', { name: words.received }).waitFor()
    await checkout.close()
    await here.sees(words.paid)
    await here.sees(words.event)
    await here.isFineAs('newcomer-4-paid')
  })

  it('the newcomer refunds a part of the paid order after the settlement', async () => {
    await link(words.lookAtOrder).click()
    await here.sees(words.effective)
    await passNight(world)
    await isNow()
    await button(words.refund).click()
    await page.getByLabel(words.part).click()
    await page.getByLabel(words.amount, { exact: true }).fill('2,50')
    await here.isFineAs('newcomer-5-refund')
    await button(words.confirmRefund).click()
    await here.sees(words.partlyRefunded)
    await here.isFineAs('newcomer-6-refunded')
  })

  it('the newcomer starts a reconciliation and finds the order among its payments', async () => {
    const number = (await page.locator('main h1').innerText()).replace(words.order, '').trim()
    await goTo(words.money)
    await button(words.beginRun).click()
    await button(words.begin).click()
    await page.waitForURL(/\/money\/reconciliations\/rec_/)
    await here.sees(words.paymentsOfRun)
    await page.getByText(words.done, { exact: true }).first().waitFor()
    await here.isFineAs('newcomer-7-run')
    await link(`${words.order} ${number}`).click()
    await page.waitForURL(/\/orders\/ord_/)
    await here.sees(words.partlyRefunded)
  })

  it('a broken webhook secret raises an alert without a reload, and two clicks and the new secret fix it', async () => {
    await goTo(words.attention)
    await here.sees(words.calm)
    const { endpoints } = await world.control('/sandbox/endpoints')
    const endpoint = endpoints.find(({ url }: { url: string }) => url.endsWith(SHOP.id))
    await world.control(`/sandbox/endpoints/${endpoint.id}/rotate`, {})
    const merchant = merchantOf(world, { apiKey, prefix: 'SECOND' })
    const { checkoutUrl } = await merchant.open()
    await world.pay(checkoutUrl)
    const alert = page.getByText(words.stopped).first()
    await whileTimePasses(() => alert.isVisible())
    await here.sees(words.whatToDo)
    expect(await page.locator('main').innerText()).not.toMatch(/POST|npm run|cure/)
    await here.isFineAs('newcomer-8-alert')

    await link(words.settings).click()
    const field = page.getByLabel(words.webhookSecret)
    await field.and(page.locator(':focus')).waitFor()
    await here.isFineAs('newcomer-9-cure')
    const secret = await inPortal(async (portal) => {
      await portal.getByRole('link', { name: words.webhooks, exact: true }).click()
      await portal.getByText(words.showSecret).last().click()
      return secretOf(portal, endpoint.url)
    })
    await field.fill(secret)
    await button(words.saveSecret).click()
    await goTo(words.attention)
    await whileTimePasses(() => page.getByText(words.calm).first().isVisible())
    await here.isFineAs('newcomer-10-calm')
  })

  const whileTimePasses = (isSeen: () => Promise<boolean>) =>
    eventually(async () => {
      await pass(world, 60)
      await isNow()
      for (let look = 0; look < 6; look++) {
        if (await isSeen()) return true
        await page.waitForTimeout(300)
      }
      return false
    }, 150_000)
})
