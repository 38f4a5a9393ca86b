import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callGateway, type Merchant, merchantOf, setSandbox } from '../support/merchant.ts'
import { reconcileNow, shortly } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
let merchant: Merchant
beforeAll(async () => {
  world = await startWorld()
  merchant = merchantOf(world, { prefix: 'R' })
})
afterAll(() => world.close())

const losingEvents = async <T>(act: () => Promise<T>): Promise<T> => {
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  try {
    return await act()
  } finally {
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
  }
}

describe('a reconciliation', () => {
  it('finds a missed event, a missed store update and a foreign payment, and a second one finds nothing', async () => {
    const missed = await merchant.open()
    await losingEvents(() => world.pay(missed.checkoutUrl))
    const untold = await merchant.paid()
    await settled(world)
    const { query } = world.puente.ctx.ledger
    const order = await query
      .selectFrom('orders')
      .select('id')
      .where('external_id', '=', untold.id)
      .executeTakeFirstOrThrow()
    await query.deleteFrom('tasks').where('order_id', '=', order.id).execute()
    await query
      .deleteFrom('timeline')
      .where('order_id', '=', order.id)
      .where('kind', '=', 'storefront_told')
      .execute()
    const foreign = await callGateway(world, 'POST', '/v1/payments', {
      amount: 12,
      external_reference: 'somebody-else',
      name: 'Theirs',
    })

    const report = await reconcileNow(world)
    expect(report.state).toBe('done')
    expect(shortly(report).sort()).toEqual([
      `missed_event repaired ${missed.id}`,
      `payment_foreign counted gateway:${foreign.id}`,
      `store_not_told repaired ${untold.id}`,
    ])
    await settled(world)
    expect((await merchant.read(missed.id)).order.status).toBe('paid')
    expect(merchant.told(missed.id)).toEqual(['order.paid'])

    const second = await reconcileNow(world)
    expect(shortly(second)).toEqual([])
  })
})
