import { beforeEach, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { enqueueStorePolls } from '../../src/payments/store-sync/poll-store-changes.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { pass } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import type { NewOrder } from '../support/shopify/books.ts'
import type { StandInShop } from '../support/shopify/shop.ts'
import { useShopifyWorld } from '../support/use-world.ts'
import { eventually } from '../support/world.ts'

let shop: StandInShop
let latest = 0
const world = useShopifyWorld()
/** A new shop per test, to count its reads. */
beforeEach(async () => {
  shop = (await world.connectedShop(`cafe-${++latest}`)).shop
  Object.assign(shop.bucket, { maximum: 1_000_000, available: 1_000_000, restoreRate: 100_000 })
  await followed()
})

const followed = async () => {
  await enqueueStorePolls(world.puente.ctx)
  await settled(world)
}
const placed = async (order: NewOrder, { isLost = false } = {}): Promise<string> => {
  const { id } = shop.placeOrder(order)
  if (isLost) shop.webhooks.due.splice(0)
  else await shop.webhooks.deliver()
  await settled(world)
  return id
}
const reads = () =>
  world.standIn.requests.filter((name) => name === `${shop.name} OrderForPayment`).length
const alerts = async () => {
  const rows = await world.puente.ctx.db.query
    .selectFrom('alerts')
    .selectAll()
    .where('kind', '=', 'payment_method_unknown')
    .where('closed_at', 'is', null)
    .where('store_id', '=', StoreId.parse(`cafe-${latest}`))
    .orderBy('id')
    .execute()
  return rows.map(({ id, details }) => ({ id, details }))
}
const linkOf = (id: string) => shop.order(id).metafields.get('$app.payment')
const stores = commandOf('stores', () => settingsOf(world))

const wordsOf = (command: string): string[] => {
  const words = command.match(/(?:[^\s'\\]|\\.|'[^']*')+/g) ?? []
  return words.map((word) => word.replace(/'([^']*)'|\\(.)/g, '$1$2'))
}

it('a renamed payment method opens an alert with the command that adds it, which then finds the waiting orders', async () => {
  const first = await placed({ method: "Tarjeta de l'hotel" })
  expect(await alerts()).toMatchObject([{ details: { method: "Tarjeta de l'hotel" } }])
  const second = await placed({ method: "Tarjeta de l'hotel" })
  await followed()
  expect(reads()).toBe(1)
  expect([linkOf(first), linkOf(second)]).toEqual([undefined, undefined])

  const [alert] = await alerts()
  const command = String(alert?.details.command)
  expect(command).toBe(
    `npm run stores -- update --id cafe-1 --add-payment-method='Tarjeta de l'\\''hotel'`,
  )
  const [npm, run, name, dashes, ...args] = wordsOf(command)
  expect([npm, run, name, dashes]).toEqual(['npm', 'run', 'stores', '--'])
  const added = await stores(...args)
  expect(added.stderr).toBe('')
  await followed()
  expect(await alerts()).toEqual([])
  await eventually(async () => linkOf(first) && linkOf(second))
  expect(linkOf(await placed({}))).toBeDefined()
})

it('names of real gateways cost no call, and an unknown gateway costs one', async () => {
  for (const method of ['shopify_payments', 'paypal', 'gift_card']) {
    await placed({ method, isManual: false })
  }
  expect(reads()).toBe(0)
  await placed({ method: 'niubiz', isManual: false })
  await placed({ method: 'niubiz', isManual: false })
  await followed()
  expect(reads()).toBe(1)
  expect(await alerts()).toEqual([])
})

it('a paid order with another manual method costs no call', async () => {
  const order = shop.placeOrder({ method: 'Pago en tienda' })
  shop.webhooks.due.splice(0)
  shop.markPaidInAdmin(order.id)
  await shop.webhooks.deliver()
  await settled(world)
  await followed()
  expect(reads()).toBe(0)
  expect(await alerts()).toEqual([])
})

it('a renamed method is found without a webhook, and with one of an older app version', async () => {
  await placed({ method: 'Sin aviso' }, { isLost: true })
  await followed()
  expect((await alerts()).map(({ details }) => details.method)).toEqual(['Sin aviso'])

  const order = shop.placeOrder({ method: 'De antes' })
  shop.webhooks.due.splice(0)
  const former = shop.webhooks.add('orders/create', {
    admin_graphql_api_id: order.gid,
    payment_gateway_names: ['De antes'],
  })
  shop.webhooks.due.splice(0)
  expect(await shop.webhooks.send(former)).toBe(200)
  await settled(world)
  await followed()
  expect((await alerts()).map(({ details }) => details.method)).toEqual(['Sin aviso', 'De antes'])
})

it('an alert about a method that the merchant closed is not opened again by the next order', async () => {
  await placed({ method: 'Efectivo' })
  expect(await alerts()).toHaveLength(1)
  await world.puente.ctx.db.query
    .updateTable('alerts')
    .set({ closed_at: world.puente.ctx.clock.now() })
    .where('kind', '=', 'payment_method_unknown')
    .execute()
  await placed({ method: 'Efectivo' })
  await followed()
  expect(await alerts()).toEqual([])
})

it('a method is read again after a lost answer', async () => {
  world.standIn.failNext(/ OrderForPayment$/, 'reset', 3)
  await placed({ method: 'Perdida' })
  await eventually(async () => {
    await pass(world, 15)
    return (await alerts()).length === 1
  })
})
