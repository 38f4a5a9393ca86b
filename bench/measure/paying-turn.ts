import type { Contender, RunningService } from '../contenders/contender.ts'
import type { BenchServer } from '../contenders/installation.ts'
import { approvalsOf, deliveriesTo, type Paid, payOrders } from '../load/pay-orders.ts'
import type { Shop } from '../load/shop.ts'
import type { Extent } from './extent.ts'
import { say } from './progress.ts'
import { type Turn, takeTurn } from './turn.ts'

/** Keeps a slow contender's turn within seconds. */
const SLOW_PER_SECOND = 700
const SLOW_SECONDS = 15

export const payingTurn = (
  server: BenchServer,
  contender: Contender,
  { extent, shop }: { extent: Extent; shop?: Shop | undefined },
): Promise<Turn<Paid>> => {
  let events = shop ? extent.notifiedEvents : extent.events
  shop?.forget()
  const ready = async (service: RunningService, count: number) => {
    const numbers = await contender.prepare(count)
    const requests = deliveriesTo(contender, approvalsOf(numbers))
    return () => payOrders(contender, service, { numbers, shop, requests })
  }
  const pay = async (service: RunningService, count: number) => (await ready(service, count))()
  return takeTurn(server, {
    observer: contender.observer,
    start: contender.start,
    warmUp: async (service) => {
      const {
        units,
        appliedPerSecond,
        notifiedPerSecond = appliedPerSecond,
      } = await pay(service, extent.warmUpEvents)
      const isSlow = notifiedPerSecond < SLOW_PER_SECOND
      if (isSlow) events = Math.min(events, Math.round(notifiedPerSecond * SLOW_SECONDS))
      return units
    },
    prepare: async (service) => {
      const run = await ready(service, events)
      return async () => {
        const paid = await run()
        say(`${contender.name}: ${Math.round(paid.appliedPerSecond)} orders paid a second`)
        return paid
      }
    },
  })
}
