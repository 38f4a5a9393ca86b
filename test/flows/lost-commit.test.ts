import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverAsBatch } from '../support/inbox.ts'
import { type LosingProxy, startLosingProxy } from '../support/lost-answers.ts'
import { idOfEvent, ordersOfEvents } from '../support/orders-of-events.ts'
import { partlyApplied } from '../support/partly-applied.ts'
import { settled } from '../support/settled.ts'
import { startWorld, type World } from '../support/world.ts'

let proxy: LosingProxy
let world: World
beforeAll(async () => {
  const through = async (databaseUrl: string) => {
    proxy = await startLosingProxy(databaseUrl)
    return proxy.url
  }
  world = await startWorld({ DATABASE_PREPARED: 'off' }, { through })
})
afterAll(async () => {
  await world.close()
  await proxy.close()
})

it('a batch with an unanswered commit counts once: its orders are paid, and each store is notified once', async () => {
  const of = ordersOfEvents(world, { prefix: 'C' })
  const orders = await of.newOrders(20)
  const lost = proxy.loseCommitOf(/INSERT INTO inbox_outcomes/)
  await deliverAsBatch(
    world,
    orders.map(({ approval }) => approval),
  )
  await lost
  for (const { id } of orders) await of.isPaid(id)
  await settled(world)
  expect(await partlyApplied(of.query(), orders)).toEqual([])
  const sets = new Set<number>()
  for (const { id, approval } of orders) {
    sets.add(await of.appliedAt(approval))
    expect(await of.keptAs(approval)).toMatchObject([{ state: 'handled', outcome: 'applied' }])
    expect(await of.appliedTo(id)).toEqual([idOfEvent(approval)])
    expect(of.merchant.notifications(id)).toEqual(['order.paid'])
    expect(await of.taskOf(approval)).toBeUndefined()
  }
  // One batch, and its commit got no response.
  expect(sets.size).toBe(1)
})
