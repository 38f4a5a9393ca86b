import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveStore } from '../../support/operator.ts'
import { useWorld } from '../../support/use-world.ts'
import { TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, held, useVisits, type Visitor } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
// Moves the only store away, so this organization has none.
beforeAll(() => moveStore(world, { storeId: TEST_STORE, organizationId: 'other' }))

const visit = useVisits(() => world, browser)

/** As in the gateway's portal. */
const register = async (storeId: string): Promise<string> => {
  const url = `${world.url}/webhooks/gateway/${storeId}`
  const { secret } = await world.control('/sandbox/endpoints', { environment: 'test', url })
  return secret
}

const payOrderOf = async ({ page, press }: Visitor): Promise<void> => {
  const opened = page.context().waitForEvent('page')
  await press('Create the order and open its pay link')
  const checkout = await opened
  await checkout.waitForURL((url) => !url.href.startsWith(world.url) && url.protocol !== 'about:')
  await world.pay(checkout.url())
  await checkout.close()
}

describe.skipIf(!browser)('a newcomer without a store', () => {
  it.each(['/', '/orders', '/stores'])('%s redirects to connecting a store', async (path) => {
    const { page, sees } = await visit(path)
    await page.waitForURL('**/stores/new')
    await sees('Welcome.')
  })

  it.each(EVERY_READER)('the screen explains how to connect each platform (%o)', async (reader) => {
    const { page, isFineAs, open, sees } = await visit('/stores/new', reader)
    await page.getByRole('link', { name: 'WooCommerce' }).waitFor()
    await isFineAs('connect')
    await page.getByRole('link', { name: 'WooCommerce' }).click()
    await sees(/WooCommerce → (Settings|Ajustes)/)
    await isFineAs('connect-woocommerce')
    await open('/stores/new?platform=shopify')
    await sees(/on the command line|en la línea de comandos/)
    await sees('bin/puente stores app --shop NAME.myshopify.com')
    await isFineAs('connect-shopify')
    await open('/stores/new?platform=headless')
    await isFineAs('connect-headless')
  })

  it('a viewer reads that only an owner connects stores', async () => {
    const { page, sees } = await visit('/stores/new?platform=headless', { role: 'viewer' })
    await sees('Only owners can connect stores.')
    expect(await page.getByRole('button', { name: 'Connect', exact: true }).count()).toBe(0)
  })
})

describe.skipIf(!browser)('a newcomer who connects a headless store', () => {
  it('the screen validates the keys while the newcomer types, and shows the first order and its event', async () => {
    const here = await visit('/stores/new?platform=headless')
    const { page, press, sees, isFineAs } = here
    await page.getByLabel('Name', { exact: false }).first().fill('Panadería La Ñ')
    await eventuallyHas(page.getByLabel('Short name'), 'panaderia-la-n')
    await sees('/webhooks/gateway/panaderia-la-n')
    const signing = page.getByLabel('Signing secret').first()
    for (const [typed, said] of [
      ['sk_test_sandbox', 'This is a gateway API key'],
      ['whsec_a b', 'It contains a space.'],
      ['whsec', 'This secret is very short'],
    ] as const) {
      await signing.fill(typed)
      await sees(said)
    }
    await signing.fill(await register('panaderia-la-n'))
    expect(await page.getByText('This secret is very short').count()).toBe(0)
    await page.getByLabel('Secret key').first().fill('sk_test_nobody')
    await sees('The gateway does not know this key')
    await isFineAs('connect-wrong-key')
    await page.getByLabel('Secret key').first().fill('sk_test_sandbox')
    await sees('The gateway accepts this key')
    await isFineAs('connect-filled-in')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await sees('Copy this now')
    const [apiKey = '', secret = ''] = await page.locator('.once code').allInnerTexts()
    expect(apiKey).toMatch(/^puente_test_/)
    expect(secret).toMatch(/^whsec_/)
    await press('Test connection')
    await sees('The test event arrived')
    await isFineAs('connected')
    await payOrderOf(here)
    await sees('Paid.')
    await sees('The first event arrived')
    await isFineAs('connected-and-paid')
    await page.getByRole('link', { name: 'View the order and refund it' }).click()
    await sees('Pays the order')
  })

  it('the screen reports a wrong signing secret, and shows the next event after the correction', async () => {
    const here = await visit('/stores/new?platform=headless', { size: 'phone' })
    const { page, press, sees, isFineAs } = here
    await page.getByLabel('Name', { exact: false }).first().fill('Otra')
    const secret = await register('otra')
    await page.getByLabel('Signing secret').first().fill('whsec_of_another_address')
    await page.getByLabel('Secret key').first().fill('sk_test_sandbox')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await sees('Copy this now')
    await payOrderOf(here)
    await sees('An event arrived that is signed with a different secret')
    await isFineAs('connected-wrong-secret')
    await page.getByLabel('Signing secret').fill(secret)
    await press('Save the secret')
    await sees('Saved. The next event confirms whether it is right.')
    await world.control('/sandbox/clock', { advance_seconds: 120 })
    await sees('The first event arrived')
  })

  it('the short name of an existing store is refused', async () => {
    const { page, sees } = await visit('/stores/new?platform=headless')
    await page.getByLabel('Name', { exact: false }).first().fill('Tienda')
    await page.getByLabel('Signing secret').first().fill('whsec_of_the_portal')
    await page.getByLabel('Secret key').first().fill('sk_test_sandbox')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await sees('There is a store of that id already')
  })
})

describe.skipIf(!browser)('an owner of several organizations', () => {
  it('the list of organizations shows that it loads, and opens once they arrive', async () => {
    const { page } = await visit('/stores/new?platform=headless')
    await page.route('**/operator/v1/stores', (route) =>
      route.fulfill({
        ...{ status: 422, contentType: 'application/problem+json' },
        body: JSON.stringify({
          ...{ status: 422, code: 'invalid', title: 'Choose an organization' },
          errors: [{ path: 'organization_id', message: 'Choose the organization' }],
        }),
      }),
    )
    const answer = await held(page, '**/operator/v1/people?**')
    await page.getByLabel('Name', { exact: false }).first().fill('Nueva')
    await page.getByLabel('Signing secret').first().fill('whsec_of_the_portal')
    await page.getByLabel('Secret key').first().fill('sk_test_sandbox')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('combobox', { name: 'Organization' }).click()
    const loader = page.locator('form .mantine-Select-root .mantine-Loader-root')
    await loader.waitFor()
    answer()
    await page.getByRole('option').first().waitFor()
    expect(await loader.count()).toBe(0)
  })
})

const eventuallyHas = async (field: { inputValue(): Promise<string> }, value: string) =>
  expect.poll(() => field.inputValue()).toBe(value)
