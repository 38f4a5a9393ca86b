import { type Clock, systemClock } from '../../../src/runtime/clock.ts'
import { startWorld, type World } from '../world.ts'
import { type FakeShopify, startFakeShopify } from './fake-shopify.ts'
import type { StandInShop } from './shop.ts'
import { type ShopPeople, staffOf } from './shop-people.ts'

export const PREVIOUS_SECRET = 'the-secret-before-this-one'

export interface ShopifyWorld extends World {
  standIn: FakeShopify
  openShop(name: string): { shop: StandInShop; people: ShopPeople }
  /** Installs and connects the app; the store has the shop's name. */
  connectedShop(name: string): Promise<{ shop: StandInShop; people: ShopPeople; store: string }>
}

export const startShopifyWorld = async (
  overrides: Record<string, string> = {},
  existing: Parameters<typeof startWorld>[1] = {},
): Promise<ShopifyWorld> => {
  let clock: Clock = systemClock
  const standIn = await startFakeShopify({ now: () => clock.now() })
  const world = await startWorld(
    {
      SHOPIFY_CLIENT_ID: standIn.clientId,
      SHOPIFY_CLIENT_SECRET: standIn.clientSecret,
      SHOPIFY_PREVIOUS_CLIENT_SECRET: PREVIOUS_SECRET,
      SHOPIFY_SHOP_ADDRESS: standIn.url,
      ...overrides,
    },
    existing,
  )
  clock = world.puente.ctx.clock
  const openShop: ShopifyWorld['openShop'] = (name) => {
    const shop = standIn.shop(`${name}.myshopify.com`)
    shop.webhooks.address = `${world.url}/shopify/webhooks`
    return { shop, people: staffOf(world, shop) }
  }
  return {
    ...world,
    standIn,
    openShop,
    connectedShop: async (name) => {
      const opened = openShop(name)
      await opened.people.install()
      const { status, text } = await opened.people.connect()
      if (status !== 200) throw new Error(text)
      return { ...opened, store: name }
    },
    close: async () => {
      await world.close()
      await standIn.close()
    },
  }
}
