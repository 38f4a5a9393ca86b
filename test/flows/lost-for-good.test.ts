import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DAY_SECONDS, merchantOf, pass, setSandbox } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json } from '../support/world.ts'

const world = useWorld()
let merchant: ReturnType<typeof merchantOf>
beforeAll(async () => {
  // Leaves the repair to polling alone.
  await connectTestStore(world.puente, {
    notifyUrl: world.shop.url,
    apiKey: world.apiKey,
    policy: { reconcile: { nightly: false } },
  })
  merchant = merchantOf(world, { prefix: 'L' })
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
})
afterEach(() => settled(world))

const asksOf = async (id: string): Promise<number> => {
  const { entries } = await world.control('/sandbox/journal')
  const path = `/v1/payments/${id}`
  return entries.filter((entry: Json) => entry.method === 'GET' && entry.path === path).length
}

describe('an event that never arrives', () => {
  it('an order whose approval is lost is paid five minutes later, and the store is notified', async () => {
    const { id, checkoutUrl } = await merchant.open()
    await world.pay(checkoutUrl)
    await pass(world, 4 * 60)
    await settled(world)
    expect((await merchant.read(id)).order.status).toBe('awaiting_payment')
    await pass(world, 60)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await world.shop.waitFor(({ order, type }) => order.id === id && type === 'order.paid')
  })

  it('an order whose expiry is lost ends, and the store is notified', async () => {
    const { id } = await merchant.open({}, { expires_in_minutes: 30 })
    await pass(world, 40 * 60)
    await pass(world, 30 * 60)
    await world.shop.waitFor(
      ({ order, type }) => order.id === id && type === 'order.payment_expired',
    )
  })
})

describe('a link that is never paid', () => {
  it('an open payment is polled less and less often, and no more once it is paid', async () => {
    const { gatewayId, checkoutUrl, id } = await merchant.open()
    const asked = async (times: number) => {
      await eventually(async () => (await asksOf(gatewayId)) === times)
      await settled(world)
    }
    for (const [index, minutes] of [5, 10, 45, 300, 1_440, 1_440].entries()) {
      await pass(world, minutes * 60 + 1)
      await asked(index + 1)
    }
    await world.pay(checkoutUrl)
    await pass(world, DAY_SECONDS)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await pass(world, DAY_SECONDS)
    await pass(world, DAY_SECONDS)
    await settled(world)
    const nobodyAsks = () =>
      world.puente.ctx.db.query
        .selectFrom('payments')
        .select('id')
        .where('gateway_payment_id', '=', BigInt(gatewayId))
        .where('next_ask_at', 'is', null)
        .executeTakeFirst()
    await eventually(nobodyAsks)
    expect(await asksOf(gatewayId)).toBe(7)
  })
})
