import { beforeAll, describe, expect, it } from 'vitest'
import { findStore } from '../../src/db/stores/stores.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { settled } from '../support/settled.ts'
import type { ShopifyWorld } from '../support/shopify/shopify-world.ts'
import { shopifyWorldForTest, useShopifyWorld } from '../support/use-world.ts'

const ENGLISH = { 'accept-language': 'en' }
const storeOf = (world: ShopifyWorld, id: string) =>
  findStore(world.puente.ctx.db.query, StoreId.parse(id))
const chooser = async (world: ShopifyWorld, query = '') => {
  const answer = await fetch(`${world.url}/shopify/connect${query}`, { headers: ENGLISH })
  return { status: answer.status, text: await answer.text() }
}

describe('an app of one shop', () => {
  const world = useShopifyWorld({ SHOPIFY_DISTRIBUTION: 'one-shop' })
  beforeAll(async () => {
    await world.connectedShop('cafe')
  })

  it('a second shop cannot install the app, and reads why and what to do instead', async () => {
    const { people } = world.openShop('otra')
    const begun = await people.open('/shopify/install?shop=otra.myshopify.com')
    expect([begun.status, begun.location]).toEqual([403, ''])
    expect(begun.text).toContain('Esta aplicación es de otra tienda')
    expect(begun.text).toContain('npm run stores -- app --shop otra.myshopify.com')
    expect(begun.text).not.toContain('cafe.myshopify.com')
  })

  it('a second shop in which Shopify has installed the app is not connected', async () => {
    const { people } = world.openShop('colada')
    const page = await people.appPage()
    expect(page.text).toContain('Esta aplicación es de otra tienda')
    expect(page.text).toContain('/shopify/connect?shop=colada.myshopify.com')
    expect(page.text).not.toContain('secret_key')
    const sent = await people.connect()
    expect([sent.status, sent.text]).toEqual([
      403,
      expect.stringContaining('Esta aplicación es de otra tienda'),
    ])
    expect(await storeOf(world, 'colada')).toBeUndefined()
  })

  it('the app keeps working for its own shop, and for another one once the first has uninstalled it', async () => {
    const { shop, people } = world.openShop('cafe')
    expect((await people.install()).status).toBe(303)
    expect((await people.connect()).status).toBe(200)
    shop.uninstall()
    await shop.webhooks.deliver()
    await settled(world)
    expect((await world.connectedShop('mudada')).store).toBe('mudada')
  })

  it('one of several shops that connect at the same time is connected', async () => {
    const two = await shopifyWorldForTest({ SHOPIFY_DISTRIBUTION: 'one-shop', ROLES: 'web' })
    const shops = ['una', 'dos', 'tres'].map((name) => two.openShop(name).people)
    for (const people of shops) await people.install()
    const sent = await Promise.all(shops.map((people) => people.connect()))
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 403, 403])
  })
})

describe('an app of an organisation’s shops', () => {
  const world = useShopifyWorld()
  beforeAll(async () => {
    const { shop } = world.openShop('primera')
    shop.facts.plan = { shopifyPlus: false, partnerDevelopment: false }
    await world.connectedShop('primera')
  })

  it('a second shop on Plus or of a developer is connected, and any other is refused with advice', async () => {
    const plans = [
      ['basica', { shopifyPlus: false, partnerDevelopment: false }],
      ['plus', { shopifyPlus: true, partnerDevelopment: false }],
      ['prueba', { shopifyPlus: false, partnerDevelopment: true }],
    ] as const
    for (const [name, plan] of plans) {
      const { shop, people } = world.openShop(name)
      shop.facts.plan = plan
      await people.install()
      const { status, text } = await people.connect()
      expect([name, status]).toEqual([name, name === 'basica' ? 403 : 200])
      if (status === 403) {
        expect(text).toContain('Esta tienda no tiene Shopify Plus')
        expect(text).toContain('/shopify/connect?shop=basica.myshopify.com')
      }
    }
    expect(await storeOf(world, 'basica')).toBeUndefined()
  })

  it('a shop that was connected before stays connected', async () => {
    const { people } = world.openShop('primera')
    expect((await people.appPage()).text).toContain('Tienda conectada')
    expect((await people.connect()).status).toBe(200)
  })
})

describe('the page that explains the ways to connect', () => {
  it('the page names the three ways with their requirements, and the one that this installation uses', async () => {
    const world = await shopifyWorldForTest({ ROLES: 'web' })
    const { status, text } = await chooser(world, '?shop=CAFE.myshopify.com')
    expect(status).toBe(200)
    for (const way of ['One store', 'The stores of my organization', 'Payments partner']) {
      expect(text).toContain(way)
    }
    expect(text).toContain('npm run stores -- app --shop cafe.myshopify.com')
    expect(text).toContain('href="/shopify/install?shop=cafe.myshopify.com"')
    expect(text.match(/This Puente is set up for it/g)).toHaveLength(1)
    const spanish = await fetch(`${world.url}/shopify/connect?lang=es`)
    expect(await spanish.text()).toContain('Las tiendas de mi organización')
  })

  it('the page does not link to an address from its query', async () => {
    const world = await shopifyWorldForTest({ ROLES: 'web' })
    const { status, text } = await chooser(world, `?shop=${encodeURIComponent('"><script>x')}`)
    expect(status).toBe(200)
    expect(text).not.toContain('<script>x')
    expect(text).not.toContain('/shopify/install?shop=')
  })

  it('the page works in an installation without an app', async () => {
    const world = await shopifyWorldForTest({
      SHOPIFY_CLIENT_ID: '',
      SHOPIFY_CLIENT_SECRET: '',
      SHOPIFY_PREVIOUS_CLIENT_SECRET: '',
      ROLES: 'web',
    })
    const { status, text } = await chooser(world)
    expect(status).toBe(200)
    expect(text).not.toContain('This Puente is set up for it')
    expect(text).toContain('npm run stores -- app --shop')
  })
})
