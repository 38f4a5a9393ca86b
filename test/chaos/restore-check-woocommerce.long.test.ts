import { afterEach, expect, it } from 'vitest'
import { HOUR_SECONDS, pass } from '../support/merchant.ts'
import { lostPayments, moneyAtGateway, restorableWorld } from '../support/restored-puente.ts'
import { settled } from '../support/settled.ts'
import { startWooWorld, type WooWorld } from '../support/woo-world.ts'
import { connectTestStore, eventually } from '../support/world.ts'

let world: WooWorld
afterEach(() => world.close())

const paid = async (): Promise<number> => {
  const { id } = world.woo.newOrder({})
  await world.pay(await world.checkoutOf(id))
  await eventually(async () => world.woo.order(id).date_paid_gmt !== null)
  return id
}

const refundOf = (id: number, amount: string) => {
  const row = world.woo.books.book(world.woo.order(id), { amount, reason: 'Roto' })
  const body = { amount, currency: 'HNL', reason: 'Roto' }
  return () =>
    world.plugin('POST', `/v1/orders/${id}/refunds`, body, {
      headers: { 'idempotency-key': `woocommerce-refund-${row.id}` },
    })
}

const bookedInShop = (ids: readonly number[]) =>
  ids.map((id) => {
    const { status, refunds } = world.woo.order(id)
    return [id, status, refunds.map(({ amount }) => amount)]
  })

it('a WooCommerce shop gets its orders back after a restore, and no refund is made or booked twice', async () => {
  const restorable = await restorableWorld((through) => startWooWorld({ through }))
  world = restorable.world
  // Another store of the account, which knows none of these orders.
  const { shop, apiKey } = world
  await connectTestStore(world.puente, { notifyUrl: shop.url, ordersUrl: shop.url, apiKey })
  const before = await paid()
  await settled(world)
  const backup = await restorable.backUp()
  const since = await paid()
  const refunded = await paid()
  await settled(world)
  await world.control('/sandbox/settle', {})
  const requests = [refundOf(before, '20.00'), refundOf(refunded, '30.00')]
  for (const request of requests) {
    expect(await request()).toMatchObject({ status: 201, body: { refund: { state: 'succeeded' } } })
  }
  await settled(world)
  const all = [before, since, refunded]
  const [money, books] = [await moneyAtGateway(world, all), bookedInShop(all)]

  await restorable.restore(backup)
  const applied = await restorable.check('--apply')
  expect(lostPayments(applied, 'repaired')).toEqual([since, refunded].map(String).sort())
  expect(applied).toMatchObject({ to_decide: 0 })
  world.puente = await restorable.start()
  await settled(world)
  await pass(world, 3 * HOUR_SECONDS)
  await settled(world)
  expect(bookedInShop(all)).toEqual(books)
  expect(await moneyAtGateway(world, all)).toEqual(money)

  for (const request of requests) await request()
  await settled(world)
  await pass(world, 3 * HOUR_SECONDS)
  await settled(world)
  expect(bookedInShop(all)).toEqual(books)
  expect(await moneyAtGateway(world, all)).toEqual(money)
})
