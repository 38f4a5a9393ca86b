import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { StoreId } from '../../../src/domain/ids.ts'
import { disableStore } from '../../../src/payments/stores/end-store.ts'
import { addAlertChannel, postReceiver } from '../../support/alert-receivers.ts'
import { useWorld } from '../../support/use-world.ts'
import { connectTestStore, eventually, TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const visit = useVisits(() => world, browser)

const STORE = `/stores/${TEST_STORE}`
const readStore = async () => {
  const { query } = world.puente.ctx.db
  return query
    .selectFrom('stores')
    .selectAll()
    .where('id', '=', StoreId.parse(TEST_STORE))
    .executeTakeFirstOrThrow()
}

const another = async (id: string, name = id): Promise<string> => {
  await connectTestStore(world.puente, { id, notifyUrl: null, more: { name } })
  return `/stores/${id}`
}

const isTaken = async (apiKey: string): Promise<boolean> => {
  const answer = await fetch(`${world.url}/v1/webhook-health`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  return answer.status === 200
}

describe.skipIf(!browser)('an owner who manages stores', () => {
  it.each(EVERY_READER)(
    'the owner finds a store in the list and reads all of it (%o)',
    async (reader) => {
      const name = `<b>Café</b> \u202eمرحبا ☕ ${'largo'.repeat(30)}`
      await another(`larga-${reader.language}-${reader.size}`, name)
      const { page, isFineAs, sees } = await visit('/stores', reader)
      await sees('Tienda de prueba')
      await isFineAs('stores')
      await page.getByRole('link', { name: 'Tienda de prueba' }).click()
      await sees(reader.language === 'es' ? 'Claves de API' : 'API keys')
      await sees(`/webhooks/gateway/${TEST_STORE}`)
      await isFineAs('store')
    },
  )

  it('a long and hostile store name renders as text', async () => {
    const { isFineAs, sees } = await visit(
      await another('hostil', `<img src=x onerror=alert(1)> ${'x'.repeat(150)}`),
      { size: 'phone' },
    )
    await sees('<img src=x onerror=alert(1)>')
    await isFineAs('store-hostile')
  })

  it('a test alert says for each channel whether it arrived, and a double click sends one', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const posts = await postReceiver(secret)
    onTestFinished(() => posts.close())
    await addAlertChannel(world, { kind: 'webhook', url: posts.signedUrl, secret })
    await addAlertChannel(world, { kind: 'email', to: ['ana@shop.example'] })
    const { page, sees, isFineAs } = await visit(STORE)
    await page.getByRole('button', { name: 'Send a test alert' }).dblclick()
    await sees(/Webhook .*: delivered/)
    await sees(/E-mail \(ana@shop\.example\): not delivered/)
    await sees('no mail server is set')
    await isFineAs('store-alert-test')
    expect(posts.signed).toHaveLength(1)
    await page.getByRole('button', { name: 'Send a test alert' }).click()
    await sees(/Webhook .*: tested a moment ago/)
    expect(posts.signed).toHaveLength(1)
    await world.puente.ctx.db.query.deleteFrom('store_alert_channels').execute()
  })

  it('the owner pastes the webhook secret, and the next event confirms it', async () => {
    const endpoints = await world.control('/sandbox/endpoints')
    const [endpoint] = endpoints.endpoints ?? endpoints
    const { secret } = await world.control(`/sandbox/endpoints/${endpoint.id}/rotate`, {})
    const { page, press, sees, isFineAs } = await visit(STORE)
    const field = page.getByLabel('Signing secret').first()
    expect(await field.inputValue()).toBe('')
    await field.fill(secret)
    await isFineAs('store-webhook-secret')
    await press('Save the secret')
    await sees('Saved. The next event confirms whether it is right.')
    const { body } = await world.api('POST', '/v1/checkouts', {
      order: { id: 'W-1', number: 'W-1', amount: '10.00', currency: 'HNL' },
    })
    await world.pay(body.payment.checkout_url)
    await eventually(async () => {
      const health = await world.api('GET', '/v1/webhook-health')
      return health.body.last_event !== null
    })
    await sees('Last event accepted')
  })

  it('an unknown secret key is refused by the gateway, and the old key stays', async () => {
    const before = await readStore()
    const { page, press, sees } = await visit(STORE)
    await page.getByLabel('New secret key').fill('sk_test_of_somebody_else')
    await press('Save the keys')
    await sees('The gateway does not know this key')
    expect((await readStore()).gateway_account).toBe(before.gateway_account)
    await page.getByLabel('New secret key').fill('sk_test_sandbox')
    await press('Save the keys')
    await sees('The gateway accepts these keys. They are saved.')
  })

  it('the owner changes addresses, and an invalid one is explained', async () => {
    const { page, press, sees } = await visit(await another('direcciones'))
    await page.getByLabel('Notify address').fill('ftp://tienda.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await sees('Must be an http or https address')
    await page.getByLabel('Notify address').fill('https://tienda.example/avisos')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await sees('Saved.')
    await press('Create a key')
    await page.keyboard.press('Escape')
    await page.reload()
    await page.locator('main h1').waitFor()
    await eventually(
      async () =>
        (await page.getByLabel('Notify address').inputValue()) === 'https://tienda.example/avisos',
    )
  })

  it('a new API key is shown once, rotated, and revoked after a confirmation', async () => {
    const { page, press, sees, isFineAs } = await visit(await another('llaves'))
    await press('Create a key')
    await page.getByRole('dialog').getByLabel('Name').fill('counter')
    await page.getByRole('checkbox', { name: /^refund/ }).check()
    await page.getByLabel('Refund limit').first().fill('1 500,00')
    await isFineAs('store-new-key')
    await press('Create the key')
    await sees('Copy this now')
    const made = (await page.locator('.once code').innerText()).trim()
    expect(made).toMatch(/^puente_test_/)
    expect(await isTaken(made)).toBe(true)
    await sees('L 1,500.00')
    await isFineAs('store-key-shown')
    await press('I have it')
    await page.getByText(made).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Rotate: counter' }).click()
    await sees('The previous key works until')
    await press('I have it')
    await page.getByRole('button', { name: 'Revoke: first' }).click()
    await sees('Revoke the key “first”?')
    await isFineAs('store-revoke')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await sees('Key revoked.')
    await page.getByRole('button', { name: 'Revoke: first' }).waitFor({ state: 'detached' })
  })

  it('a new notify secret is shown once, with the time until which the old one signs', async () => {
    const { page, press, sees, isFineAs } = await visit(await another('avisos'))
    await press('Create a new one')
    await sees('Create a new notify secret?')
    await page.getByRole('dialog').getByRole('button', { name: 'Create a new one' }).click()
    await sees('Copy this now')
    expect(await page.locator('.once code').innerText()).toMatch(/^whsec_/)
    await sees(/signed with the previous secret until/)
    await isFineAs('store-notify-secret')
  })

  it('the owner sets the payment policy, and invalid values are explained', async () => {
    const { page, press, sees, isFineAs } = await visit(await another('reglas'))
    await page.getByRole('radio', { name: 'Refund immediately' }).check()
    await page.getByRole('switch', { name: 'Customers can add a tip' }).check()
    await page.getByLabel('Tip percentages').fill('5, 10, 150')
    await sees('Enter percentages up to 100')
    await page.getByLabel('Payment name').fill('{numero}')
    await sees('Use only {number}')
    const save = page.getByRole('button', { name: 'Save these settings' })
    expect(await save.isDisabled()).toBe(true)
    await isFineAs('store-policy-wrong')
    await page.getByLabel('Tip percentages').fill('5, 10, 15')
    await page.getByLabel('Payment name').fill('Pedido {number}')
    await press('Save these settings')
    await sees('Settings saved.')
    const { policy } = await world.puente.ctx.db.query
      .selectFrom('stores')
      .select('policy')
      .where('id', '=', StoreId.parse('reglas'))
      .executeTakeFirstOrThrow()
    expect(policy).toEqual({
      on_conflict: 'refund',
      name_template: 'Pedido {number}',
      tip: { preset_percentages: ['5', '10', '15'], allow_custom: true },
    })
  })

  it.each([
    ['woocommerce', 'Status of a paid order', 'completed', { paid: 'completed' }],
    ['shopify', 'Minutes until a checkout expires', '45', { checkout_minutes: 45 }],
  ] as const)(
    'the owner sets the policy that only %s stores have',
    async (platform, label, typed, decided) => {
      const id = `de-${platform}`
      const { query } = world.puente.ctx.db
      await another(id)
      await query
        .updateTable('stores')
        .set({ platform })
        .where('id', '=', StoreId.parse(id))
        .execute()
      const { page, press, sees, isFineAs } = await visit(`/stores/${id}`, { size: 'phone' })
      await page.getByLabel(label).fill('not this')
      await press('Save these settings')
      await sees(/platform\./)
      await page.getByLabel(label).fill(typed)
      await isFineAs(`store-${platform}`)
      await press('Save these settings')
      await sees('Settings saved.')
      const saved = query.selectFrom('stores').select('policy').where('id', '=', StoreId.parse(id))
      expect((await saved.executeTakeFirstOrThrow()).policy).toMatchObject({ platform: decided })
    },
  )

  it('the owner disables a store after a confirmation and enables it again', async () => {
    const { page, press, sees, isFineAs } = await visit(await another('cerrada'))
    await press('Disable…')
    await sees('Disable “cerrada”?')
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await sees('The store is disabled.')
    await press('Enable the store')
    await sees('The store takes payments again.')
    await isFineAs('store-enabled')
  })
})

describe.skipIf(!browser)('two owners at a time', () => {
  it("an open page shows the other owner's change", async () => {
    const { sees } = await visit(await another('de-dos'))
    await sees('API keys')
    const { ctx } = world.puente
    await disableStore({ query: ctx.db.query, now: ctx.clock.now() }, StoreId.parse('de-dos'))
    await sees('The store is disabled')
  })
})

describe.skipIf(!browser)('a viewer', () => {
  it('the viewer sees how a store is doing and who can change it', async () => {
    const { page, sees, isFineAs } = await visit(STORE, { role: 'viewer' })
    await sees('Only an owner can change this.')
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await isFineAs('store-viewer')
  })
})
