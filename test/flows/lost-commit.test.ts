import { afterAll, expect, it } from 'vitest'
import { deliverAsBatch } from '../support/inbox.ts'
import { type LosingProxy, startLosingProxy } from '../support/lost-answers.ts'
import { idOfEvent, ordersOfEvents } from '../support/orders-of-events.ts'
import { partlyApplied } from '../support/partly-applied.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'

let proxy: LosingProxy
afterAll(() => proxy.close())
const through = async (databaseUrl: string) => {
  proxy = await startLosingProxy(databaseUrl)
  return proxy.url
}
const world = useWorld({ DATABASE_PREPARED: 'off' }, { through })

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
  expect(sets.size).toBe(1)
})
