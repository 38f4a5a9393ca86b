import { afterAll, describe, expect, it } from 'vitest'
import { HANG_MS } from '../../support/eventually.ts'
import { merchantOf } from '../../support/merchant.ts'
import { PASSWORD, signedInPerson } from '../../support/people.ts'
import { useAlertedWorld } from '../../support/use-world.ts'
import { eventually, TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useAlertedWorld()

const EMAIL = 'on-call@tienda.example'

const follow = async (link: string) => {
  if (!browser) throw new Error('No browser')
  const context = await browser.newContext({ locale: 'en-US' })
  context.setDefaultTimeout(HANG_MS)
  const page = await context.newPage()
  await page.goto(link)
  await page.waitForURL(/\/sign-in\?/)
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(link)
  return page
}

/** Equal in mail and signed webhook. */
const linkOfMessage = async (nth: number): Promise<string> => {
  const { mails, signed, pass } = world
  await eventually(async () => {
    await pass(10)
    return mails.length >= nth && signed.length >= nth
  })
  const link = signed[nth - 1]?.data.link
  expect(mails[nth - 1]?.text).toContain(link)
  return link
}

describe.skipIf(!browser)('the link in an alert message', () => {
  it('the link leads to the order or the open group, even through the sign-in', async () => {
    await signedInPerson(world, { email: EMAIL, role: 'operator' })
    const { id } = await merchantOf(world).paidTwice()
    const toOrder = await linkOfMessage(1)
    const order = await follow(toOrder)
    await order.getByRole('heading', { level: 1, name: id }).waitFor()
    await order.context().close()

    const opened = Array.from({ length: 3 }, (_, n) => ({
      store_id: TEST_STORE,
      kind: 'payment_without_order' as const,
      subject: `payment:${n}`,
      details: JSON.stringify({ amount: '10.00', currency: 'HNL' }),
      opened_at: world.puente.ctx.clock.now(),
    }))
    await world.puente.ctx.db.query.insertInto('alerts').values(opened).execute()
    const toGroup = await linkOfMessage(2)
    const group = await follow(toGroup)
    await group.locator('.group[aria-current] .lines > li').nth(2).waitFor()
    await group.context().close()
  })
})
