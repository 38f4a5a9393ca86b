import { beforeAll, expect, it } from 'vitest'
import { shopifyDeps } from '../../adapters/shopify/deps.ts'
import type { StoreRow } from '../../src/db/db.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { commandOf, flagsOf, settingsOf } from '../support/command.ts'
import { startFakeShopify } from '../support/shopify/fake-shopify.ts'
import type { StandInShop } from '../support/shopify/shop.ts'
import { useStarted, useWorld } from '../support/use-world.ts'

let shop: StandInShop
const standIn = useStarted(() =>
  startFakeShopify({ clientId: 'of-the-shop', clientSecret: 'secret-of-the-shop' }),
)
const world = useWorld(() => ({ SHOPIFY_SHOP_ADDRESS: standIn.url }))
beforeAll(async () => {
  shop = standIn.shop('cafe.myshopify.com')
})

const add = (flags: Record<string, string> = {}, more: string[] = []): Promise<string> => {
  const given = {
    id: 'cafe',
    shop: shop.name,
    'client-id': standIn.clientId,
    'client-secret': standIn.clientSecret,
    'secret-key': 'sk_test_sandbox',
    'webhook-secret': 'whsec_of_the_cafe',
    ...flags,
  }
  return stores('add', '--platform', 'shopify', ...flagsOf(given), ...more)
}

const run = commandOf('stores', () => ({
  ...settingsOf(world),
  SHOPIFY_SHOP_ADDRESS: standIn.url,
}))

const stores = async (...args: string[]): Promise<string> => {
  const { stdout, stderr, hasFailed } = await run(...args)
  return hasFailed ? stderr : stdout
}

const storeOf = (id: string): Promise<StoreRow | undefined> =>
  findStore(world.puente.ctx.db.query, StoreId.parse(id))

it('an invalid shop, or one that refuses the app, is not connected', async () => {
  expect(await add({ shop: 'cafe.example' })).toContain('--shop')
  const refused = await add({ 'client-secret': 'another-secret' })
  expect(refused).toContain('--client-id: the shop gives no token (400)')
  expect(refused).not.toContain('another-secret')
  expect(await storeOf('cafe')).toBeUndefined()
})

it('a shop with an app of its own is connected, and its token is cached for a day', async () => {
  const printed = await add()
  expect(printed).toContain('Connected the store "cafe" (test)')
  expect(printed).toContain('The app has access to cafe.myshopify.com')
  const store = await storeOf('cafe')
  if (!store) throw new Error('There is no store')
  expect(store.connection).toEqual({ shop: shop.name, mode: 'single-merchant' })
  expect(JSON.stringify(store)).not.toContain(standIn.clientSecret)

  const { ctx, sealer } = world.puente
  const process = () =>
    shopifyDeps({
      db: ctx.db,
      sealer,
      clock: ctx.clock,
      publicUrl: world.url,
      app: undefined,
      shopAddress: standIn.url,
    })
  const asked = shop.access.grants.length
  const [one, other] = [process(), process()]
  const tokens = await Promise.all([one, other, one].map(({ tokenOf }) => tokenOf(store)))
  expect(new Set(tokens.map((token) => JSON.stringify(token))).size).toBe(1)
  expect(tokens[0]).toMatchObject({ outcome: 'token' })
  expect(shop.access.grants.slice(asked)).toEqual(['client_credentials'])
})

it('the app of one shop is not connected to a second shop', async () => {
  const refused = await add({ id: 'otra', shop: 'otra.myshopify.com' })
  expect(refused).toContain('--client-id: this is the app of cafe.myshopify.com')
  expect(refused).toContain('npm run stores -- app --shop otra.myshopify.com')
  expect(await storeOf('otra')).toBeUndefined()
})

it('a shop that does not answer is connected with a warning', async () => {
  standIn.failNext(/token/, 'reset')
  expect(await add({}, ['--replace', '--yes'])).toContain(
    'Warning: could not reach cafe.myshopify.com',
  )
})

it('the command shows and replaces a shop’s policy, and names its errors', async () => {
  const decided = { platform: { payment_method: 'Tarjeta', pay_within_hours: 48 } }
  const printed = await stores('policy', '--id', 'cafe', '--policy', JSON.stringify(decided))
  expect(printed).toContain('pay_within_hours')
  expect((await storeOf('cafe'))?.policy).toEqual(decided)
  const wrong = JSON.stringify({ platform: { paymet_method: 'Tarjeta' } })
  expect(await stores('policy', '--id', 'cafe', '--policy', wrong)).toContain('paymet_method')
  expect(await add({ policy: wrong }, ['--replace', '--yes'])).toContain('paymet_method')
  expect(JSON.parse(await stores('policy', '--id', 'cafe'))).toEqual(decided)
  expect(await stores('policy', '--id', 'nobody')).toContain('There is no store')
})
