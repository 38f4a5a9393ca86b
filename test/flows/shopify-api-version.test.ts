import { beforeAll, expect, it } from 'vitest'
import { API_VERSION } from '../../adapters/shopify/api-version.ts'
import { enqueueStorePolls } from '../../src/payments/store-sync/poll-store-changes.ts'
import { pass } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import type { StandInShop } from '../support/shopify/shop.ts'
import { useShopifyWorld } from '../support/use-world.ts'
import { eventually } from '../support/world.ts'

let shop: StandInShop
const world = useShopifyWorld()
beforeAll(async () => {
  shop = (await world.connectedShop('cafe')).shop
  await followed()
})

const followed = async () => {
  await enqueueStorePolls(world.puente.ctx)
  await settled(world)
}
const webhookOf = async (version: string) => {
  const { send } = shop.webhooks
  const webhook = shop.webhooks.add('orders/updated', {
    admin_graphql_api_id: 'gid://shopify/Order/1',
    payment_gateway_names: ['paypal'],
  })
  shop.webhooks.due.splice(0)
  expect(await send(webhook, { apiVersion: version })).toBe(200)
  await settled(world)
}
const alerts = async () => {
  const rows = await world.puente.ctx.db.query
    .selectFrom('alerts')
    .select('details')
    .where('kind', '=', 'api_version_ending')
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ details }) => details)
}
const passTo = async (day: string) => {
  const ms = Date.parse(`${day}T00:00:00Z`) - world.puente.ctx.clock.now().getTime()
  await pass(world, Math.ceil(ms / 1_000))
}

it('a shop that serves the requested version causes no alert', async () => {
  await webhookOf(API_VERSION)
  expect(await alerts()).toEqual([])
})

it('webhooks of a version that ends within half a year open an alert until the app’s toml is deployed', async () => {
  await webhookOf('2026-01')
  expect(await alerts()).toMatchObject([
    { part: 'webhooks', version: '2026-01', ends: '2027-01-01' },
  ])
  await webhookOf(API_VERSION)
  expect(await alerts()).toEqual([])
})

it('a webhook version without a date causes no alert', async () => {
  await webhookOf('unstable')
  expect(await alerts()).toEqual([])
})

it('a shop that serves another version than requested opens an alert immediately', async () => {
  world.standIn.servedVersion = '2027-01'
  await followed()
  expect(await alerts()).toMatchObject([{ part: 'api', version: API_VERSION, served: '2027-01' }])
  world.standIn.servedVersion = API_VERSION
  await followed()
  expect(await alerts()).toEqual([])
})

it('an alert asks for an update half a year before Puente’s API version ends', async () => {
  expect(API_VERSION).toBe('2026-10')
  await passTo('2027-03-31')
  await followed()
  expect(await alerts()).toEqual([])
  await passTo('2027-04-01')
  await followed()
  await eventually(async () => (await alerts()).length === 1)
  expect(await alerts()).toEqual([{ part: 'api', version: '2026-10', ends: '2027-10-01' }])
})
