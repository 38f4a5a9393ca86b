import { beforeEach, describe, expect, it } from 'vitest'
import { type ShopifyDeps, shopifyDeps } from '../../adapters/shopify/deps.ts'
import { graphqlOf } from '../../adapters/shopify/graphql/of-store.ts'
import { readShopifyOrder } from '../../adapters/shopify/order/shop.ts'
import { sessionStorage } from '../../adapters/shopify/sessions/storage.ts'
import type { StoreRow } from '../../src/db/db.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { eventually } from '../support/eventually.ts'
import type { StandInShop } from '../support/shopify/shop.ts'
import type { ShopifyWorld } from '../support/shopify/shopify-world.ts'
import { useShopifyWorld } from '../support/use-world.ts'

let shop: StandInShop
let store: StoreRow
let one: ShopifyDeps
let other: ShopifyDeps

const world = useShopifyWorld({ ROLES: 'web' })

let shops = 0
beforeEach(async () => {
  const name = `fichas-${++shops}`
  shop = (await world.connectedShop(name)).shop
  store = await rowOf(name)
  one = process()
  other = process()
})

const rowOf = async (id: string): Promise<StoreRow> => {
  const row = await findStore(world.puente.ctx.db.query, StoreId.parse(id))
  if (!row) throw new Error(`There is no store ${id}`)
  return row
}

const process = (): ShopifyDeps => {
  const { ctx, sealer } = world.puente
  const { clientId, clientSecret, url: shopAddress } = world.standIn
  return shopifyDeps({
    db: ctx.db,
    sealer,
    clock: ctx.clock,
    publicUrl: world.url,
    app: { clientId, clientSecret },
    shopAddress,
  })
}

const renewals = (): number =>
  shop.access.grants.filter((grant) => grant === 'refresh_token').length

const makeOld = async (lifeMs = 60_000): Promise<void> => {
  const { ctx, sealer } = world.puente
  const storage = sessionStorage({ query: ctx.db.query, sealer })
  const [session] = await storage.findSessionsByShop(shop.name)
  if (!session) throw new Error('There is no session')
  session.expires = new Date(Date.now() + lifeMs)
  await storage.storeSession(session)
}

const problems = () =>
  world.puente.ctx.db.query
    .selectFrom('alerts')
    .select('kind')
    .where('store_id', '=', store.id)
    .where('closed_at', 'is', null)
    .execute()

describe('the access token of a shop', () => {
  it('both processes use the token of the installation while it is valid', async () => {
    const given = await one.tokenOf(store)
    expect(given).toEqual({ outcome: 'token', accessToken: expect.stringMatching(/^shpat_/) })
    expect(await other.tokenOf(store)).toEqual(given)
    expect(renewals()).toBe(0)
  })

  it('the access token is renewed before it expires, together with the refresh token', async () => {
    const before = await one.tokenOf(store)
    for (let time = 1; time <= 2; time++) {
      await makeOld()
      const after = await one.tokenOf(store)
      expect(after).not.toEqual(before)
      expect(shop.access.isGood(after.outcome === 'token' ? after.accessToken : '')).toBe(true)
      expect(renewals()).toBe(time)
    }
  })

  it('concurrent processes renew an expiring token once', async () => {
    await makeOld()
    const tokens = await Promise.all([one, other, one, other].map(({ tokenOf }) => tokenOf(store)))
    expect(new Set(tokens.map((token) => JSON.stringify(token))).size).toBe(1)
    expect(renewals()).toBe(1)
  })

  it('concurrent processes renew a refused token once', async () => {
    const given = await one.tokenOf(store)
    const refused = given.outcome === 'token' ? given.accessToken : ''
    shop.access.expireAccessTokens()
    const tokens = await Promise.all([one, other].map(({ tokenOf }) => tokenOf(store, { refused })))
    expect(tokens[0]).toEqual(tokens[1])
    expect(renewals()).toBe(1)
  })

  it('a late refusal of the old token does not renew the new one again', async () => {
    const { id } = shop.placeOrder()
    const read = () => readShopifyOrder({ graphql: graphqlOf(store, one) }, id)
    shop.access.expireAccessTokens()
    const release = Promise.withResolvers<void>()
    world.standIn.failNext(new RegExp(`${shop.name} OrderForPayment`), {
      heldUntil: release.promise,
    })
    const late = read()
    await eventually(async () => world.standIn.pending() === 0)
    expect((await read()).outcome).toBe('done')
    release.resolve()
    expect((await late).outcome).toBe('done')
    expect(renewals()).toBe(1)
  })

  it('an expiring token stays in use while the shop cannot renew it', async () => {
    const given = await one.tokenOf(store)
    await makeOld()
    world.standIn.failNext(new RegExp(`${shop.name} token`), { status: 503, body: '' })
    expect(await one.tokenOf(store)).toEqual(given)
    expect(await one.tokenOf(store)).not.toEqual(given)
  })

  it.each<[string, Parameters<ShopifyWorld['standIn']['failNext']>[1]]>([
    ['is too busy', { status: 429, body: {} }],
    ['is broken', { status: 500, body: '<html>' }],
    ['breaks off', 'reset'],
    ['answers with a page', 'page'],
  ])('a token is requested again from a shop that %s', async (_, fault) => {
    await makeOld(-1_000)
    world.standIn.failNext(new RegExp(`${shop.name} token`), fault)
    expect(await one.tokenOf(store)).toMatchObject({ outcome: 'failed', retry: 'retry' })
    expect(await problems()).toEqual([])
    expect((await one.tokenOf(store)).outcome).toBe('token')
  })

  it('a refused token opens an alert until the shop grants one again', async () => {
    await makeOld(-1_000)
    const installed = shop.access.isInstalled
    shop.access.isInstalled = false
    const refused = await one.tokenOf(store)
    expect(refused).toMatchObject({ retry: 'ask-a-person', code: 'token-refused' })
    expect(JSON.stringify(refused)).not.toMatch(/shprt_|stand-in-client-secret/)
    expect(await problems()).toEqual([{ kind: 'store_access_refused' }])
    shop.access.isInstalled = installed
    expect((await one.tokenOf(store)).outcome).toBe('token')
    expect(await problems()).toEqual([])
  })

  it('a shop that has uninstalled the app gets no token request', async () => {
    const connection = JSON.stringify({ ...store.connection, uninstalled_at: '2030-01-01' })
    const { query } = world.puente.ctx.db
    await query.updateTable('stores').set({ connection }).where('id', '=', store.id).execute()
    const { grants } = shop.access
    const before = grants.length
    expect(await one.tokenOf(await rowOf(store.id))).toMatchObject({ code: 'not-installed' })
    expect(grants.length).toBe(before)
    expect(await problems()).toEqual([])
  })
})
